package com.babelqueue.connect.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The common settings, plus the one key a broker has to add. */
final class TestSourceConfig extends SourceConfig {
  static final ConfigDef DEFINITION =
      defineCommon(
          new ConfigDef()
              .define("scripted.queues", Type.LIST, List.of("q"), Importance.HIGH, "Queues.")
              .define("scripted.address", Type.STRING, "here", Importance.HIGH, "Address."));

  TestSourceConfig(Map<String, String> props) {
    super(DEFINITION, props);
  }

  /** Settings with a topic, and pairs of key and value over them. */
  static Map<String, String> settings(String... pairs) {
    Map<String, String> props = new HashMap<>();
    props.put("name", "bridge");
    props.put(TOPIC, "orders");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return props;
  }

  @Override
  public List<String> queues() {
    return getList("scripted.queues");
  }

  @Override
  public String queuesSetting() {
    return "scripted.queues";
  }
}
