package com.babelqueue.connect.broker.sqs;

import java.net.URI;
import java.net.URISyntaxException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * Accepts the http or https address of a server, without path or query. Its messages never repeat
 * an address, since one may hold a password. Stateless.
 */
final class HttpAddress implements ConfigDef.Validator {
  @Override
  public void ensureValid(String setting, Object value) {
    if (value == null || value.toString().isBlank()) {
      return;
    }
    URI uri = parse(setting, value.toString());
    String path = uri.getRawPath();
    if (!(path.isEmpty() || path.equals("/")) || uri.getRawQuery() != null) {
      throw new ConfigException(setting + ": the URL has a path; only the server's address fits");
    }
  }

  /**
   * Reads an http or https URL, with or without a path.
   *
   * @throws ConfigException when it is none, or holds user information
   */
  static URI parse(String setting, String text) {
    URI uri;
    try {
      uri = new URI(text);
    } catch (URISyntaxException e) {
      throw new ConfigException(setting + ": not a valid URL");
    }
    boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!http || uri.getHost() == null) {
      throw new ConfigException(setting + ": an http or https URL with a host is needed");
    }
    if (uri.getRawUserInfo() != null) {
      throw new ConfigException(
          setting
              + ": user information in a URL is not used by SQS; give "
              + SqsSettings.ACCESS_KEY_ID
              + " and "
              + SqsSettings.SECRET_ACCESS_KEY);
    }
    return uri;
  }

  @Override
  public String toString() {
    return "http or https URL of a server";
  }
}
