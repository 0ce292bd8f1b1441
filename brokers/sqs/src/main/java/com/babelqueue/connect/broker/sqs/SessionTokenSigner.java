package com.babelqueue.connect.broker.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.scheme.AwsV4AuthScheme;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.AsyncSignRequest;
import software.amazon.awssdk.http.auth.spi.signer.AsyncSignedRequest;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;
import software.amazon.awssdk.identity.spi.AwsSessionCredentialsIdentity;
import software.amazon.awssdk.identity.spi.IdentityProvider;
import software.amazon.awssdk.identity.spi.IdentityProviders;

/**
 * Signs requests with AWS Signature Version 4 without writing the session token to a log.
 *
 * <p>The SDK's own signer does all the work, with one exception. At DEBUG it logs the canonical
 * request, and the session token is a line of that. So while its logger is at DEBUG, requests of
 * temporary credentials are signed here instead, with the same result. SQS and STS requests are
 * POSTs to {@code /} without a query, which is all that this class can sign.
 *
 * <p>Stateless; any thread may use it.
 */
final class SessionTokenSigner implements AwsV4HttpSigner {
  /** The class that logs the canonical request; a test fails when the SDK renames it. */
  private static final Logger SDK_LOG =
      LoggerFactory.getLogger(
          "software.amazon.awssdk.http.auth.aws.internal.signer.DefaultV4RequestSigner");

  private static final String ALGORITHM = "AWS4-HMAC-SHA256";
  private static final String TERMINATOR = "aws4_request";
  private static final String HMAC = "HmacSHA256";
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyyMMdd", Locale.ROOT).withZone(ZoneOffset.UTC);

  /** Headers that proxies may change on the way, which is why the SDK leaves them unsigned. */
  private static final Set<String> UNSIGNED =
      Set.of("connection", "x-amzn-trace-id", "user-agent", "expect", "transfer-encoding");

  private final AwsV4HttpSigner sdk = AwsV4HttpSigner.create();
  private final BooleanSupplier sdkWouldLog;

  /**
   * @param sdkWouldLog whether the SDK's signer would write the canonical request
   */
  SessionTokenSigner(BooleanSupplier sdkWouldLog) {
    this.sdkWouldLog = sdkWouldLog;
  }

  /** The auth scheme that makes a client sign with this class. */
  static AwsV4AuthScheme scheme() {
    AwsV4HttpSigner signer = new SessionTokenSigner(SDK_LOG::isDebugEnabled);
    return new AwsV4AuthScheme() {
      @Override
      public String schemeId() {
        return SCHEME_ID;
      }

      @Override
      public IdentityProvider<AwsCredentialsIdentity> identityProvider(
          IdentityProviders providers) {
        return providers.identityProvider(AwsCredentialsIdentity.class);
      }

      @Override
      public AwsV4HttpSigner signer() {
        return signer;
      }
    };
  }

  @Override
  public SignedRequest sign(SignRequest<? extends AwsCredentialsIdentity> request) {
    if (request.identity() instanceof AwsSessionCredentialsIdentity temporary
        && sdkWouldLog.getAsBoolean()) {
      return signed(request, temporary);
    }
    return sdk.sign(request);
  }

  /** Never called by the synchronous clients of this package. */
  @Override
  public CompletableFuture<AsyncSignedRequest> signAsync(
      AsyncSignRequest<? extends AwsCredentialsIdentity> request) {
    return sdk.signAsync(request);
  }

  private static SignedRequest signed(
      SignRequest<? extends AwsCredentialsIdentity> request,
      AwsSessionCredentialsIdentity credentials) {
    Instant now = request.requireProperty(HttpSigner.SIGNING_CLOCK, Clock.systemUTC()).instant();
    String bodyHash = hex(sha256(body(request)));
    SdkHttpRequest.Builder dated =
        request.request().toBuilder()
            .putHeader("Host", host(request.request()))
            .putHeader("X-Amz-Date", TIME.format(now))
            .putHeader("x-amz-content-sha256", bodyHash)
            .putHeader("X-Amz-Security-Token", credentials.sessionToken());
    Map<String, String> headers = signedHeaders(dated.headers());
    String names = String.join(";", headers.keySet());
    String scope =
        String.join(
            "/",
            DAY.format(now),
            request.requireProperty(AwsV4HttpSigner.REGION_NAME),
            request.requireProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME),
            TERMINATOR);
    String canonical =
        headers.entrySet().stream()
            .map(header -> header.getKey() + ":" + header.getValue() + "\n")
            .collect(Collectors.joining("", "POST\n/\n\n", "\n" + names + "\n" + bodyHash));
    String toSign =
        String.join(
            "\n", ALGORITHM, TIME.format(now), scope, hex(sha256(canonical.getBytes(UTF_8))));
    byte[] key = ("AWS4" + credentials.secretAccessKey()).getBytes(UTF_8);
    for (String part : scope.split("/", -1)) {
      key = hmac(key, part);
    }
    dated.putHeader(
        "Authorization",
        ALGORITHM
            + " Credential="
            + credentials.accessKeyId()
            + "/"
            + scope
            + ", SignedHeaders="
            + names
            + ", Signature="
            + hex(hmac(key, toSign)));
    return SignedRequest.builder()
        .request(dated.build())
        .payload(request.payload().orElse(null))
        .build();
  }

  private static byte[] body(SignRequest<? extends AwsCredentialsIdentity> request) {
    ContentStreamProvider payload = request.payload().orElse(null);
    if (payload == null) {
      return new byte[0];
    }
    try (InputStream content = payload.newStream()) {
      return content.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("reading a request held in memory", e);
    }
  }

  private static String host(SdkHttpRequest request) {
    int usual = "https".equals(request.protocol()) ? 443 : 80;
    return request.port() == usual ? request.host() : request.host() + ":" + request.port();
  }

  private static Map<String, String> signedHeaders(Map<String, List<String>> all) {
    Map<String, String> signed = new TreeMap<>();
    all.forEach(
        (name, values) -> {
          String lower = name.toLowerCase(Locale.ROOT);
          if (!UNSIGNED.contains(lower)) {
            signed.put(
                lower,
                values.stream()
                    .map(value -> value.strip().replaceAll(" +", " "))
                    .collect(Collectors.joining(",")));
          }
        });
    return signed;
  }

  private static byte[] sha256(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text.getBytes(UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java runtime has " + HMAC, e);
    }
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
