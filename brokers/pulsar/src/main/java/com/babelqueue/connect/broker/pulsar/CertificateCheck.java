package com.babelqueue.connect.broker.pulsar;

import com.babelqueue.connect.broker.BrokerException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.cert.CertificateException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * Looks at the cluster's certificate before the client does, which only says "Connection already
 * closed" when it does not trust it and would try again for ever. It is stricter than the client,
 * which for an address of digits takes whatever name that resolves back to: the certificate must be
 * one of the host as the URL names it.
 *
 * <p>Whatever else goes wrong here is left to the client to meet. Used by one thread at a time.
 */
final class CertificateCheck {
  private static final int LIMIT_MS = (int) Duration.ofSeconds(1).toMillis();
  private static final int PULSAR_PORT = 6651;
  private static final int HTTPS_PORT = 443;

  private final SSLSocketFactory factory;
  private final boolean verifiesHostname;

  CertificateCheck(SSLSocketFactory factory, boolean verifiesHostname) {
    this.factory = factory;
    this.verifiesHostname = verifiesHostname;
  }

  /**
   * Shakes hands with the first host of a service URL; takes two seconds at most.
   *
   * @throws BrokerException naming the trust store when the certificate is not trusted or is
   *     another host's
   */
  void run(String serviceUrl) throws BrokerException {
    URI first = firstAddress(serviceUrl);
    if (first == null || first.getHost() == null) {
      return;
    }
    int port = first.getPort();
    if (port < 0) {
      port = "https".equals(first.getScheme()) ? HTTPS_PORT : PULSAR_PORT;
    }
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(first.getHost(), port), LIMIT_MS);
      plain.setSoTimeout(LIMIT_MS);
      shakeHands((SSLSocket) factory.createSocket(plain, first.getHost(), port, true));
    } catch (SSLException e) {
      if (blamesCertificate(e)) {
        throw BrokerException.misconfigured(
            PulsarSettings.TLS.trustStoreKey(),
            "the certificate of " + first.getHost() + " is refused: " + e.getMessage(),
            e);
      }
    } catch (IOException e) {
      // The client tries the other hosts, and says what an outage looks like.
      return;
    }
  }

  /** Null where it is no address to the JDK, such as one with an underscore in its host. */
  private static URI firstAddress(String serviceUrl) {
    try {
      return new URI(serviceUrl.split(",", 2)[0]);
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private void shakeHands(SSLSocket socket) throws IOException {
    if (verifiesHostname) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    socket.startHandshake();
  }

  /** Not so where it is the cluster that ends the handshake, as without a client's certificate. */
  private static boolean blamesCertificate(SSLException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }
}
