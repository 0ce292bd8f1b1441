package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.transforms.ProjectHeaders;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.source.SourceRecord;

/** Block {@code kafka.property_projection}: these headers and no other. */
final class KafkaProjectionBlock {
  private KafkaProjectionBlock() {}

  static void project(Case c) {
    byte[] body = c.file(c.fields().text("envelope_file"));
    Map<String, String> expected = new LinkedHashMap<>();
    c.fields().object("headers").properties().stream()
        .forEach(header -> expected.put(header.getKey(), header.getValue().textValue()));

    for (String type : new String[] {"string", "bytes"}) {
      try (ProjectHeaders<SourceRecord> projection = new ProjectHeaders<>()) {
        projection.configure(Map.of("header.type", type));
        SourceRecord projected = projection.apply(Records.of(body));

        assertThat(Records.headers(projected))
            .extracting(Header::key)
            .as("names in the order of the contract")
            .containsExactlyElementsOf(expected.keySet());
        for (Header header : projected.headers()) {
          assertThat(header.value())
              .isInstanceOf(type.equals("bytes") ? byte[].class : String.class);
          assertThat(HeaderText.of(header.value())).isEqualTo(expected.get(header.key()));
        }
        assertThat(projected.value()).as("the value is left alone").isSameAs(body);
        assertThat(projected.timestamp())
            .isEqualTo(Suite.parse(body).at("/meta/created_at").longValue());
      }
    }
  }
}
