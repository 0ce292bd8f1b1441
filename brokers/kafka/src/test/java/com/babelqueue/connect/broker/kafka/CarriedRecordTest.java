package com.babelqueue.connect.broker.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.ConnectHeaders;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

class CarriedRecordTest {
  private static final byte[] BINARY = {0, (byte) 0xff, (byte) 0xfe};

  @Test
  void everyByteIsKept() {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addBytes("twice", BINARY);
    headers.addBytes("none", null);
    headers.addString("text", "ğ");
    headers.addBytes("twice", new byte[0]);

    ProducerRecord<byte[], byte[]> written =
        CarriedRecord.of(record(new byte[0], BINARY, headers)).to("orders");

    assertThat(written.topic()).isEqualTo("orders");
    assertThat(written.key()).isEmpty();
    assertThat(written.value()).isEqualTo(BINARY);
    assertThat(written.timestamp()).as("the time of the write").isNull();
    assertThat(written.partition()).as("by key, never copied").isNull();
    assertThat(written.headers())
        .extracting(Header::key)
        .containsExactly("twice", "none", "text", "twice");
    assertThat(written.headers())
        .extracting(Header::value)
        .containsExactly(BINARY, null, "ğ".getBytes(UTF_8), new byte[0]);
  }

  @Test
  void nullStaysNull() {
    ProducerRecord<byte[], byte[]> written =
        CarriedRecord.of(record(null, null, new ConnectHeaders())).to("orders");

    assertThat(written.key()).isNull();
    assertThat(written.value()).isNull();
    assertThat(written.headers()).isEmpty();
  }

  @Test
  void onlyTheNamedHeadersChange() {
    ConnectHeaders headers = new ConnectHeaders();
    headers.addBytes("bq-delay", "5".getBytes(UTF_8));
    headers.addBytes("a", BINARY);
    headers.addBytes("bq-delay", "6".getBytes(UTF_8));
    CarriedRecord carried = CarriedRecord.of(record(null, BINARY, headers));

    assertThat(carried.header("bq-delay")).as("the last counts").isEqualTo("6");
    carried.set("bq-delay", "7").drop("missing");

    assertThat(carried.headers()).extracting(Header::key).containsExactly("a", "bq-delay");
    assertThat(carried.header("bq-delay")).isEqualTo("7");
    assertThat(carried.header("missing")).isNull();
  }

  @Test
  void aConverterThatMadeSomethingElseIsNamed() {
    assertThatThrownBy(() -> CarriedRecord.of(record(null, List.of(1), new ConnectHeaders())))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("value.converter")
        .hasMessageContaining("orders.retry.1");
  }

  private static SinkRecord record(Object key, Object value, ConnectHeaders headers) {
    return new SinkRecord(
        "orders.retry.1",
        0,
        Schema.OPTIONAL_BYTES_SCHEMA,
        key,
        null,
        value,
        7,
        0L,
        TimestampType.CREATE_TIME,
        headers);
  }
}
