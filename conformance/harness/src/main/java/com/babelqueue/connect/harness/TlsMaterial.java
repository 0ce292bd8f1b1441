package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/**
 * Key and certificate of a test server on localhost and 127.0.0.1: self-signed, valid for two days,
 * made anew in each run. Files lie in the directory given and go with it.
 *
 * @param keyStore PKCS12 store with key and certificate, for servers written in Java
 * @param trustStore PKCS12 store with the certificate alone
 * @param password the password of both stores
 * @param certificatePem the certificate as PEM
 * @param privateKeyPem the key as PEM (PKCS8), for servers that are not written in Java
 */
record TlsMaterial(
    Path keyStore, Path trustStore, String password, Path certificatePem, Path privateKeyPem) {
  private static final String ALIAS = "server";
  private static final Duration LIMIT = Duration.ofSeconds(30);

  static TlsMaterial create(TempDirectory directory) {
    String password = "changeit";
    Path keyStore = directory.path().resolve("server.p12");
    runKeytool(directory, keyStore, password);
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(keyStore)) {
        store.load(in, password.toCharArray());
      }
      byte[] certificate = store.getCertificate(ALIAS).getEncoded();
      byte[] key = store.getKey(ALIAS, password.toCharArray()).getEncoded();
      KeyStore trusted = KeyStore.getInstance("PKCS12");
      trusted.load(null, null);
      trusted.setCertificateEntry(ALIAS, store.getCertificate(ALIAS));
      Path trustStore = directory.path().resolve("trust.p12");
      try (OutputStream out = Files.newOutputStream(trustStore)) {
        trusted.store(out, password.toCharArray());
      }
      return new TlsMaterial(
          keyStore,
          trustStore,
          password,
          directory.write("server-cert.pem", pem("CERTIFICATE", certificate)),
          directory.write("server-key.pem", pem("PRIVATE KEY", key)));
    } catch (IOException | GeneralSecurityException e) {
      throw new HarnessException("no TLS key for the test server", e);
    }
  }

  TlsEndpoint endpoint(int port) {
    return new TlsEndpoint(port, trustStore, password, certificatePem);
  }

  private static void runKeytool(TempDirectory directory, Path keyStore, String password) {
    ProcessBuilder keytool =
        new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-validity",
                "2",
                "-dname",
                "CN=localhost",
                "-ext",
                "BasicConstraints:critical=ca:true",
                "-ext",
                "SubjectAlternativeName=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                keyStore.toString(),
                "-storepass",
                password));
    ChildProcess process =
        ChildProcess.start("keytool", keytool, directory.path().resolve("keytool.out"));
    process.awaitEnd(LIMIT, List.of());
    if (!Files.isRegularFile(keyStore)) {
      throw new HarnessException("keytool made no key:\n" + process.outputTail());
    }
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN "
        + type
        + "-----\n"
        + Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
            .encodeToString(content)
        + "\n-----END "
        + type
        + "-----\n";
  }
}
