package com.babelqueue.connect.broker.sqs;

import com.babelqueue.connect.broker.ConfigSection;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.types.Password;

/**
 * How to reach Amazon SQS: region, endpoint, credentials, timeouts. Source and sink share it.
 *
 * <p>A view of a parsed configuration; immutable, any thread may read it.
 */
public final class SqsSettings {
  /** The AWS region of the queues. */
  public static final String REGION = "sqs.region";

  /** An address to use in place of the region's. */
  public static final String ENDPOINT = "sqs.endpoint";

  /** The id of a static access key. */
  public static final String ACCESS_KEY_ID = "sqs.access.key.id";

  /** The secret of a static access key. */
  public static final String SECRET_ACCESS_KEY = "sqs.secret.access.key";

  /** The session token of a temporary access key. */
  public static final String SESSION_TOKEN = "sqs.session.token";

  /** The role to assume. */
  public static final String ROLE_ARN = "sqs.role.arn";

  /** The external id that the role's trust policy asks for. */
  public static final String ROLE_EXTERNAL_ID = "sqs.role.external.id";

  /** The session name under which the role's calls are recorded. */
  public static final String ROLE_SESSION_NAME = "sqs.role.session.name";

  /** How long the role's temporary credentials last, in seconds. */
  public static final String ROLE_DURATION = "sqs.role.duration.seconds";

  /** An address of STS to use in place of the region's. */
  public static final String STS_ENDPOINT = "sqs.sts.endpoint";

  /** How long to wait for a TCP connection, in ms. */
  public static final String CONNECT_TIMEOUT = "sqs.connect.timeout.ms";

  /** How long a call may take beyond the time it waits for messages, in ms. */
  public static final String REQUEST_TIMEOUT = "sqs.request.timeout.ms";

  /** The most connections that one task opens. */
  public static final String MAX_CONNECTIONS = "sqs.max.connections";

  /** What the role's calls are recorded under unless a setting says otherwise. */
  private static final String DEFAULT_SESSION_NAME = "babelqueue-kafka-connect";

  private static final int DEFAULT_ROLE_SECONDS = 3600;
  private static final int DEFAULT_CONNECT_MILLIS = 2_000;
  private static final int DEFAULT_REQUEST_MILLIS = 5_000;
  private static final int DEFAULT_CONNECTIONS = 50;

  private final AbstractConfig config;

  /**
   * @param config holds the keys that {@link #define} added
   */
  public SqsSettings(AbstractConfig config) {
    this.config = Objects.requireNonNull(config, "config");
  }

  /**
   * Adds the keys.
   *
   * @return the same definition, for chaining
   */
  public static ConfigDef define(ConfigDef def) {
    new ConfigSection(def, "Amazon SQS")
        .key(
            REGION,
            Type.STRING,
            null,
            null,
            Importance.HIGH,
            "Region",
            "The AWS region of the queues, such as eu-west-1. Without it the region is taken from queue URLs or ARNs, "
                + "from "
                + ENDPOINT
                + ", or from the AWS SDK's own places (AWS_REGION, profile, instance metadata).")
        .key(
            ENDPOINT,
            Type.STRING,
            null,
            new HttpAddress(),
            Importance.MEDIUM,
            "Endpoint",
            "An http or https address to use in place of the region's own, for VPC endpoints and for servers that "
                + "speak SQS's protocol.");
    new ConfigSection(def, "AWS credentials")
        .key(
            ACCESS_KEY_ID,
            Type.STRING,
            null,
            null,
            Importance.MEDIUM,
            "Access key id",
            "The id of a static access key. Without it the AWS SDK's default chain looks for credentials (environment, "
                + "web identity, profile, container, instance).")
        .key(
            SECRET_ACCESS_KEY,
            Type.PASSWORD,
            null,
            null,
            Importance.MEDIUM,
            "Secret access key",
            "The secret of the static access key.")
        .key(
            SESSION_TOKEN,
            Type.PASSWORD,
            null,
            null,
            Importance.LOW,
            "Session token",
            "The session token, where the static access key is a temporary one.")
        .key(
            ROLE_ARN,
            Type.STRING,
            null,
            null,
            Importance.MEDIUM,
            "Role",
            "The ARN of a role to assume through STS, starting from the static access key or the default chain.")
        .key(
            ROLE_EXTERNAL_ID,
            Type.STRING,
            null,
            null,
            Importance.LOW,
            "External id",
            "The external id that the role's trust policy asks for.")
        .key(
            ROLE_SESSION_NAME,
            Type.STRING,
            DEFAULT_SESSION_NAME,
            null,
            Importance.LOW,
            "Role session name",
            "The name under which CloudTrail records the role's calls.")
        .key(
            ROLE_DURATION,
            Type.INT,
            DEFAULT_ROLE_SECONDS,
            Range.between(900, 43_200),
            Importance.LOW,
            "Role session length",
            "How long the role's temporary credentials last, in seconds; they are renewed in time.")
        .key(
            STS_ENDPOINT,
            Type.STRING,
            null,
            new HttpAddress(),
            Importance.LOW,
            "STS endpoint",
            "An http or https address of STS to use in place of the region's own.");
    new ConfigSection(def, "AWS connections")
        .key(
            CONNECT_TIMEOUT,
            Type.INT,
            DEFAULT_CONNECT_MILLIS,
            Range.atLeast(1),
            Importance.LOW,
            "Connect timeout",
            "How long to wait for a TCP connection, in ms.")
        .key(
            REQUEST_TIMEOUT,
            Type.INT,
            DEFAULT_REQUEST_MILLIS,
            Range.atLeast(100),
            Importance.LOW,
            "Request timeout",
            "How long one call may take, the SDK's own retries included and the wait for messages not, in ms.")
        .key(
            MAX_CONNECTIONS,
            Type.INT,
            DEFAULT_CONNECTIONS,
            Range.between(1, 1_000),
            Importance.LOW,
            "Connections",
            "The most connections that one task opens.");
    return def;
  }

