package com.babelqueue.connect.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** Hands over all fixtures at once, then nothing more. */
public final class FixtureTask extends SourceTask {
  private final List<SourceRecord> waiting = new ArrayList<>();

  @Override
  public void start(Map<String, String> props) {
    boolean text = props.get(FixtureSource.HEADER_TYPE).equals("string");
    try {
      for (String line : Files.readAllLines(Path.of(props.get(FixtureSource.FILE)))) {
        waiting.add(record(Fixture.ofLine(line), props.get(FixtureSource.TOPIC), text));
      }
    } catch (IOException e) {
      throw new ConnectException("the fixtures cannot be read", e);
    }
  }

  private static SourceRecord record(Fixture fixture, String topic, boolean text) {
    ConnectHeaders headers = new ConnectHeaders();
    for (Fixture.Header header : fixture.headers()) {
      switch (header.kind()) {
        case LONG -> headers.addLong(header.name(), Long.parseLong(header.text()));
        case DOUBLE -> headers.addDouble(header.name(), Double.parseDouble(header.text()));
        case NULL -> headers.add(header.name(), null, null);
        case TEXT -> {
          if (text) {
            headers.addString(header.name(), header.text());
          } else {
            headers.addBytes(header.name(), Fixture.utf8(header.text()));
          }
        }
      }
    }
    return new SourceRecord(
        Map.of("fixture", fixture.key()),
        Map.of("done", true),
        topic,
        null,
        Schema.BYTES_SCHEMA,
        Fixture.utf8(fixture.key()),
        Schema.BYTES_SCHEMA,
        Fixture.utf8(fixture.value()),
        null,
        headers);
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    if (waiting.isEmpty()) {
      Thread.sleep(50); // the pace of an idle source
      return null;
    }
    List<SourceRecord> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  @Override
  public void stop() {}

  @Override
  public String version() {
    return "test";
  }
}
