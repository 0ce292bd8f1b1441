package com.babelqueue.connect.broker.sqs;

import com.babelqueue.connect.broker.BrokerException;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryMode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.auth.StsAssumeRoleCredentialsProvider;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/**
 * The AWS clients of one task: SQS's own, and that of STS where a role is assumed.
 *
 * <p>{@link #sqs()} is thread-safe; {@link #open} and {@link #close} belong to the thread that owns
 * the task's connection. Region and credentials are resolved while opening, so that a wrong setting
 * shows there and not in the first receive.
 */
public final class SqsClients implements AutoCloseable {
  /** SQS's longest wait for messages; a connection may be silent for that long. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);

  /** What every server that speaks SQS's protocol takes, for one that does not tell its limit. */
  private static final String DEFAULT_MAX_MESSAGE_BYTES = "262144";

  /** Servers that only speak SQS's protocol take any region; a signature needs one. */
  private static final String REGION_OF_OTHER_SERVERS = "us-east-1";

  private final SqsFailures failures;
  private final AwsCredentialsProvider credentials;
  private final StsClient sts;
  private final SqsClient sqs;

  private SqsClients(SqsSettings settings, SqsFailures failures, Region region) {
    this.failures = failures;
    AwsCredentialsProvider base = baseCredentials(settings);
    this.sts =
        settings.roleArn().isEmpty()
            ? null
            : configured(StsClient.builder(), settings, region, base, settings.stsEndpoint())
                .build();
    this.credentials = sts == null ? base : roleCredentials(settings, sts);
    this.sqs =
        configured(SqsClient.builder(), settings, region, credentials, settings.endpoint()).build();
  }

