package com.babelqueue.connect.broker.sqs;

import java.util.Locale;

/** SQS's rules for the names of message attributes (HDR-11). Stateless. */
final class AttributeName {
  private static final int MAX_LENGTH = 256;

  private AttributeName() {}

  /**
   * Whether SQS takes a name: up to 256 letters, digits, underscores, hyphens and dots; no dot at
   * either end or after another; not AWS's own prefixes, in whatever case.
   */
  static boolean isLegal(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return !name.isEmpty()
        && name.length() <= MAX_LENGTH
        && name.chars().allMatch(AttributeName::isLegal)
        && !name.startsWith(".")
        && !name.endsWith(".")
        && !name.contains("..")
        && !lower.startsWith("aws.")
        && !lower.startsWith("amazon.");
  }

  private static boolean isLegal(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-'
        || c == '.';
  }
}
