package com.babelqueue.connect.broker.sqs;

import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * A queue as a setting names it: by name, by URL or by ARN.
 *
 * @param name the queue's name, with {@code .fifo} where it has it
 * @param url its URL; null when it has to be looked up
 * @param region the region that URL or ARN tells; null when they do not
 * @param account the owner's account that the ARN tells; null for the caller's own
 */
public record SqsQueue(String name, String url, String region, String account) {
  private static final String FIFO_SUFFIX = ".fifo";
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,80}");
  private static final int MAX_NAME = 80;

  /**
   * Reads a reference. The messages of its errors never repeat the reference, since a URL may hold
   * a password.
   *
   * @param setting the key to blame
   * @param reference a queue name, a URL such as {@code
   *     https://sqs.eu-west-1.amazonaws.com/123456789012/orders}, or an ARN
   * @throws ConfigException when it is none of the three
   */
  public static SqsQueue parse(String setting, String reference) {
    if (reference.startsWith("arn:")) {
      String[] parts = reference.split(":", -1);
      if (parts.length != 6 || !parts[2].equals("sqs") || !isName(parts[5])) {
        throw new ConfigException(
            setting + ": an ARN of a queue looks like arn:aws:sqs:REGION:ACCOUNT:NAME");
      }
      return new SqsQueue(parts[5], null, blankToNull(parts[3]), blankToNull(parts[4]));
    }
    if (reference.contains("://")) {
      return fromUrl(setting, reference);
    }
    if (!isName(reference)) {
      throw new ConfigException(
          setting
              + ": a queue name has at most 80 letters, digits, hyphens and underscores, and may"
              + " end with .fifo; other queues are given by URL or ARN");
    }
    return new SqsQueue(reference, null, null, null);
  }

  private static SqsQueue fromUrl(String setting, String reference) {
    URI uri = HttpAddress.parse(setting, reference);
    String path = uri.getPath();
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (!isName(name)) {
      throw new ConfigException(setting + ": the path of a queue URL ends with the queue's name");
    }
    return new SqsQueue(name, reference, regionOf(uri.getHost()), null);
  }

  /** Whether the broker keeps the order of each message group. */
  public boolean fifo() {
    return name.endsWith(FIFO_SUFFIX);
  }

  /**
   * The region in an AWS host name such as {@code sqs.eu-west-1.amazonaws.com} or {@code
   * vpce-1.sqs.eu-west-1.vpce.amazonaws.com}; null for any other host.
   */
  static String regionOf(String host) {
    List<String> labels = List.of(host.split("\\.", -1));
    int service = labels.indexOf("sqs");
    boolean aws = labels.contains("amazonaws");
    return aws && service >= 0 && service + 1 < labels.indexOf("amazonaws")
        ? labels.get(service + 1)
        : null;
  }

  private static boolean isName(String text) {
    String stem =
        text.endsWith(FIFO_SUFFIX) ? text.substring(0, text.length() - FIFO_SUFFIX.length()) : text;
    return text.length() <= MAX_NAME && NAME.matcher(stem).matches();
  }

  private static String blankToNull(String text) {
    return text.isBlank() ? null : text;
  }

  /** Checks a list of references: at least one, each readable, none twice. */
  public static final class ListValidator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String setting, Object value) {
      if (!(value instanceof List<?> references) || references.isEmpty()) {
        throw new ConfigException(setting + ": at least one queue is needed");
      }
      Set<SqsQueue> seen = new HashSet<>();
      for (Object reference : references) {
        SqsQueue queue = parse(setting, reference.toString());
        if (!seen.add(queue)) {
          throw new ConfigException(setting + ": queue " + queue.name() + " is given twice");
        }
      }
    }

    @Override
    public String toString() {
      return "queue names, URLs or ARNs";
    }
  }
}
