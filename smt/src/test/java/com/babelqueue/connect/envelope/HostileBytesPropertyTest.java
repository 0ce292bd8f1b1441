package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

/** Whatever the bytes are, there is an answer, and it agrees with independent readers. */
class HostileBytesPropertyTest {
  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final ObjectMapper mapper =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  @Property(tries = 2000)
  void answersForRandomBytes(@ForAll @Size(max = 64) byte[] body) {
    Envelope envelope = scanner.scan(body);
    assertThat(envelope.isAcceptable()).isFalse();
    assertThat(envelope.refusal()).isNotNull();
  }

  @Property(tries = 2000)
  void answersForDamagedEnvelopes(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] body =
        new EnvelopeText().with("data", "{\"t\":\"Café ☕ 😀\",\"n\":[1.5,-2e3,null]}").bytes();
    for (int i = random.nextInt(3); i >= 0; i--) {
      body[random.nextInt(body.length)] = (byte) random.nextInt(256);
    }
    Envelope envelope = scanner.scan(body);
    boolean decodes = envelope.refusal() == null || envelope.refusal().isAfterDecoding();
    if (decodes || envelope.refusal() == Refusal.DUPLICATE_KEY) {
      assertThat(isUtf8(body) && isJson(body)).isTrue();
    }
    if (decodes) {
      byte[] edited = envelope.edit().attempts(5).removeForbiddenKeys().urnToJob().toBytes();
      assertThat(scanner.scan(edited).attempts()).isEqualTo(5);
    }
    if (envelope.refusal() == Refusal.MALFORMED_JSON) {
      assertThat(isJson(Utf8.withoutInvalid(body))).isFalse();
    }
    if (envelope.refusal() == Refusal.INVALID_UTF8) {
      assertThat(isUtf8(body)).isFalse();
    }
  }

  @Property(tries = 2000)
  void knowsUtf8LikeTheJdk(@ForAll long seed) {
    Random random = new Random(seed);
    byte[] bytes = "plain text, é, ☕, 😀, plain text again".getBytes(UTF_8);
    for (int i = random.nextInt(4); i > 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) (0x80 + random.nextInt(128));
    }
    assertThat(Utf8.isValid(bytes)).isEqualTo(isUtf8(bytes));
    assertThat(isUtf8(Utf8.withoutInvalid(bytes))).isTrue();
  }

  @Example
  void knowsTheLimitsOfEverySequenceLikeTheJdk() {
    int[] limits = {'a', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    for (int lead = 0x80; lead < 0x100; lead++) {
      for (int second : limits) {
        for (int third : limits) {
          byte[] bytes = {(byte) lead, (byte) second, (byte) third, (byte) 0x80};
          byte[] threeBytes = Arrays.copyOf(bytes, 3);
          assertThat(Utf8.isValid(bytes))
              .as("%x %x %x 80", lead, second, third)
              .isEqualTo(isUtf8(bytes));
          assertThat(Utf8.isValid(threeBytes)).isEqualTo(isUtf8(threeBytes));
        }
      }
    }
  }

  private static boolean isUtf8(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).limit() >= 0;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  private boolean isJson(byte[] bytes) {
    try {
      return mapper.readTree(new String(bytes, UTF_8)) != null;
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