  /**
   * Builds the clients and resolves region and credentials; calls STS where a role is assumed, but
   * not yet SQS.
   *
   * @param queueSetting the key that names the queues, to be blamed where a queue is at fault
   * @param queues the queues that the settings name; their URLs and ARNs may tell the region
   * @throws BrokerException naming the setting that lacks or is refused
   */
  public static SqsClients open(
      SqsSettings settings, String queueSetting, Collection<SqsQueue> queues)
      throws BrokerException {
    SqsFailures failures = new SqsFailures(settings, queueSetting);
    Region region = region(settings, queues);
    SqsClients clients = withOwnLoader(() -> new SqsClients(settings, failures, region));
    try {
      clients.checkCredentials();
      return clients;
    } catch (BrokerException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** The SQS client; good until {@link #close()}. */
  public SqsClient sqs() {
    return sqs;
  }

  /** Judges a failure of a call that was made with {@link #sqs()}. */
  public BrokerException failure(String attempted, SdkException failure) {
    return failures.of(attempted, failure);
  }

  /**
   * Looks a queue up.
   *
   * @throws BrokerException when it does not exist, may not be seen, or SQS cannot be reached
   */
  public ResolvedQueue resolve(SqsQueue queue) throws BrokerException {
    try {
      return attributes(queue);
    } catch (SdkException e) {
      throw failures.of("looking for queue " + queue.name(), e);
    }
  }

  /**
   * Looks a queue up that need not exist.
   *
   * @throws BrokerException when it may not be seen, or SQS cannot be reached
   */
  public Optional<ResolvedQueue> find(SqsQueue queue) throws BrokerException {
    try {
      return Optional.of(attributes(queue));
    } catch (SdkException e) {
      if (SqsFailures.isMissingQueue(e)) {
        return Optional.empty();
      }
      throw failures.of("looking for queue " + queue.name(), e);
    }
  }

  /**
   * Makes sure that SQS answers and knows the credentials, where no queue is known to ask about.
   * Whether they may list queues does not matter.
   *
   * @throws BrokerException when they are refused or SQS cannot be reached
   */
  public void reach() throws BrokerException {
    try {
      sqs.listQueues(request -> request.maxResults(1));
    } catch (SdkException e) {
      if (!SqsFailures.isDenied(e)) {
        throw failures.of("asking SQS for its queues", e);
      }
    }
  }

  private ResolvedQueue attributes(SqsQueue queue) {
    String url = queue.url() == null ? lookUp(queue) : queue.url();
    Map<QueueAttributeName, String> attributes =
        sqs.getQueueAttributes(
                request -> request.queueUrl(url).attributeNames(QueueAttributeName.ALL))
            .attributes();
    long visibility =
        Long.parseLong(attributes.getOrDefault(QueueAttributeName.VISIBILITY_TIMEOUT, "30"));
    return new ResolvedQueue(
        queue.name(),
        url,
        queue.fifo(),
        Duration.ofSeconds(visibility),
        attributes.containsKey(QueueAttributeName.REDRIVE_POLICY),
        Integer.parseInt(
            attributes.getOrDefault(
                QueueAttributeName.MAXIMUM_MESSAGE_SIZE, DEFAULT_MAX_MESSAGE_BYTES)),
        Boolean.parseBoolean(attributes.get(QueueAttributeName.CONTENT_BASED_DEDUPLICATION)));
  }

  private String lookUp(SqsQueue queue) {
    GetQueueUrlRequest request =
        GetQueueUrlRequest.builder()
            .queueName(queue.name())
            .queueOwnerAWSAccountId(queue.account())
            .build();
    return sqs.getQueueUrl(request).queueUrl();
  }

  /** Closes the clients and their connections; never throws. Idempotent. */
  @Override
  public void close() {
    sqs.close();
    if (credentials instanceof SdkAutoCloseable closeable) {
      closeable.close();
    }
    if (sts != null) {
      sts.close();
    }
  }

  private void checkCredentials() throws BrokerException {
    try {
      credentials.resolveCredentials();
    } catch (SdkException e) {
      if (sts != null) {
        throw failures.of("assuming the role of " + SqsSettings.ROLE_ARN, e);
      }
      throw BrokerException.misconfigured(
          SqsSettings.ACCESS_KEY_ID,
          "no key is given, and the AWS SDK's default chain finds no credentials either",
          e);
    }
  }

  private static Region region(SqsSettings settings, Collection<SqsQueue> queues)
      throws BrokerException {
    Optional<String> told =
        settings
            .region()
            .or(() -> SqsSettings.regions(queues).findFirst())
            .or(() -> settings.endpoint().map(uri -> SqsQueue.regionOf(uri.getHost())));
    if (told.isPresent()) {
      return Region.of(told.get());
    }
    if (settings.endpoint().isPresent()) {
      return Region.of(REGION_OF_OTHER_SERVERS);
    }
    try {
      return DefaultAwsRegionProviderChain.builder().build().getRegion();
    } catch (SdkException e) {
      throw BrokerException.misconfigured(
          SqsSettings.REGION,
          "neither this key nor a queue's URL or ARN nor the AWS SDK's own places tell the region",
          e);
    }
  }

  private static AwsCredentialsProvider baseCredentials(SqsSettings settings) {
    if (settings.accessKeyId().isEmpty()) {
      return DefaultCredentialsProvider.builder().build();
    }
    String id = settings.accessKeyId().get();
    String secret = settings.secretAccessKey().orElse("");
    return StaticCredentialsProvider.create(
        settings.sessionToken().isPresent()
            ? AwsSessionCredentials.create(id, secret, settings.sessionToken().get())
            : AwsBasicCredentials.create(id, secret));
  }

  private static AwsCredentialsProvider roleCredentials(SqsSettings settings, StsClient sts) {
    return StsAssumeRoleCredentialsProvider.builder()
        .stsClient(sts)
        .refreshRequest(
            request ->
                request
                    .roleArn(settings.roleArn().orElseThrow())
                    .roleSessionName(settings.roleSessionName())
                    .durationSeconds(settings.roleSeconds())
                    .externalId(settings.roleExternalId().orElse(null)))
        .build();
  }

  private static <B extends AwsClientBuilder<B, ?> & SdkSyncClientBuilder<B, ?>> B configured(
      B builder,
      SqsSettings settings,
      Region region,
      AwsCredentialsProvider credentials,
      Optional<URI> endpoint) {
    endpoint.ifPresent(builder::endpointOverride);
    return builder
        .region(region)
        .credentialsProvider(credentials)
        .httpClientBuilder(http(settings))
        .overrideConfiguration(calls(settings))
        .putAuthScheme(SessionTokenSigner.scheme());
  }

  /**
   * The SDK would have its users move on to its Apache 5 client. That one writes request headers,
   * session token included, to slf4j at DEBUG, and nothing in a plugin's power can stop it; this
   * one logs through commons-logging, which the plugin jar carries and has switched off.
   */
  @SuppressWarnings("deprecation")
  private static SdkHttpClient.Builder<?> http(SqsSettings settings) {
    return ApacheHttpClient.builder()
        .connectionTimeout(settings.connectTimeout())
        .connectionAcquisitionTimeout(settings.requestTimeout())
        .socketTimeout(settings.requestTimeout().plus(LONGEST_WAIT))
        .maxConnections(settings.maxConnections())
        .tcpKeepAlive(true);
  }

  private static ClientOverrideConfiguration calls(SqsSettings settings) {
    return ClientOverrideConfiguration.builder()
        .retryStrategy(RetryMode.STANDARD)
        .apiCallTimeout(settings.requestTimeout())
        .build();
  }

  /**
   * Builds clients while the thread's context loader is the one that loaded this class, because
   * commons-logging looks there for the file that switches the wire log off.
   */
  private static SqsClients withOwnLoader(Supplier<SqsClients> build) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(SqsClients.class.getClassLoader());
    try {
      return build.get();
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
