package com.babelqueue.connect.broker.sqs;

import com.babelqueue.connect.broker.BrokerException;
import java.net.UnknownHostException;
import java.security.cert.CertificateException;
import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.RetryUtils;
import software.amazon.awssdk.services.sts.model.StsException;

/**
 * The failure table of SQS and STS: which exception is an outage that time cures, and which one
 * names a setting that a person has to change.
 *
 * <p>A connection that fails is an outage; so are throttling and answers in the 500s. Any other
 * answer is about a setting, since a server that refuses a call today refuses it tomorrow. An
 * unknown host is an outage too, because a resolver that is down looks the same; its message names
 * the keys that hold the address.
 *
 * <p>AWS repeats the signed headers, session token included, when it refuses a signature. Neither
 * the text nor the exception of such an answer is passed on. Immutable; any thread may use it.
 */
public final class SqsFailures {
  private static final Set<String> MISSING_QUEUE =
      Set.of(
          "QueueDoesNotExist",
          "AWS.SimpleQueueService.NonExistentQueue",
          "AWS.SimpleQueueService.QueueDeletedRecently");
  private static final Set<String> UNKNOWN_KEY =
      Set.of("InvalidClientTokenId", "UnrecognizedClientException", "InvalidAccessKeyId");
  private static final Set<String> BAD_SIGNATURE =
      Set.of(
          "SignatureDoesNotMatch",
          "IncompleteSignature",
          "IncompleteSignatureException",
          "InvalidSignatureException");
  private static final Set<String> BAD_TOKEN =
      Set.of("ExpiredToken", "ExpiredTokenException", "InvalidToken", "TokenRefreshRequired");
  private static final Set<String> DENIED =
      Set.of(
          "AccessDenied",
          "AccessDeniedException",
          "AWS.SimpleQueueService.AccessDenied",
          "OptInRequired",
          "MissingAuthenticationToken",
          "MissingAuthenticationTokenException");

  /** Answers in the 400s that pass by themselves. */
  private static final Set<String> PASSING =
      Set.of(
          "OverLimit",
          "RequestExpired",
          "RequestTimeTooSkewed",
          "RequestThrottled",
          "KmsThrottled",
          "KMS.ThrottlingException");

  /** Answers about what a call carries, which no setting and no waiting cures. */
  private static final Set<String> CONTENT =
      Set.of(
          "BatchRequestTooLong",
          "AWS.SimpleQueueService.BatchRequestTooLong",
          "InvalidAttributeValue",
          "InvalidMessageContents",
          "InvalidParameterValue",
          "InvalidParameterValueException",
          "MessageTooLong",
          "MissingParameter");

  private final SqsSettings settings;
  private final String queueSetting;

  /**
   * @param settings tell which credentials are in use, and so which key to blame
   * @param queueSetting the key that names the queues
   */
  public SqsFailures(SqsSettings settings, String queueSetting) {
    this.settings = settings;
    this.queueSetting = queueSetting;
  }

  /**
   * Judges a failure.
   *
   * @param attempted what was tried and against which queue, as the subject of a sentence, such as
   *     {@code "receiving from queue orders"}
   * @param failure what the SDK threw
   */
  public BrokerException of(String attempted, SdkException failure) {
    AwsServiceException answer = cause(failure, AwsServiceException.class);
    return answer == null ? noAnswer(attempted, failure) : judge(attempted, answer);
  }

  /** Whether SQS says that the queue does not exist. */
  public static boolean isMissingQueue(SdkException failure) {
    AwsServiceException answer = cause(failure, AwsServiceException.class);
    return answer != null && MISSING_QUEUE.contains(code(answer));
  }

  /**
   * SQS's code, where it refuses a call for what the messages in it hold.
   *
   * @return null when the failure is about something else
   */
  public static String contentFault(SdkException failure) {
    AwsServiceException answer = cause(failure, AwsServiceException.class);
    return answer != null && CONTENT.contains(code(answer)) ? code(answer) : null;
  }

  /** Whether SQS knows the caller and refuses this one operation. */
  static boolean isDenied(SdkException failure) {
    AwsServiceException answer = cause(failure, AwsServiceException.class);
    return answer != null && DENIED.contains(code(answer));
  }

  private BrokerException noAnswer(String attempted, SdkException failure) {
    if (cause(failure, UnknownHostException.class) != null) {
      return BrokerException.outage(
          attempted
              + " failed: the host name is unknown; check "
              + SqsSettings.ENDPOINT
              + " and "
              + SqsSettings.REGION,
          failure);
    }
    if (cause(failure, CertificateException.class) != null) {
      return BrokerException.misconfigured(
          SqsSettings.ENDPOINT,
          attempted + " failed: the server's certificate is not trusted",
          failure);
    }
    return BrokerException.outage(attempted + " failed: " + failure.getMessage(), failure);
  }

  private BrokerException judge(String attempted, AwsServiceException answer) {
    String code = code(answer);
    String said = attempted + " failed: " + code;
    if (BAD_SIGNATURE.contains(code)) {
      return BrokerException.misconfigured(
          credentialSetting(SqsSettings.SECRET_ACCESS_KEY), said, null);
    }
    if (passes(code, answer)) {
      return BrokerException.outage(said, answer);
    }
    if (BAD_TOKEN.contains(code)) {
      return settings.sessionToken().isPresent()
          ? BrokerException.misconfigured(SqsSettings.SESSION_TOKEN, said, answer)
          : BrokerException.outage(said, answer);
    }
    return BrokerException.misconfigured(
        settingAtFault(code, answer), said + detail(answer), answer);
  }

  private static boolean passes(String code, AwsServiceException answer) {
    return PASSING.contains(code)
        || RetryUtils.isThrottlingException(answer)
        || answer.statusCode() >= 500
        || answer.statusCode() == 408;
  }

  private String settingAtFault(String code, AwsServiceException answer) {
    if (MISSING_QUEUE.contains(code)) {
      return queueSetting;
    }
    if (UNKNOWN_KEY.contains(code)) {
      return credentialSetting(SqsSettings.ACCESS_KEY_ID);
    }
    if (answer instanceof StsException) {
      return SqsSettings.ROLE_ARN;
    }
    if (DENIED.contains(code) || answer.statusCode() == 401 || answer.statusCode() == 403) {
      return settings.roleArn().isPresent() ? SqsSettings.ROLE_ARN : SqsSettings.ACCESS_KEY_ID;
    }
    return queueSetting;
  }

  /** The given key where static credentials are in use; otherwise the one that would make them. */
  private String credentialSetting(String key) {
    return settings.accessKeyId().isPresent() ? key : SqsSettings.ACCESS_KEY_ID;
  }

  private static String code(AwsServiceException answer) {
    String code = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorCode();
    return code == null || code.isBlank() ? "HTTP status " + answer.statusCode() : code;
  }

  private static String detail(AwsServiceException answer) {
    String text = answer.awsErrorDetails() == null ? null : answer.awsErrorDetails().errorMessage();
    return text == null || text.isBlank() ? "" : " (" + text.strip() + ")";
  }

  /** The first cause of a type, the exception itself included; null when there is none. */
  private static <T> T cause(Throwable from, Class<T> type) {
    for (Throwable at = from; at != null; at = at.getCause()) {
      if (type.isInstance(at)) {
        return type.cast(at);
      }
    }
    return null;
  }
}
