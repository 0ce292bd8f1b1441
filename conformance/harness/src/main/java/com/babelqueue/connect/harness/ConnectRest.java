package com.babelqueue.connect.harness;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Client of a Connect worker's REST port: what an operator does with curl. Safe for any thread.
 *
 * <p>A request that the worker cannot serve at the moment (it is starting or rebalancing: 404, 409
 * or 5xx on a change) is repeated for a while; any other refusal is a {@link HarnessException} that
 * carries the status and the worker's message.
 */
public final class ConnectRest {
  private static final Pattern OUR_CONNECTOR =
      Pattern.compile("com\\.babelqueue\\.connect\\.(source|sink)\\..*");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
  private static final Duration REQUEST_LIMIT = Duration.ofSeconds(30);
  private static final Duration CHANGE_LIMIT = Duration.ofSeconds(30);

  private final URI base;

  private ConnectRest(URI base) {
    this.base = base;
  }

  static ConnectRest at(int port) {
    return new ConnectRest(URI.create("http://127.0.0.1:" + port));
  }

  /** Returns the worker's address, for a person to use with curl. */
  public URI address() {
    return base;
  }

  /** Waits until the worker has joined its group and answers about connectors. */
  void awaitReady(Duration limit) {
    Await.until(
        "Connect worker " + base + " answers", limit, () -> send("GET", "/connectors", null).ok());
  }

  /**
   * Validates a connector configuration as the worker does before it takes one.
   *
   * @param connectorClass full class name; put into the configuration where it is missing there
   * @return the keys with errors, in the order of the connector's definition; empty when all is
   *     well
   */
  public List<ConfigErrors> validate(String connectorClass, Map<String, String> config) {
    Map<String, String> whole = new TreeMap<>(config);
    whole.putIfAbsent("connector.class", connectorClass);
    whole = patient(whole);
    whole.putIfAbsent("name", "validated");
    JsonNode answer =
        change(
            "PUT",
            "/connector-plugins/" + encoded(connectorClass) + "/config/validate",
            JSON.valueToTree(whole));
    List<ConfigErrors> found = new ArrayList<>();
    for (JsonNode entry : answer.path("configs")) {
      JsonNode value = entry.path("value");
      List<String> errors = new ArrayList<>();
      value.path("errors").forEach(error -> errors.add(error.asText()));
      if (!errors.isEmpty()) {
        found.add(new ConfigErrors(value.path("name").asText(), errors));
      }
    }
    return found;
  }

  /** Creates a connector or changes its configuration. */
  public void put(String name, Map<String, String> config) {
    change("PUT", connector(name) + "/config", JSON.valueToTree(patient(config)));
  }

  /** Test machines are busy: our connectors may try their brokers for longer than by default. */
  private static Map<String, String> patient(Map<String, String> config) {
    Map<String, String> patient = new TreeMap<>(config);
    if (OUR_CONNECTOR.matcher(config.getOrDefault("connector.class", "")).matches()) {
      patient.putIfAbsent("validate.connection.timeout.ms", "60000");
    }
    return patient;
  }

  /** Deletes a connector; its offsets stay in the worker's topic. */
  public void delete(String name) {
    change("DELETE", connector(name), null);
  }

  /** Asks for a pause: tasks stay, but poll and put are no longer called. */
  public void pause(String name) {
    change("PUT", connector(name) + "/pause", null);
  }

  /** Ends a pause or a stop. */
  public void resume(String name) {
    change("PUT", connector(name) + "/resume", null);
  }

  /** Stops a connector: its tasks end, its configuration stays. */
  public void stop(String name) {
    change("PUT", connector(name) + "/stop", null);
  }

  /**
   * Restarts a connector, whatever its state, and returns when the old instances are gone. (The
   * worker's own way to include the tasks answers earlier, while they still run.) The status may
   * say RUNNING before the new instances do: where that matters, wait for a record of theirs.
   *
   * @param includeTasks whether its tasks restart as well, one after the other
   */
  public void restart(String name, boolean includeTasks) {
    change("POST", connector(name) + "/restart", null);
    if (includeTasks) {
      status(name).tasks().forEach(task -> restartTask(name, task.id()));
    }
  }

  /** Restarts one task and returns when the old instance is gone. */
  public void restartTask(String name, int task) {
    change("POST", connector(name) + "/tasks/" + task + "/restart", null);
  }

  /** Returns the names of all connectors. */
  public List<String> connectors() {
    return JSON.convertValue(get("/connectors"), new TypeReference<List<String>>() {});
  }

