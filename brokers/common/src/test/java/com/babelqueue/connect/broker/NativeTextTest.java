package com.babelqueue.connect.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every native type has one text, and no digit or byte is lost in it (HDR-6). */
class NativeTextTest {
  @Test
  void scalarsTakeTheirPlainForm() {
    assertThat(NativeText.of(null)).isNull();
    assertThat(NativeText.of(" text ")).isEqualTo(" text ");
    assertThat(NativeText.of(7)).isEqualTo("7");
    assertThat(NativeText.of(true)).isEqualTo("true");
    assertThat(NativeText.of(new BigInteger("12345678901234567890")))
        .isEqualTo("12345678901234567890");
    assertThat(NativeText.of(new BigDecimal("1E+3"))).isEqualTo("1000");
    assertThat(NativeText.of(new BigDecimal("99.90"))).isEqualTo("99.90");
    assertThat(NativeText.of(Instant.ofEpochSecond(0))).isEqualTo("1970-01-01T00:00:00Z");
  }

  @Test
  void bytesAreTheirTextOrBase64() {
    assertThat(NativeText.of("é☕".getBytes(StandardCharsets.UTF_8))).isEqualTo("é☕");
    assertThat(NativeText.of(new byte[] {(byte) 0xff})).isEqualTo("/w==");
  }

  @Test
  void listsAndTablesAreJson() {
    Map<String, Object> table = new LinkedHashMap<>();
    table.put("quote\"\\", "line\nbreak");
    table.put("list", Arrays.asList(1, null, false, Double.NaN, new byte[] {1}));
    table.put("empty", Map.of());

    assertThat(NativeText.of(table))
        .isEqualTo(
            "{\"quote\\\"\\\\\":\"line\\u000abreak\",\"list\":[1,null,false,\"NaN\",\"AQ==\"],\"empty\":{}}");
    assertThat(NativeText.of(List.of())).isEqualTo("[]");
  }
}
