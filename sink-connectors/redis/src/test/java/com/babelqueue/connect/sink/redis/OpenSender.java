package com.babelqueue.connect.sink.redis;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.contract.SendProbe;
import com.babelqueue.connect.sink.Send;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A sender on the test's server, driven as the engine would. One test thread. */
final class OpenSender implements AutoCloseable {
  /** Lets every record name its list. */
  static final String ANY_LIST = "${header.list}";

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final ListSender sender;

  private OpenSender(ListSender sender) {
    this.sender = sender;
  }

  static OpenSender of(RedisPeer peer, String queue, String... pairs) throws BrokerException {
    return at(peer.address(), queue, pairs);
  }

  static OpenSender at(InetSocketAddress address, String queue, String... pairs)
      throws BrokerException {
    Map<String, String> props = new HashMap<>();
    props.put("name", "bridge");
    props.put("redis.host.and.ports", address.getHostString() + ":" + address.getPort());
    props.put("redis.queue", queue);
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    ListSender sender = new ListSender(new RedisSinkConfig(props));
    sender.open(failure -> {});
    return new OpenSender(sender);
  }

  static String envelope(int number) {
    return String.format(
        Locale.ROOT,
        "{\"job\":\"urn:x\",\"trace_id\":\"t\",\"data\":{\"n\":%d,\"price\":99.90,\"q\":\"ğ\\\"\"},"
            + "\"meta\":{\"id\":\"%d\",\"schema_version\":1},\"attempts\":0}",
        number,
        number);
  }

  static SendProbe probe(String list, int number, NativeHeader... headers) {
    return SendProbe.of(
        list, envelope(number).getBytes(StandardCharsets.UTF_8), Arrays.asList(headers));
  }

  /** Sends all in one call. */
  void send(SendProbe... probes) throws BrokerException {
    sender.send(List.<Send>of(probes));
  }

  /** Loses the connection and opens another, as the engine does. */
  void reopen() throws BrokerException {
    sender.close();
    sender.open(failure -> {});
  }

  static SendProbe.Outcome outcome(SendProbe probe) throws InterruptedException {
    return probe.outcome(LIMIT);
  }

  @Override
  public void close() {
    sender.close();
  }
}