  /** Returns the class names of all plugins the worker found: connectors, SMTs and predicates. */
  public List<String> plugins() {
    List<String> classes = new ArrayList<>();
    for (JsonNode plugin : get("/connector-plugins?connectorsOnly=false")) {
      classes.add(plugin.path("class").asText());
    }
    return classes;
  }

  /** Returns the state of a connector; a connector just created may still be unknown (404). */
  public ConnectorStatus status(String name) {
    JsonNode answer = get(connector(name) + "/status");
    List<ConnectorStatus.Task> tasks = new ArrayList<>();
    for (JsonNode task : answer.path("tasks")) {
      tasks.add(
          new ConnectorStatus.Task(
              task.path("id").asInt(), task.path("state").asText(), task.path("trace").asText("")));
    }
    JsonNode connector = answer.path("connector");
    return new ConnectorStatus(
        connector.path("state").asText(), connector.path("trace").asText(""), tasks);
  }

  /** Returns the offsets that the worker holds for a connector. */
  public List<ConnectorOffset> offsets(String name) {
    TypeReference<Map<String, Object>> object = new TypeReference<>() {};
    List<ConnectorOffset> offsets = new ArrayList<>();
    for (JsonNode entry : get(connector(name) + "/offsets").path("offsets")) {
      JsonNode offset = entry.path("offset");
      offsets.add(
          new ConnectorOffset(
              JSON.convertValue(entry.path("partition"), object),
              offset.isObject() ? JSON.convertValue(offset, object) : Map.of()));
    }
    return offsets;
  }

  /**
   * Waits until the connector and exactly so many tasks are RUNNING.
   *
   * @throws HarnessException after the limit, with the last status and its traces
   */
  public void awaitRunning(String name, int tasks, Duration limit) {
    awaitState(name, "RUNNING", tasks, limit);
  }

  /**
   * Waits until the connector and exactly so many tasks have a state.
   *
   * @param state RUNNING, PAUSED, STOPPED (with 0 tasks), FAILED or UNASSIGNED
   * @throws HarnessException after the limit, with the last status and its traces
   */
  public void awaitState(String name, String state, int tasks, Duration limit) {
    Await.until(
        "connector " + name + " and " + tasks + " task(s) are " + state,
        limit,
        () -> {
          ConnectorStatus status = status(name);
          if (!status.allIn(state, tasks)) {
            throw new HarnessException(status.toString());
          }
          return true;
        });
  }

  /**
   * Waits until a task, or the connector itself, has failed.
   *
   * @return the stack trace that the worker reports
   */
  public String awaitTaskFailed(String name, Duration limit) {
    return Await.value(
        "connector " + name + " or a task of it has failed", limit, () -> status(name).failure());
  }

  private static String connector(String name) {
    return "/connectors/" + encoded(name);
  }

  private static String encoded(String segment) {
    return URLEncoder.encode(segment, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private JsonNode get(String path) {
    return send("GET", path, null).orThrow();
  }

  private JsonNode change(String method, String path, JsonNode body) {
    Answer last =
        Await.value(
            method + " " + path + " is served",
            CHANGE_LIMIT,
            () -> {
              Answer answer = send(method, path, body);
              if (answer.passing()) {
                throw answer.failure();
              }
              return Optional.of(answer);
            });
    return last.orThrow();
  }

  private Answer send(String method, String path, JsonNode body) {
    String request = method + " " + base + path;
    HttpRequest.BodyPublisher content =
        body == null
            ? HttpRequest.BodyPublishers.noBody()
            : HttpRequest.BodyPublishers.ofString(body.toString());
    try {
      HttpResponse<String> response =
          HTTP.send(
              HttpRequest.newBuilder(URI.create(base + path))
                  .timeout(REQUEST_LIMIT)
                  .header("Content-Type", "application/json")
                  .method(method, content)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return new Answer(request, response.statusCode(), response.body());
    } catch (IOException e) {
      throw new HarnessException(request + ": no answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HarnessException(request + ": interrupted", e);
    }
  }

  private record Answer(String request, int status, String body) {
    boolean ok() {
      return status >= 200 && status < 300;
    }

    boolean passing() {
      return status == 404 || status == 409 || status >= 500;
    }

    JsonNode orThrow() {
      if (!ok()) {
        throw failure();
      }
      try {
        return body.isBlank() ? JSON.missingNode() : JSON.readTree(body);
      } catch (JsonProcessingException e) {
        throw new HarnessException(request + ": the answer is not JSON", e);
      }
    }

    HarnessException failure() {
      String message = body;
      try {
        message = JSON.readTree(body).path("message").asText(body);
      } catch (JsonProcessingException e) {
        // A page of the web server rather than an answer of the worker: shown as it is.
      }
      return new HarnessException(request + ": HTTP " + status + ": " + message);
    }
  }
}