  /**
   * Reports what no single key shows.
   *
   * @param queues the queues that the connector names
   * @param queueSetting the key they come from
   * @param problems takes the key at fault and what is wrong
   */
  public void check(
      Collection<SqsQueue> queues, String queueSetting, BiConsumer<String, String> problems) {
    CredentialCheck.check(this, problems);
    if (regions(queues).distinct().count() > 1) {
      problems.accept(
          queueSetting, "the queues lie in more than one region; use one connector each");
    } else {
      regions(queues)
          .findFirst()
          .filter(found -> region().filter(set -> !set.equals(found)).isPresent())
          .ifPresent(
              found -> problems.accept(REGION, "the queues lie in another region, " + found));
    }
  }

  /** The region of queues that say it themselves. */
  static Stream<String> regions(Collection<SqsQueue> queues) {
    return queues.stream().map(SqsQueue::region).filter(Objects::nonNull);
  }

  Optional<String> region() {
    return text(REGION);
  }

  Optional<URI> endpoint() {
    return text(ENDPOINT).map(URI::create);
  }

  Optional<String> accessKeyId() {
    return text(ACCESS_KEY_ID);
  }

  Optional<String> secretAccessKey() {
    return secret(SECRET_ACCESS_KEY);
  }

  Optional<String> sessionToken() {
    return secret(SESSION_TOKEN);
  }

  Optional<String> roleArn() {
    return text(ROLE_ARN);
  }

  Optional<String> roleExternalId() {
    return text(ROLE_EXTERNAL_ID);
  }

  String roleSessionName() {
    return text(ROLE_SESSION_NAME).orElse(DEFAULT_SESSION_NAME);
  }

  int roleSeconds() {
    return config.getInt(ROLE_DURATION);
  }

  Optional<URI> stsEndpoint() {
    return text(STS_ENDPOINT).map(URI::create);
  }

  Duration connectTimeout() {
    return Duration.ofMillis(config.getInt(CONNECT_TIMEOUT));
  }

  /** How long one call may take beside the time it waits for messages. */
  public Duration requestTimeout() {
    return Duration.ofMillis(config.getInt(REQUEST_TIMEOUT));
  }

  /** The most connections that one task opens. */
  public int maxConnections() {
    return config.getInt(MAX_CONNECTIONS);
  }

  private Optional<String> text(String key) {
    return Optional.ofNullable(config.getString(key)).filter(value -> !value.isBlank());
  }

  private Optional<String> secret(String key) {
    return Optional.ofNullable(config.getPassword(key))
        .map(Password::value)
        .filter(value -> !value.isBlank());
  }
}
