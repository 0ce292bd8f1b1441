package com.babelqueue.connect.broker.sqs;

import java.util.function.BiConsumer;

/** Reports credential settings that only make sense together. Stateless. */
final class CredentialCheck {
  private CredentialCheck() {}

  /**
   * @param problems takes the key at fault and what is wrong
   */
  static void check(SqsSettings settings, BiConsumer<String, String> problems) {
    if (settings.accessKeyId().isPresent() && settings.secretAccessKey().isEmpty()) {
      problems.accept(
          SqsSettings.SECRET_ACCESS_KEY,
          "needed, since " + SqsSettings.ACCESS_KEY_ID + " is given");
    }
    if (settings.accessKeyId().isEmpty()) {
      if (settings.secretAccessKey().isPresent()) {
        keyIdNeededBy(SqsSettings.SECRET_ACCESS_KEY, problems);
      } else if (settings.sessionToken().isPresent()) {
        keyIdNeededBy(SqsSettings.SESSION_TOKEN, problems);
      }
    }
    if (settings.roleArn().isPresent()) {
      checkRole(settings.roleArn().get(), problems);
      return;
    }
    if (settings.roleExternalId().isPresent()) {
      uselessWithoutRole(SqsSettings.ROLE_EXTERNAL_ID, problems);
    }
    if (settings.stsEndpoint().isPresent()) {
      uselessWithoutRole(SqsSettings.STS_ENDPOINT, problems);
    }
  }

  private static void keyIdNeededBy(String key, BiConsumer<String, String> problems) {
    problems.accept(SqsSettings.ACCESS_KEY_ID, "needed, since " + key + " is given");
  }

  private static void checkRole(String arn, BiConsumer<String, String> problems) {
    if (!arn.startsWith("arn:") || !arn.contains(":role/")) {
      problems.accept(
          SqsSettings.ROLE_ARN, "the ARN of a role looks like arn:aws:iam::ACCOUNT:role/NAME");
    }
  }

  private static void uselessWithoutRole(String key, BiConsumer<String, String> problems) {
    problems.accept(key, "has no effect without " + SqsSettings.ROLE_ARN);
  }
}
