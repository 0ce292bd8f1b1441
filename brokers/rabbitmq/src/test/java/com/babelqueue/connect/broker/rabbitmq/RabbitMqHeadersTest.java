package com.babelqueue.connect.broker.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.NativeHeader;
import com.rabbitmq.client.impl.LongStringHelper;
import com.rabbitmq.client.impl.ValueReader;
import com.rabbitmq.client.impl.ValueWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Header tables go through the client's own encoder and decoder, as they would over a socket. */
class RabbitMqHeadersTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void anyTableSurvivesTheWireBothWays(long seed) throws IOException {
    Random random = new Random(seed);
    for (int round = 0; round < 250; round++) {
      List<NativeHeader> headers = new ArrayList<>();
      for (int i = 0; i < random.nextInt(12); i++) {
        headers.add(new NativeHeader("h%02d".formatted(i), value(random, 4)));
      }

      List<NativeHeader> read = RabbitMqHeaders.read(overTheWire(RabbitMqHeaders.write(headers)));

      assertThat(read)
          .usingRecursiveFieldByFieldElementComparator()
          .containsExactlyElementsOf(headers);
    }
  }

  @Test
  void everyTypeOfTheWireBecomesAPlainOne() throws IOException {
    Map<String, Object> table = new HashMap<>();
    table.put("a-byte", (byte) -1);
    table.put("b-short", (short) -2);
    table.put("c-int", -3);
    table.put("d-long", Long.MIN_VALUE);
    table.put("e-float", 1.5f);
    table.put("f-double", Double.NaN);
    table.put("g-decimal", new BigDecimal("-12.50"));
    table.put("h-bool", true);
    table.put("i-time", Date.from(Instant.ofEpochSecond(1_700_000_000)));
    table.put("j-text", "naïve ☕");
    table.put("k-empty", "");
    table.put("l-void", null);
    table.put("m-list", Arrays.asList(1, null, "x", List.of()));
    table.put("n-table", Map.of("inner", Map.of("deep", Date.from(Instant.EPOCH))));

    List<NativeHeader> read = RabbitMqHeaders.read(overTheWire(table));

    assertThat(read)
        .containsExactly(
            new NativeHeader("a-byte", (byte) -1),
            new NativeHeader("b-short", (short) -2),
            new NativeHeader("c-int", -3),
            new NativeHeader("d-long", Long.MIN_VALUE),
            new NativeHeader("e-float", 1.5f),
            new NativeHeader("f-double", Double.NaN),
            new NativeHeader("g-decimal", new BigDecimal("-12.50")),
            new NativeHeader("h-bool", true),
            new NativeHeader("i-time", Instant.ofEpochSecond(1_700_000_000)),
            new NativeHeader("j-text", "naïve ☕"),
            new NativeHeader("k-empty", ""),
            new NativeHeader("l-void", null),
            new NativeHeader("m-list", Arrays.asList(1, null, "x", List.of())),
            new NativeHeader("n-table", Map.of("inner", Map.of("deep", Instant.EPOCH))));
  }

  @Test
  void unsignedNumbersKeepTheirValue() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    // Types that other clients write and this one only reads: u = unsigned 16, i = 32, B = 8 bits.
    out.writeInt((1 + 1 + 1 + 2) + (1 + 1 + 1 + 4) + (1 + 1 + 1 + 1));
    out.write(new byte[] {1, 'a', 'u'});
    out.writeShort(0xFFFF);
    out.write(new byte[] {1, 'b', 'i'});
    out.writeInt(-1);
    out.write(new byte[] {1, 'c', 'B', (byte) 0xFF});

    List<NativeHeader> read = RabbitMqHeaders.read(table(bytes));

    assertThat(read)
        .extracting(header -> ((Number) header.value()).longValue())
        .containsExactly(65_535L, 4_294_967_295L, 255L);
  }

  @Test
  void textThatIsNoUtf8StaysBytes() {
    byte[] latin1 = {'c', 'a', 'f', (byte) 0xE9};

    List<NativeHeader> read =
        RabbitMqHeaders.read(Map.of("name", LongStringHelper.asLongString(latin1)));

    assertThat(read).singleElement().extracting(NativeHeader::value).isEqualTo(latin1);
  }

  @Test
  void bytesStayBytesEvenWhenTheyAreText() throws IOException {
    List<NativeHeader> read =
        RabbitMqHeaders.read(overTheWire(Map.of("raw", "text".getBytes(UTF_8))));

    assertThat(read)
        .singleElement()
        .extracting(NativeHeader::value)
        .isEqualTo("text".getBytes(UTF_8));
  }

  @Test
  void aMissingTableHasNoHeaders() {
    assertThat(RabbitMqHeaders.read(null)).isEmpty();
    assertThat(RabbitMqHeaders.read(Map.of())).isEmpty();
  }

  @Test
  void headersAreSortedByName() {
    Map<String, Object> table = new HashMap<>();
    List.of("z", "a", "m", "x-death", "b").forEach(name -> table.put(name, 1));

    assertThat(RabbitMqHeaders.read(table))
        .extracting(NativeHeader::name)
        .containsExactly("a", "b", "m", "x-death", "z");
  }

  @Test
  void whatAmqpHasNoTypeForIsWrittenAsText() throws IOException {
    UUID id = UUID.fromString("6f1c2a30-0000-4000-8000-000000000001");
    BigInteger huge = BigInteger.TWO.pow(80);
    Map<String, Object> written =
        RabbitMqHeaders.write(
            List.of(
                new NativeHeader("decimal", new BigDecimal("1E+400")),
                new NativeHeader("exact", new BigDecimal("12345678901.5")),
                new NativeHeader("fits", BigInteger.TEN),
                new NativeHeader("huge", huge),
                new NativeHeader("id", id),
                new NativeHeader("moment", Instant.ofEpochSecond(1, 5))));

    assertThat(RabbitMqHeaders.read(overTheWire(written)))
        .extracting(NativeHeader::value)
        .containsExactly(
            new BigDecimal("1E+400").toPlainString(),
            "12345678901.5",
            10L,
            huge.toString(),
            id.toString(),
            "1970-01-01T00:00:01.000000005Z");
  }

  private static Object value(Random random, int depth) {
    return switch (random.nextInt(depth > 0 ? 13 : 11)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2 -> (byte) random.nextInt();
      case 3 -> (short) random.nextInt();
      case 4 -> random.nextInt();
      case 5 -> random.nextLong();
      case 6 -> random.nextFloat();
      case 7 -> random.nextDouble();
      case 8 -> BigDecimal.valueOf(random.nextInt(), random.nextInt(30));
      case 9 -> Instant.ofEpochSecond(random.nextInt());
      case 10 -> random.nextBoolean() ? text(random) : bytes(random);
      case 11 -> {
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < random.nextInt(4); i++) {
          list.add(value(random, depth - 1));
        }
        yield Collections.unmodifiableList(list);
      }
      default -> {
        Map<String, Object> table = new TreeMap<>();
        for (int i = 0; i < random.nextInt(4); i++) {
          table.put("k" + i, value(random, depth - 1));
        }
        yield Collections.unmodifiableMap(table);
      }
    };
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < random.nextInt(20); i++) {
      text.appendCodePoint(
          random.nextBoolean() ? 'a' + random.nextInt(26) : 0x1F600 + random.nextInt(60));
    }
    return text.toString();
  }

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(20)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static Map<String, Object> overTheWire(Map<String, Object> table) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ValueWriter writer = new ValueWriter(new DataOutputStream(bytes));
    writer.writeTable(table);
    writer.flush();
    return table(bytes);
  }

  private static Map<String, Object> table(ByteArrayOutputStream bytes) throws IOException {
    return new ValueReader(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())))
        .readTable();
  }
}
