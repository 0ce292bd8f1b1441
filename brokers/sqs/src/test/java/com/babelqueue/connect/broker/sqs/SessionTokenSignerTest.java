package com.babelqueue.connect.broker.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.harness.LogCapture;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4FamilyHttpSigner;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.HttpSigner;
import software.amazon.awssdk.http.auth.spi.signer.SignRequest;
import software.amazon.awssdk.http.auth.spi.signer.SignedRequest;

class SessionTokenSignerTest {
  private static final AwsCredentials TEMPORARY =
      AwsSessionCredentials.create("ASIA", "secret", "CANARY-TOKEN");
  private static final AwsV4HttpSigner OWN = new SessionTokenSigner(() -> true);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://sqs.eu-west-1.amazonaws.com/",
        "https://sqs.eu-west-1.amazonaws.com",
        "http://127.0.0.1:9324/",
        "http://localhost:80/",
        "https://localhost:443/"
      })
  void signsAsTheSdkDoes(String address) {
    SignRequest<AwsCredentials> request = request(address, "{\"QueueUrl\":\"ü\"}", TEMPORARY);

    SignedRequest own = OWN.sign(request);

    SignedRequest sdk = AwsV4HttpSigner.create().sign(request);
    assertThat(own.request().headers()).isEqualTo(sdk.request().headers());
    assertThat(own.request().getUri()).isEqualTo(sdk.request().getUri());
    assertThat(own.payload()).isEqualTo(sdk.payload());
  }

  @Test
  void signsARequestWithoutABody() {
    SignRequest<AwsCredentials> request = request("http://localhost/", null, TEMPORARY);

    assertThat(OWN.sign(request).request().headers())
        .isEqualTo(AwsV4HttpSigner.create().sign(request).request().headers());
  }

  @Test
  void leavesPermanentCredentialsToTheSdk() {
    SignRequest<AwsCredentials> request =
        request("http://localhost/", "{}", AwsBasicCredentials.create("AKIA", "secret"));

    assertThat(OWN.sign(request).request().headers())
        .isEqualTo(AwsV4HttpSigner.create().sign(request).request().headers());
  }

  @Test
  void theTokenIsInNoLogLineAlthoughTheSdkWouldWriteIt() {
    SignRequest<AwsCredentials> request = request("http://localhost/", "{}", TEMPORARY);
    AwsV4HttpSigner own = SessionTokenSigner.scheme().signer();

    try (LogCapture log = LogCapture.of("CANARY-TOKEN")) {
      SignedRequest signed = own.sign(request);

      assertThat(signed.request().headers().get("X-Amz-Security-Token"))
          .isEqualTo(List.of("CANARY-TOKEN"));
      assertThat(log.lines()).isEmpty();
    }
    try (LogCapture log = LogCapture.of("CANARY-TOKEN")) {
      AwsV4HttpSigner.create().sign(request);

      assertThat(log.lines())
          .as("the SDK's signer still logs where this class expects it to")
          .isNotEmpty()
          .allMatch(line -> line.contains("internal.signer.DefaultV4RequestSigner"));
    }
  }

  private static SignRequest<AwsCredentials> request(
      String address, String body, AwsCredentials credentials) {
    SdkHttpRequest http =
        SdkHttpRequest.builder()
            .method(SdkHttpMethod.POST)
            .uri(URI.create(address))
            .putHeader("X-Amz-Target", "AmazonSQS.ReceiveMessage")
            .putHeader("Content-Type", "application/x-amz-json-1.0")
            .putHeader("User-Agent", "test")
            .putHeader("spaced", "  a   b ")
            .putHeader("twice", List.of("b", "a"))
            .build();
    return SignRequest.builder(credentials)
        .request(http)
        .payload(body == null ? null : ContentStreamProvider.fromByteArray(body.getBytes(UTF_8)))
        .putProperty(AwsV4HttpSigner.REGION_NAME, "eu-west-1")
        .putProperty(AwsV4FamilyHttpSigner.SERVICE_SIGNING_NAME, "sqs")
        .putProperty(
            HttpSigner.SIGNING_CLOCK,
            Clock.fixed(Instant.parse("2026-02-03T04:05:06Z"), ZoneOffset.UTC))
        .build();
  }
}
