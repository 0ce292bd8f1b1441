package com.babelqueue.connect.broker.artemis;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.envelope.AttemptsRule;
import jakarta.jms.JMSException;
import java.math.BigInteger;
import java.util.List;
import java.util.UUID;
import org.apache.qpid.jms.message.JmsMessage;
import org.apache.qpid.jms.provider.amqp.message.AmqpJmsMessageFacade;
import org.apache.qpid.proton.amqp.Binary;
import org.apache.qpid.proton.amqp.Decimal64;
import org.apache.qpid.proton.amqp.Symbol;
import org.apache.qpid.proton.amqp.UnsignedByte;
import org.apache.qpid.proton.amqp.UnsignedInteger;
import org.apache.qpid.proton.amqp.UnsignedLong;
import org.apache.qpid.proton.amqp.UnsignedShort;
import org.junit.jupiter.api.Test;

class ArtemisHeadersTest {
  private final AmqpJmsMessageFacade facade = new AmqpJmsMessageFacade();
  private final JmsMessage message = new JmsMessage(facade);

  @Test
  void theBindingHasFiveNamesWithUnderscoresAndAGate() {
    assertThat(ArtemisBinding.BINDING.contractNames())
        .containsExactlyInAnyOrder(
            "bq_schema_version", "bq_source_lang", "bq_attempts", "bq_app_id", "bq_delay");
    assertThat(ArtemisBinding.BINDING.attemptsRule()).isEqualTo(AttemptsRule.ARTEMIS_JMS);
    assertThat(ArtemisBinding.BINDING.gated()).isTrue();
  }

  @Test
  void everyTypeOfAmqpHasAPlainOne() {
    UUID id = UUID.randomUUID();
    assertThat(ArtemisHeaders.plain(UnsignedByte.valueOf((byte) 0xff))).isEqualTo(255);
    assertThat(ArtemisHeaders.plain(UnsignedShort.valueOf((short) 0xffff))).isEqualTo(65_535);
    assertThat(ArtemisHeaders.plain(UnsignedInteger.valueOf(-1))).isEqualTo(4_294_967_295L);
    assertThat(ArtemisHeaders.plain(UnsignedLong.valueOf(1))).isEqualTo(1L);
    assertThat(ArtemisHeaders.plain(UnsignedLong.valueOf(-1L)))
        .isEqualTo(new BigInteger("18446744073709551615"));
    assertThat(ArtemisHeaders.plain(Symbol.valueOf("s"))).isEqualTo("s");
    assertThat(ArtemisHeaders.plain('c')).isEqualTo("c");
    assertThat(ArtemisHeaders.plain(new Binary(new byte[] {9, 1, 2, 9}, 1, 2)))
        .isEqualTo(new byte[] {1, 2});
    assertThat(ArtemisHeaders.plain(new Decimal64(5))).isInstanceOf(String.class);
    assertThat(ArtemisHeaders.plain(id)).isEqualTo(id);
    assertThat(ArtemisHeaders.plain((byte) 1)).isEqualTo((byte) 1);
    assertThat(ArtemisHeaders.plain(true)).isEqualTo(true);
    assertThat(ArtemisHeaders.plain(null)).isNull();
  }

  @Test
  void onlyTheBypassGetsItsHyphensBack() throws JMSException {
    facade.setApplicationProperty("bq_replay_bypass", "1");
    facade.setApplicationProperty("tenant_id", "a");
    facade.setApplicationProperty("bq_app_id", "babelqueue");
    facade.setApplicationProperty("with-hyphen", null);

    assertThat(ArtemisHeaders.read(message))
        .containsExactly(
            new NativeHeader("bq_app_id", "babelqueue"),
            new NativeHeader("bq-replay-bypass", "1"),
            new NativeHeader("tenant_id", "a"),
            new NativeHeader("with-hyphen", null));
  }

  @Test
  void theAnnotationIsReadBeforeTheSubject() {
    facade.setType("urn:subject");
    assertThat(metadata("artemis.type")).containsExactly("urn:subject");

    facade.setTracingAnnotation("x-opt-jms-type", "urn:annotation");
    assertThat(metadata("artemis.type")).containsExactly("urn:annotation");
  }

  @Test
  void whatAMessageLacksIsLeftOut() {
    assertThat(ArtemisMetadata.of(message))
        .extracting(NativeHeader::name)
        .containsExactly(
            "artemis.priority", "artemis.durable", "artemis.redelivered", "JMSXDeliveryCount");
  }

  private List<Object> metadata(String name) {
    return ArtemisMetadata.of(message).stream()
        .filter(header -> header.name().equals(name))
        .map(NativeHeader::value)
        .toList();
  }
}
