package com.babelqueue.connect.interop;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A message that an SDK is asked to produce. Each {@code with} method returns a changed copy.
 *
 * @param data the payload as JSON text
 * @param traceId kept by the SDK as it is
 * @param attempts what the envelope's counter begins with
 * @param delayMillis how long Kafka's retry topics are to hold it; 0 for not at all
 * @param traceParent the W3C trace context sent beside the envelope; null for none
 */
record Order(String data, String traceId, int attempts, int delayMillis, String traceParent) {
  /** The header that carries a trace over every hop. */
  static final String TRACE_PARENT = "traceparent";

  /** What every order is. */
  static final String URN = "urn:babel:orders:created";

  /**
   * What JSON can hold and an envelope must not lose: every kind of value, nesting, empty
   * containers, characters outside the first plane, escapes, U+2028, and integers that no double
   * holds.
   */
  static final String RICH =
      """
      {"order_id":1042,"price":99.90,"share":0.1,"paid":true,"note":null,"open":false,
      "large":9007199254740993,"larger":123456789012345678901234567890,"negative":-9223372036854775809,
      "text":"Café — naïve ☕ \\uD83D\\uDE80 \\u2028 \\"quoted\\" back\\\\slash \\t tab \\u0001",
      "lines":[{"sku":"ä-1","tags":["a",["b",{"c":[]}]],"empty":{}},{"sku":"</script>&amp;"}],
      "0":"a key that looks like an index","":"an empty key","urn":"no identity in here"}
      """
          .replace("\n", "");

  /** An order with much in its data. */
  static Order rich(String traceId) {
    return new Order(RICH, traceId, 0, 0, null);
  }

  /** An order with hardly anything in its data. */
  static Order plain(String traceId) {
    return new Order("{\"order_id\":7}", traceId, 0, 0, null);
  }

  Order withAttempts(int number) {
    return new Order(data, traceId, number, delayMillis, traceParent);
  }

  Order withDelayMillis(int millis) {
    return new Order(data, traceId, attempts, millis, traceParent);
  }

  Order withTraceParent(String text) {
    return new Order(data, traceId, attempts, delayMillis, text);
  }

  /** The line that a peer's program reads; what is 0 is left to the SDK's plain way. */
  String line() {
    ObjectNode line = JsonNodeFactory.instance.objectNode();
    line.put("urn", URN);
    line.put("trace_id", traceId);
    line.set("data", Message.tree(data));
    if (attempts != 0) {
      line.put("attempts", attempts);
    }
    if (delayMillis != 0) {
      line.put("delay_ms", delayMillis);
    }
    if (traceParent != null) {
      line.putObject("headers").put(TRACE_PARENT, traceParent);
    }
    return line.toString();
  }

  /** The line for a body that is sent as it is. */
  static String lineOf(String body) {
    return JsonNodeFactory.instance.objectNode().put("body", body).toString();
  }

  /** What a handler is to see of this order. */
  Message seen(String id, int seenAttempts) {
    return new Message(
        URN, Message.value(Message.tree(data)), traceId, id, seenAttempts, traceParent, false);
  }
}
