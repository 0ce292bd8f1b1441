package com.babelqueue.connect.broker.sqs;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;

/** Settings for tests, written as pairs of key and value. */
final class Settings {
  static final String QUEUES = "sqs.queues";

  private Settings() {}

  static SqsSettings of(String... pairs) {
    Map<String, String> props = new HashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return new SqsSettings(new AbstractConfig(SqsSettings.define(new ConfigDef()), props, false));
  }

  /** The problems of a check, each as {@code key: message}. */
  static List<String> problems(SqsSettings settings, String... queues) {
    List<String> problems = new ArrayList<>();
    settings.check(
        List.of(queues).stream().map(queue -> SqsQueue.parse(QUEUES, queue)).toList(),
        QUEUES,
        (key, message) -> problems.add(key + ": " + message));
    return problems;
  }
}
