package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Our own reader takes exactly the texts that Jackson takes, at any depth. */
class JsonReaderPropertyTest {
  private static final int MAX_DEPTH = 100_000;

  /**
   * What texts are made of and damaged with: all that means something in JSON, and some that does
   * not.
   */
  private static final String SYMBOLS = "{}[]\",:\\/ \n\t0123456789.eE+-truefalsn\u0001bu\u007fé";

  private static final List<String> VALUES =
      List.of(
          "0",
          "-0",
          "-12",
          "10.50",
          "1e5",
          "1E-7",
          "2.5e+10",
          "\"\"",
          "\"plain text of some length\"",
          "\"\\u00e9\\n\\\\\\\"\\/\\b\\f\\r\\t\"",
          "\"é☕😀\"",
          "true",
          "false",
          "null",
          "[]",
          "{}",
          "[ ]",
          "{\n}");

  private final JsonFactory jackson =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
          .build();

  @Property(tries = 20_000)
  void takesWhatJacksonTakes(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(value(random, 4));
    for (int damage = random.nextInt(3); damage > 0; damage--) {
      damage(random, text);
    }
    byte[] json = text.toString().getBytes(UTF_8);

    assertThat(reads(json, false)).as(text.toString()).isEqualTo(jacksonReads(json));
    assertThat(reads(json, true)).as(text.toString()).isEqualTo(jacksonReads(json));
  }

  private static String value(Random random, int depth) {
    int kind = random.nextInt(depth > 0 ? 4 : 2);
    if (kind < 2) {
      return VALUES.get(random.nextInt(VALUES.size()));
    }
    StringBuilder inner = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      String name = kind == 2 ? "\"k" + random.nextInt(3) + "\" :" : "";
      inner.append(name).append(value(random, depth - 1)).append(i > 1 ? " ," : "");
    }
    return kind == 2 ? "{" + inner + "}" : "[" + inner + "]";
  }

  private static void damage(Random random, StringBuilder text) {
    int at = random.nextInt(text.length() + 1);
    String symbol = SYMBOLS.substring(random.nextInt(SYMBOLS.length())).substring(0, 1);
    switch (random.nextInt(3)) {
      case 0 -> text.insert(at, symbol);
      case 1 -> text.delete(at, Math.min(at + 1, text.length()));
      default -> text.replace(at, Math.min(at + 1, text.length()), symbol);
    }
  }

  /** Whether the bytes are one JSON text, passed over as a whole or entered level by level. */
  private static boolean reads(byte[] json, boolean enter) {
    JsonReader reader = new JsonReader(json, MAX_DEPTH);
    try {
      reader.readValue();
      if (enter) {
        enter(reader);
      } else {
        reader.finishValue();
      }
      reader.finish();
      return true;
    } catch (BrokenJson e) {
      assertThat(e.refusal()).isEqualTo(Refusal.MALFORMED_JSON);
      return false;
    }
  }

  private static void enter(JsonReader reader) throws BrokenJson {
    JsonType type = reader.type();
    while (type == JsonType.OBJECT ? reader.nextMember() : isMoreOf(type, reader)) {
      reader.readValue();
      enter(reader);
    }
  }

  private static boolean isMoreOf(JsonType type, JsonReader reader) throws BrokenJson {
    return type == JsonType.ARRAY && reader.nextItem();
  }

  private boolean jacksonReads(byte[] json) {
    try (JsonParser parser = jackson.createParser(json)) {
      boolean any = parser.nextToken() != null;
      parser.skipChildren();
      return any && !parser.currentToken().isStructStart() && parser.nextToken() == null;
    } catch (IOException e) {
      return false;
    }
  }

  /** Around 64 and 128 levels the reader's memory of what is open changes its place. */
  @Property(tries = 2_000)
  void remembersWhatIsOpenAtAnyDepth(@ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder();
    Deque<Character> open = new ArrayDeque<>();
    for (int steps = random.nextInt(1_200); steps > 0; steps--) {
      if (open.isEmpty() || random.nextInt(5) > 0) {
        boolean object = random.nextBoolean();
        text.append(separator(text, open)).append(object ? '{' : '[');
        open.push(object ? '}' : ']');
      } else {
        text.append(open.pop());
        if (open.isEmpty()) {
          break;
        }
      }
    }
    boolean wrong = random.nextInt(4) == 0 && open.size() > 1;
    int mistakeAt = wrong ? random.nextInt(open.size()) : -1;
    while (!open.isEmpty()) {
      char close = open.pop();
      text.append(open.size() == mistakeAt ? close == '}' ? ']' : '}' : close);
    }
    byte[] json = text.toString().getBytes(UTF_8);

    assertThat(reads(json, false)).isEqualTo(jacksonReads(json));
    assertThat(reads(json, false)).isEqualTo(!text.isEmpty() && !wrong);
  }

  private static String separator(StringBuilder text, Deque<Character> open) {
    if (open.isEmpty()) {
      return "";
    }
    char last = text.charAt(text.length() - 1);
    String comma = last == '}' || last == ']' ? "," : "";
    return comma + (open.peek() == '}' ? "\"k\":" : "");
  }

  @Example
  void tellsWhereThingsLie() throws BrokenJson {
    byte[] json = " { \"n\" : [1, {}] , \"\\u0074\":\"\\\"é\" } ".getBytes(UTF_8);
    JsonReader reader = new JsonReader(json, 3);

    assertThat(reader.readValue()).isEqualTo(JsonType.OBJECT);
    assertThat(reader.valueStart()).isEqualTo(1);
    assertThat(reader.nextMember()).isTrue();
    assertThat(reader.name()).isEqualTo("n");
    assertThat(reader.nameStart()).isEqualTo(3);
    assertThat(reader.readValue()).isEqualTo(JsonType.ARRAY);
    assertThat(reader.valueStart()).isEqualTo(9);
    reader.finishValue();
    assertThat(reader.valueEnd()).isEqualTo(16);
    assertThat(reader.lexeme()).isEqualTo("[1, {}]");
    assertThat(reader.nextOf(JsonNames.of("s", "t"))).isEqualTo("t");
    assertThat(reader.type()).isEqualTo(JsonType.STRING);
    assertThat(reader.text()).isEqualTo("\"é");
    assertThat(reader.nextMember()).isFalse();
    reader.finish();
  }
}
