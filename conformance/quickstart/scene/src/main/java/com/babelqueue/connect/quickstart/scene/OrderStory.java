package com.babelqueue.connect.quickstart.scene;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The messages that every scene sends: a small shop whose services are written in four languages.
 */
public final class OrderStory {
  private static final String TRACEPARENT = "traceparent";

  /** A W3C trace context that travels beside the envelope. */
  private static final String TRACE_CONTEXT =
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private final String broker;
  private final String queue;
  private final Clock clock;

  /**
   * Tells the story for one queue, with messages that are made now.
   *
   * @param broker tells the poison of one broker from another's
   */
  public OrderStory(String broker, String queue) {
    this(broker, queue, Clock.systemUTC());
  }

  OrderStory(String broker, String queue, Clock clock) {
    this.broker = broker;
    this.queue = queue;
    this.clock = clock;
  }

  /** The message that every story begins with: it is delivered, or sent, a second time. */
  public PlainEnvelope created() {
    return envelope(
        "urn:babel:orders:created",
        "php",
        "{\"order_id\":1042,\"customer\":\"Zoë Çelik\",\"price_cents\":9990,\"express\":true}");
  }

  /**
   * Sends {@link #created} to a broker that counts deliveries, and lets it count one.
   *
   * @param deliverInVain receives the one message that is there, and gives it back as failed
   * @param how says for a person what happens to it
   * @param sent told once the message is back
   */
  public void sendDeliveredInVain(
      PlainSender sender, Runnable deliverInVain, String how, Consumer<SentMessage> sent) {
    PlainEnvelope created = created();
    sender.sendEnvelope(created, Map.of());
    deliverInVain.run();
    sent.accept(SentMessage.of(how + ", so bq-attempts is 1", created, created.attempts() + 1));
  }

  /**
   * Sends what comes after {@link #created}, one message after the other.
   *
   * @param carrier says for a person where a header travels with this broker's messages, such as
   *     {@code an attribute beside the envelope}
   * @param sent told about each message once the broker has it
   */
  public void sendRest(PlainSender sender, String carrier, Consumer<SentMessage> sent) {
    PlainEnvelope paid = paid();
    sender.sendEnvelope(paid, Map.of(TRACEPARENT, TRACE_CONTEXT));
    sent.accept(
        SentMessage.of("with a traceparent in " + carrier, paid, 0)
            .withHeader(TRACEPARENT, TRACE_CONTEXT));
    PlainEnvelope invoiced = invoiced();
    sender.sendEnvelope(invoiced, Map.of());
    sent.accept(SentMessage.of("numbers stay as written: 99.90, 1e3, 20 digits", invoiced, 0));
    PlainEnvelope shipped =
        envelope(
            "urn:babel:orders:shipped",
            "python",
            "{\"order_id\":1042,\"note\":\"Café — naïve ☕\",\"parcels\":[]}");
    sender.sendEnvelope(shipped, Map.of());
    sent.accept(SentMessage.of("text beyond ASCII", shipped, 0));
    String poison = "order 1043, put into " + broker + " by hand: {\"qty\": 2, oops";
    sender.sendBare(poison);
    sent.accept(SentMessage.poison("poison: the body is no JSON", poison));
  }

  /**
   * The messages of a round trip, which begins in Kafka: good ones, with the headers that Kafka's
   * binding gives them.
   *
   * @param attempts what their records must say when they come back
   */
  public List<SentMessage> roundTrip(int attempts) {
    return List.of(
        SentMessage.of("text beyond ASCII", created(), attempts),
        SentMessage.of("with a traceparent", paid(), attempts)
            .withHeader(TRACEPARENT, TRACE_CONTEXT),
        SentMessage.of("numbers stay as written: 99.90, 1e3, 20 digits", invoiced(), attempts));
  }

  /** One of several orders that are told apart by their numbers, as in the retry loop. */
  public PlainEnvelope order(int number) {
    return envelope("urn:babel:orders:created", "go", "{\"order_id\":" + number + "}");
  }

  private PlainEnvelope paid() {
    return envelope("urn:babel:payments:received", "go", "{\"order_id\":1042,\"method\":\"card\"}");
  }

  /** Any re-encoding would change these numbers. */
  private PlainEnvelope invoiced() {
    return envelope(
        "urn:babel:invoices:issued",
        "java",
        "{\"number\":12345678901234567890,\"total\":99.90,\"rate\":1e3}");
  }

  private PlainEnvelope envelope(String urn, String lang, String data) {
    return PlainEnvelope.of(urn, queue, lang, clock.millis(), data);
  }
}
