package com.babelqueue.connect.sink.reinject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.kafka.RetryTiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.Test;

/**
 * What becomes of a record's bytes; where it goes and when is in {@link ReinjectConformanceTest}.
 */
class ReinjectionTest {
  private final Reinjection reinjection =
      new Reinjection(
          RetryTiers.parse("retry.tiers", List.of("5s")), Set.of(), new SettableClock());

  @Test
  void bytesThatAreNoEnvelopeAreCarriedAsTheyAre() {
    byte[] value = {0, (byte) 0xff, '{'};
    byte[] key = {(byte) 0xc3};

    ProducerRecord<byte[], byte[]> written =
        written(Parcel.at("orders.retry.1", 0, 1).key(key).value(value));

    assertThat(written.value()).isEqualTo(value);
    assertThat(written.key()).isEqualTo(key);
  }

  @Test
  void nullAndEmptyAreKeptApart() {
    ProducerRecord<byte[], byte[]> without =
        written(Parcel.at("orders.retry.1", 0, 1).value((byte[]) null));
    ProducerRecord<byte[], byte[]> empty =
        written(Parcel.at("orders.retry.1", 0, 2).key(new byte[0]).value(new byte[0]));

    assertThat(without.key()).isNull();
    assertThat(without.value()).isNull();
    assertThat(empty.key()).isNotNull().isEmpty();
    assertThat(empty.value()).isNotNull().isEmpty();
  }

  @Test
  void fiftyHeadersWithRepeatedNamesKeepTheirOrder() {
    Parcel parcel = Parcel.at("orders.retry.1", 0, 1).header("bq-delay", "5000");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      names.add("h" + i % 7);
      parcel.header("h" + i % 7, Integer.toString(i));
    }

    assertThat(written(parcel).headers()).extracting(Header::key).containsExactlyElementsOf(names);
  }

  @Test
  void aTopicBeyondTheTiersIsNamedWithItsSetting() {
    Parcel parcel = Parcel.at("orders.retry.2", 0, 1);

    assertThatThrownBy(() -> written(parcel))
        .isInstanceOf(ConnectException.class)
        .hasMessageContaining("retry.tiers")
        .hasMessageContaining("orders.retry.2");
  }

  @Test
  void aRecordThatAConverterChangedIsRefused() {
    SinkRecord record = new SinkRecord("orders.retry.1", 0, null, null, null, List.of("parsed"), 1);

    assertThatThrownBy(
            () -> reinjection.decide(Parcel.at("orders.retry.1", 0, 1).partition(), record))
        .isInstanceOf(DataException.class)
        .hasMessageContaining("value.converter");
  }

  private ProducerRecord<byte[], byte[]> written(Parcel parcel) {
    return reinjection.decide(parcel.partition(), parcel.record()).target();
  }
}
