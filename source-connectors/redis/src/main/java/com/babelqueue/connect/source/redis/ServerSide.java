package com.babelqueue.connect.source.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The server's end of a connection, by which it can be closed over another one.
 *
 * <p>A network that was cut delivers late what it still holds, so a server may carry out commands
 * of a connection that its client has long given up. Once the server's end is closed it does not.
 *
 * @param id the server's number for it
 * @param address where the server sees the client; together with the number it names no other
 *     connection, even after a restart of the server
 */
record ServerSide(String id, String address) {
  /**
   * Asks the server.
   *
   * @return empty when the user may not ask
   * @throws redis.clients.jedis.exceptions.JedisException when the server is gone
   */
  static Optional<ServerSide> of(Connection connection) {
    try {
      Object answer = connection.executeCommand(new CommandArguments(Command.CLIENT).add("INFO"));
      Map<String, String> fields = new HashMap<>();
      for (String field : new String((byte[]) answer, UTF_8).strip().split(" ", -1)) {
        int equals = field.indexOf('=');
        if (equals > 0) {
          fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
      }
      return fields.containsKey("id") && fields.containsKey("addr")
          ? Optional.of(new ServerSide(fields.get("id"), fields.get("addr")))
          : Optional.empty();
    } catch (JedisDataException e) {
      return Optional.empty();
    }
  }

  /**
   * Closes it.
   *
   * @param other a connection to the same server
   * @return whether it is certainly gone; false when the user may not close connections
   * @throws redis.clients.jedis.exceptions.JedisException when the server is gone
   */
  boolean close(Connection other) {
    try {
      other.executeCommand(
          new CommandArguments(Command.CLIENT)
              .add("KILL")
              .add("ID")
              .add(id)
              .add("ADDR")
              .add(address));
      return true;
    } catch (JedisDataException e) {
      return false;
    }
  }
}
