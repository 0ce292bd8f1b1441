package com.babelqueue.connect.harness;

import java.nio.file.Path;

/**
 * What a client needs to reach a broker's TLS listener.
 *
 * @param port the listener's port on the broker's host
 * @param trustStore a PKCS12 store with the certificate that signs the server's
 * @param trustStorePassword the store's password
 * @param certificatePem the same certificate as a PEM file
 */
public record TlsEndpoint(
    int port, Path trustStore, String trustStorePassword, Path certificatePem) {}
