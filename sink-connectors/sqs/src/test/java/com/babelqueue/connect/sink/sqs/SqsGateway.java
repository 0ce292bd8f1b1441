package com.babelqueue.connect.sink.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between a sender and a real broker, looks at every batch that passes, and on request does
 * what AWS does and ElasticMQ cannot be brought to do: refuse single entries of a batch. What is
 * not refused reaches the broker.
 */
final class SqsGateway implements AutoCloseable {
  private static final String BATCH = "AmazonSQS.SendMessageBatch";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI broker;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpClient client = HttpClient.newHttpClient();
  private final List<List<JsonNode>> batches = new CopyOnWriteArrayList<>();
  private final Map<String, Refusal> refusals = new ConcurrentHashMap<>();
  private final Map<String, Integer> groupsUnderWay = new ConcurrentHashMap<>();
  private final List<String> overlaps = new CopyOnWriteArrayList<>();

  private SqsGateway(URI broker) throws IOException {
    this.broker = broker;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  static SqsGateway to(URI broker) throws IOException {
    return new SqsGateway(broker);
  }

  String address() {
    return String.format(Locale.ROOT, "http://127.0.0.1:%d", server.getAddress().getPort());
  }

  /** Refuses, once, the next message whose body contains a text, as an entry of its batch. */
  void refuseEntry(String text, boolean senderFault, String code) {
    refusals.put(text, new Refusal(senderFault, code, true));
  }

  /** Refuses, once, the next call with a message whose body contains a text. */
  void refuseCall(String text, String code) {
    refusals.put(text, new Refusal(true, code, false));
  }

  /** The bodies of every batch that came, in the order in which they came. */
  List<List<String>> batches() {
    return batches.stream().map(batch -> batch.stream().map(SqsGateway::body).toList()).toList();
  }

  /** Message groups that were in two batches at a time. */
  List<String> overlaps() {
    return overlaps;
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] request = exchange.getRequestBody().readAllBytes();
      String target = String.valueOf(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
      Answer answer = target.equals(BATCH) ? batch(request) : forward(target, request);
      exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
      byte[] body = answer.body().getBytes(UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private Answer batch(byte[] request) throws IOException {
    ObjectNode call = (ObjectNode) JSON.readTree(request);
    List<JsonNode> entries = new ArrayList<>();
    call.get("Entries").forEach(entries::add);
    batches.add(entries);
    List<String> groups =
        entries.stream().map(entry -> entry.path("MessageGroupId").asText("")).distinct().toList();
    groups.forEach(this::enter);
    try {
      return answer(call, entries);
    } finally {
      groups.forEach(group -> groupsUnderWay.merge(group, -1, Integer::sum));
    }
  }

  private void enter(String group) {
    if (!group.isEmpty() && groupsUnderWay.merge(group, 1, Integer::sum) > 1) {
      overlaps.add(group);
    }
  }

  private Answer answer(ObjectNode call, List<JsonNode> entries) throws IOException {
    ArrayNode passing = JSON.createArrayNode();
    ArrayNode failed = JSON.createArrayNode();
    for (JsonNode entry : entries) {
      Refusal refusal = refusal(body(entry));
      if (refusal == null) {
        passing.add(entry);
      } else if (refusal.entryOnly()) {
        failed
            .addObject()
            .put("Id", entry.get("Id").textValue())
            .put("SenderFault", refusal.senderFault())
            .put("Code", refusal.code())
            .put("Message", body(entry));
      } else {
        return new Answer(400, "{\"__type\":\"com.amazonaws.sqs#" + refusal.code() + "\"}");
      }
    }
    ObjectNode result = JSON.createObjectNode();
    if (!passing.isEmpty()) {
      call.set("Entries", passing);
      Answer answer = forward(BATCH, JSON.writeValueAsBytes(call));
      if (answer.status() != 200) {
        return answer;
      }
      result = (ObjectNode) JSON.readTree(answer.body());
    }
    if (!failed.isEmpty()) {
      result.set("Failed", failed);
    }
    return new Answer(200, JSON.writeValueAsString(result));
  }

  private Refusal refusal(String body) {
    return refusals.keySet().stream()
        .filter(body::contains)
        .findFirst()
        .map(refusals::remove)
        .orElse(null);
  }

  private Answer forward(String target, byte[] request) throws IOException {
    HttpRequest call =
        HttpRequest.newBuilder(broker)
            .header("X-Amz-Target", target)
            .header("Content-Type", "application/x-amz-json-1.0")
            .POST(HttpRequest.BodyPublishers.ofByteArray(request))
            .build();
    try {
      HttpResponse<String> response = client.send(call, HttpResponse.BodyHandlers.ofString(UTF_8));
      return new Answer(response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private static String body(JsonNode entry) {
    return entry.get("MessageBody").textValue();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private record Refusal(boolean senderFault, String code, boolean entryOnly) {}

  private record Answer(int status, String body) {}
}
