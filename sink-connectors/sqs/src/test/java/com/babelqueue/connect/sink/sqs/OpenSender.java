package com.babelqueue.connect.sink.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.sink.OutboundMessage;
import com.babelqueue.connect.sink.Send;
import com.babelqueue.connect.sink.SinkConfig;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** A sender that is connected to a broker, driven as the engine would. One test thread. */
final class OpenSender implements AutoCloseable {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private final SqsSender sender;
  private final BlockingQueue<BrokerException> lost = new LinkedBlockingQueue<>();
  private final Ticks ticks = new Ticks();

  private OpenSender(SqsSinkConfig config) throws BrokerException {
    sender = new SqsSender(config, ticks);
    sender.open(lost::add);
  }

  /** Opens a sender to an endpoint; the queue is a setting's value, pairs are more settings. */
  static OpenSender through(SqsPeer peer, String endpoint, String queue, String... pairs)
      throws BrokerException {
    Map<String, String> props = peer.connection(endpoint);
    props.put("name", "test");
    props.put(SqsSinkConfig.QUEUE, queue);
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return new OpenSender(new SqsSinkConfig(props));
  }

  /** The same, straight to the broker. */
  static OpenSender to(SqsPeer peer, String queue, String... pairs) throws BrokerException {
    return through(peer, peer.endpoint().toString(), queue, pairs);
  }

  /** Hands messages on in one call. */
  void send(List<SendProbe> probes) throws BrokerException {
    sender.send(List.<Send>copyOf(probes));
  }

  /** Hands one message on and waits for its outcome. */
  SendProbe.Outcome outcome(OutboundMessage.Builder message) throws Exception {
    SendProbe probe = SendProbe.of(message.build());
    send(List.of(probe));
    return probe.outcome(LIMIT);
  }

  /** Waits for all outcomes. */
  static List<SendProbe.Kind> kinds(List<SendProbe> probes) throws InterruptedException {
    List<SendProbe.Kind> kinds = new ArrayList<>();
    for (SendProbe probe : probes) {
      kinds.add(probe.outcome(LIMIT).kind());
    }
    return kinds;
  }

  /** The failure that the sender reported outside of any call. */
  BrokerException lost() throws InterruptedException {
    BrokerException failure = lost.poll(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
    if (failure == null) {
      throw new AssertionError("the sender reported no failure");
    }
    return failure;
  }

  void pass(Duration time) {
    ticks.now = ticks.now.plus(time);
  }

  /** A numbered message to a queue. */
  static SendProbe probe(String queue, int number) {
    return SendProbe.of(message(queue, envelope(number), number).build());
  }

  /** Numbered messages to a queue. */
  static List<SendProbe> probes(String queue, int from, int to) {
    return new ArrayList<>(IntStream.range(from, to).mapToObj(i -> probe(queue, i)).toList());
  }

  /** A numbered message of a group, which is its key. */
  static SendProbe probe(String queue, String group, int number) {
    return SendProbe.of(
        message(queue, envelope(number), number)
            .key(group.getBytes(UTF_8))
            .variables(variable -> variable.equals(SinkConfig.VARIABLE_KEY) ? group : null)
            .build());
  }

  static OutboundMessage.Builder message(String queue, String body, int offset) {
    byte[] bytes = body.getBytes(UTF_8);
    Envelope envelope = new EnvelopeScanner().scan(bytes);
    return OutboundMessage.to(queue, bytes, "orders-0@" + offset)
        .envelope(envelope, envelope.attempts());
  }

  static OutboundMessage.Builder message(String queue, NativeHeader... headers) {
    return message(queue, envelope(1), 1).headers(List.of(headers));
  }

  /** An envelope with a number in its data and its ids. */
  static String envelope(int number) {
    return envelope(number, "");
  }

  static String envelope(int number, String note) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:babel:orders:created\",\"trace_id\":\"6f1c2a52-9f0e-4d27-8a51-%012d\","
            + "\"data\":{\"number\":%d,\"note\":\"%s\"},\"meta\":{\"id\":\"0b54b1f2-0000-4000-8000-%012d\","
            + "\"queue\":\"orders\",\"lang\":\"php\",\"schema_version\":1,"
            + "\"created_at\":1749132727000},\"attempts\":0}",
        number,
        number,
        note,
        number);
  }

  @Override
  public void close() {
    sender.close();
  }

  /** A clock that moves when a test says so. */
  private static final class Ticks extends Clock {
    private Instant now = Instant.ofEpochMilli(1_749_132_727_000L);

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneOffset getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
