package com.babelqueue.connect.quickstart.scene;

/**
 * The messages that every scene sends: a small shop whose services are written in four languages.
 */
public final class OrderStory {
  /** A W3C trace context that travels beside the envelope. */
  public static final String TRACEPARENT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final String broker;
  private final String queue;
  private final long now;

  /**
   * Tells the story for one queue.
   *
   * @param broker tells the poison of one broker from another's
   * @param now epoch milliseconds, the time at which the messages were made
   */
  public OrderStory(String broker, String queue, long now) {
    this.broker = broker;
    this.queue = queue;
    this.now = now;
  }

  /** The message that is delivered a second time. */
  public PlainEnvelope created() {
    return envelope(
        "urn:babel:orders:created",
        "php",
        "{\"order_id\":1042,\"customer\":\"Zoë Çelik\",\"price_cents\":9990,\"express\":true}");
  }

  /** The message that travels with {@link #TRACEPARENT}. */
  public PlainEnvelope paid() {
    return envelope("urn:babel:payments:received", "go", "{\"order_id\":1042,\"method\":\"card\"}");
  }

  /** The message whose numbers any re-encoding would change. */
  public PlainEnvelope invoiced() {
    return envelope(
        "urn:babel:invoices:issued",
        "java",
        "{\"number\":12345678901234567890,\"total\":99.90,\"rate\":1e3}");
  }

  /** The message with text beyond ASCII. */
  public PlainEnvelope shipped() {
    return envelope(
        "urn:babel:orders:shipped",
        "python",
        "{\"order_id\":1042,\"note\":\"Café — naïve ☕\",\"parcels\":[]}");
  }

  /** A body that is no JSON. */
  public String poison() {
    return "order 1043, put into " + broker + " by hand: {\"qty\": 2, oops";
  }

  private PlainEnvelope envelope(String urn, String lang, String data) {
    return PlainEnvelope.of(urn, queue, lang, now, data);
  }
}
