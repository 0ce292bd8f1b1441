package com.babelqueue.connect.broker.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * An HTTP server that answers every AWS call the same way: for answers that no broker on this
 * machine gives, such as a refused signature or a role's credentials.
 */
final class ScriptedAws implements AutoCloseable {
  private final HttpServer server;
  private final List<Headers> requests = new CopyOnWriteArrayList<>();

  private ScriptedAws(int status, String contentType, String body) {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new AssertionError("no loopback port", e);
    }
    server.createContext("/", exchange -> answer(exchange, status, contentType, body));
    server.start();
  }

  /** Refuses every call of SQS's JSON protocol with a code and a text. */
  static ScriptedAws refusing(int status, String code, String message) {
    return new ScriptedAws(
        status,
        "application/x-amz-json-1.0",
        "{\"__type\":\"com.amazonaws.sqs#" + code + "\",\"message\":\"" + message + "\"}");
  }

  /** Refuses every call of STS's XML protocol. */
  static ScriptedAws stsRefusing(int status, String code) {
    return new ScriptedAws(
        status,
        "text/xml",
        "<ErrorResponse><Error><Type>Sender</Type><Code>"
            + code
            + "</Code><Message>no</Message></Error></ErrorResponse>");
  }

  /** Answers as STS does when it hands out temporary credentials. */
  static ScriptedAws assumingRole(String secret, String token) {
    return new ScriptedAws(
        200,
        "text/xml",
        "<AssumeRoleResponse><AssumeRoleResult><Credentials><AccessKeyId>ASIAROLE</AccessKeyId>"
            + "<SecretAccessKey>"
            + secret
            + "</SecretAccessKey><SessionToken>"
            + token
            + "</SessionToken><Expiration>2099-01-01T00:00:00Z</Expiration></Credentials>"
            + "</AssumeRoleResult></AssumeRoleResponse>");
  }

  private void answer(HttpExchange exchange, int status, String contentType, String body)
      throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      requests.add(exchange.getRequestHeaders());
      byte[] bytes = body.getBytes(UTF_8);
      exchange.getResponseHeaders().add("Content-Type", contentType);
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  String address() {
    return String.format(Locale.ROOT, "http://127.0.0.1:%d", server.getAddress().getPort());
  }

  /** The headers of every call so far. */
  List<Headers> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
