package com.babelqueue.connect.transforms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Headers;
import org.apache.kafka.connect.sink.SinkRecord;
import org.apache.kafka.connect.transforms.Transformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouteByUrnTest extends EnvelopeTransformContract {

  @Override
  <R extends ConnectRecord<R>> Transformation<R> create() {
    return new RouteByUrn<>();
  }

  @Override
  Map<String, String> required() {
    return Map.of("routes", "urn:babel:nothing:*=elsewhere");
  }

  @Override
  Headers provoking() {
    return headers("bq-job", "urn:babel:nothing:created");
  }

  @Override
  @ParameterizedTest
  @CsvSource({"unacceptable,skip, fail", "no.match,pass, fail", "illegal.topic,legalize, fail"})
  void namesTheKeyOfAWrongSetting(String key, String first, String second) {
    super.namesTheKeyOfAWrongSetting(key, first, second);
  }

  private SinkRecord apply(SinkRecord record, String... settings) {
    return this.<SinkRecord>configured(settings).apply(record);
  }

  private static SinkRecord message(String urn, String queue) {
    return sink(
        ValueKind.TEXT,
        "{\"job\":\""
            + urn
            + "\",\"trace_id\":\"t\",\"data\":{},\"meta\":{\"queue\":\""
            + queue
            + "\",\"schema_version\":1}}",
        headers("bq-job", "urn:babel:other:thing", "a", "b"));
  }

  @ParameterizedTest
  @CsvSource({
    "urn:babel:orders:*=orders-in, orders-in",
    "urn:babel:billing:*=a|urn:babel:orders:created=b|*=c, b",
    "*=c|urn:babel:orders:created=b, c",
    "*:created=${topic}.created, orders.created",
    "*=${urn.context}.${urn.name}, orders.created",
    "*=x_${meta.queue}, x_shop",
    "*=${urn}, urn_babel_orders_created",
    "urn:babel:other:thing=header, orders",
  })
  void takesTheFirstRouteThatMatches(String routes, String topic) {
    SinkRecord record = message("urn:babel:orders:created", "shop");
    SinkRecord result = apply(record, "routes", routes.replace('|', ','));
    assertThat(result.topic()).isEqualTo(topic);
    assertThat(result.value()).isSameAs(record.value());
    assertThat(texts(result)).isEqualTo(texts(record));
    assertThat(result.key()).isEqualTo("k");
    assertThat(result.timestamp()).isEqualTo(7L);
  }

  @ParameterizedTest
  @EnumSource
  void readsEveryRepresentation(ValueKind kind) {
    assertThat(apply(envelope(kind, 0, headers()), "routes", "urn:a=there").topic())
        .isEqualTo("there");
  }

  @Test
  void separatesAtTheLastEqualsSign() {
    assertThat(apply(message("urn:a?=b", "q"), "routes", "urn:a?=b=there").topic())
        .isEqualTo("there");
  }

  @Test
  void keepsTheRecordWhenTheTopicIsTheSame() {
    SinkRecord record = message("urn:a", "q");
    assertThat(apply(record, "routes", "*=orders")).isSameAs(record);
  }

  @ParameterizedTest
  @ValueSource(strings = {"urn:x", "urn:babel:x", "urn:babel::x", "urn:babel:x:", "urn:Babel:x:y"})
  void passesOverRoutesThatNameWhatTheMessageLacks(String urn) {
    assertThat(apply(message(urn, "q"), "routes", "*=${urn.context},*=rest").topic())
        .isEqualTo("rest");
    assertThat(apply(message(urn, "q"), "routes", "*=${urn.name},*=rest").topic())
        .isEqualTo("rest");
    assertThat(apply(message(urn, " "), "routes", "*=${meta.queue},*=rest").topic())
        .isEqualTo("rest");
  }

  @Test
  void doesWhatItIsToldWhenNothingMatches() {
    SinkRecord record = message("urn:babel:canary:x", "q");
    assertThat(apply(record)).isSameAs(record);
    assertThat(apply(record, "no.match", "default", "default.topic", "${urn.context}-rest").topic())
        .isEqualTo("canary-rest");
    assertThatThrownBy(() -> apply(record, "no.match", "fail"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("topic orders, partition 3, offset 42")
        .hasMessageNotContaining("canary");
    assertThatThrownBy(
            () ->
                apply(
                    message("urn:canary", "q"),
                    "no.match",
                    "default",
                    "default.topic",
                    "${urn.context}"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("default.topic")
        .hasMessageNotContaining("canary");
  }

  @Test
  void refusesIllegalTopicsWhenTold() {
    SinkRecord record = message("urn:a", "can/ary");
    assertThat(apply(record, "routes", "*=${meta.queue}").topic()).isEqualTo("can_ary");
    assertThatThrownBy(() -> apply(record, "routes", "*=${meta.queue}", "illegal.topic", "fail"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("illegal.topic")
        .hasMessageNotContaining("can");
    assertThatThrownBy(() -> apply(message("urn:a", ".."), "routes", "*=${meta.queue}"))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("illegal.topic");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "urn:a", "=topic", "urn:a=", "urn:a=to:pic", "urn:a=${other}"})
  void namesTheSettingOfWrongRoutes(String routes) {
    assertThatThrownBy(() -> configured("routes", routes))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("routes");
    assertThat(new RouteByUrn<SinkRecord>().config().validate(Map.of("routes", routes)))
        .as("the REST interface sees it too")
        .filteredOn(value -> value.name().equals("routes"))
        .flatMap(value -> value.errorMessages())
        .isNotEmpty();
  }

  @Test
  void checksTheDefaultTopic() {
    assertThatThrownBy(() -> configured("no.match", "default"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("default.topic");
    assertThatThrownBy(() -> configured("default.topic", "a b"))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("default.topic");
    assertThatThrownBy(() -> new RouteByUrn<SinkRecord>().configure(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("routes");
    assertThat(RouteByUrn.CONFIG_DEF.configKeys().get("routes").type())
        .isEqualTo(ConfigDef.Type.LIST);
  }
}
