package com.babelqueue.connect.broker.redis;

import java.io.IOException;
import java.net.Socket;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisSocketFactory;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Puts TLS over the client's plain sockets, set up by the settings that all brokers share. */
final class TlsSockets implements JedisSocketFactory {
  private final JedisSocketFactory plain;
  private final HostAndPort address;
  private final SSLSocketFactory tls;
  private final boolean verifiesHostname;

  /**
   * @param plain opens the connection below
   * @param address whose name the certificate must carry
   */
  TlsSockets(
      JedisSocketFactory plain,
      HostAndPort address,
      SSLSocketFactory tls,
      boolean verifiesHostname) {
    this.plain = plain;
    this.address = address;
    this.tls = tls;
    this.verifiesHostname = verifiesHostname;
  }

  @Override
  public Socket createSocket() {
    Socket below = plain.createSocket();
    try {
      SSLSocket socket =
          (SSLSocket) tls.createSocket(below, address.getHost(), address.getPort(), true);
      if (verifiesHostname) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      socket.startHandshake();
      return socket;
    } catch (IOException e) {
      closeQuietly(below, e);
      throw new JedisConnectionException("TLS handshake failed", e);
    }
  }

  private static void closeQuietly(Socket socket, IOException cause) {
    try {
      socket.close();
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
