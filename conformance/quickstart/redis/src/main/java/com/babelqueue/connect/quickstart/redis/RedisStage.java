package com.babelqueue.connect.quickstart.redis;

import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.RedisBroker;
import com.babelqueue.connect.quickstart.scene.NativeMessage;
import com.babelqueue.connect.quickstart.scene.OrderStory;
import com.babelqueue.connect.quickstart.scene.PlainEnvelope;
import com.babelqueue.connect.quickstart.scene.PlainSender;
import com.babelqueue.connect.quickstart.scene.SentMessage;
import com.babelqueue.connect.quickstart.scene.Stage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import redis.clients.jedis.RedisClient;

/**
 * Pushes to a list with Jedis: the envelope and nothing else, since Redis has no headers (RED-1),
 * or a frame around it where there are some (RED-6).
 */
final class RedisStage implements Stage, PlainSender {
  private static final String URI = "redis.uri";
  private static final String POM = "/META-INF/maven/redis.clients/jedis/pom.properties";

  private static final String BODY_MEMBER = ",\"body\":\"";
  private static final Duration LOOK_LIMIT = Duration.ofSeconds(60);

  private final RedisBroker broker;
  private final RedisClient client;
  private final String queue;
  private final boolean addressedByUri;

  RedisStage(RedisBroker broker, String queue, Map<String, String> config) {
    this.broker = broker;
    this.client = RedisClient.create(broker.host(), broker.port());
    this.queue = queue;
    this.addressedByUri = config.containsKey(URI);
  }

  @Override
  public String broker() {
    return broker.describe() + " on " + address();
  }

  private String address() {
    return broker.host() + ":" + broker.port();
  }

  @Override
  public String client() {
    Properties pom = new Properties();
    try (InputStream in = RedisClient.class.getResourceAsStream(POM)) {
      pom.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("Jedis does not tell its version", e);
    }
    return "Jedis " + pom.getProperty("version");
  }

  @Override
  public String queue() {
    return queue;
  }

  @Override
  public Map<String, String> settings() {
    return addressedByUri
        ? Map.of(URI, "redis://" + address())
        : Map.of("redis.host.and.ports", address());
  }

  @Override
  public void send(Consumer<SentMessage> sent) {
    OrderStory story = new OrderStory("redis", queue);
    PlainEnvelope created = story.created().retried();
    sendEnvelope(created, Map.of());
    sent.accept(
        SentMessage.of(
            "retried as a runtime does (a copy with attempts 1; Redis has no count), so bq-attempts is 1",
            created,
            created.attempts()));
    story.sendRest(this, "a __bq_frame around the envelope", sent);
  }

  @Override
  public void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers) {
    sendBare(headers.isEmpty() ? envelope.body() : framed(envelope.body(), headers));
  }

  @Override
  public void sendBare(String body) {
    client.rpush(queue, body);
  }

  private static String framed(String body, Map<String, String> headers) {
    String members =
        new TreeMap<>(headers)
            .entrySet().stream()
                .map(header -> quoted(header.getKey()) + ":" + quoted(header.getValue()))
                .collect(Collectors.joining(","));
    return "{\"__bq_frame\":1,\"headers\":{%s},\"body\":%s}".formatted(members, quoted(body));
  }

  /** The texts used here need no other escapes. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @Override
  public List<NativeMessage> look(int count) {
    return Await.value(
            count + " elements in list " + queue,
            LOOK_LIMIT,
            () -> Optional.of(client.lrange(queue, 0, -1)).filter(list -> list.size() >= count))
        .stream()
        .map(element -> new NativeMessage(bodyOf(element), framing(element)))
        .toList();
  }

  private static Map<String, String> framing(String element) {
    return isFramed(element)
        ? Map.of("__bq_frame", element.substring(0, element.indexOf(BODY_MEMBER)))
        : Map.of();
  }

  private static boolean isFramed(String element) {
    return element.startsWith("{\"__bq_frame\"") && element.contains(BODY_MEMBER);
  }

  /** The texts used here have no other escapes. */
  private static String bodyOf(String element) {
    if (!isFramed(element)) {
      return element;
    }
    int start = element.indexOf(BODY_MEMBER) + BODY_MEMBER.length();
    String quoted = element.substring(start, element.lastIndexOf('"'));
    return quoted.replace("\\\"", "\"").replace("\\\\", "\\");
  }

  @Override
  public void close() {
    try {
      client.close();
    } finally {
      broker.close();
    }
  }
}
