package com.babelqueue.connect.sink;

import com.babelqueue.connect.config.NameTemplate;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;

/** The common settings, plus the two keys a broker has to add. */
final class TestSinkConfig extends SinkConfig {
  static final String DESTINATION = "scripted.queue";

  static final ConfigDef DEFINITION =
      defineCommon(
          new ConfigDef()
              .define(
                  DESTINATION,
                  Type.STRING,
                  "${topic}",
                  new NameTemplate.Validator(VARIABLES),
                  Importance.HIGH,
                  "Queue.")
              .define("scripted.address", Type.STRING, "here", Importance.HIGH, "Address."));

  TestSinkConfig(Map<String, String> props) {
    super(DEFINITION, props);
  }

  /** Settings, with pairs of key and value over the defaults. */
  static Map<String, String> settings(String... pairs) {
    Map<String, String> props = new HashMap<>();
    props.put("name", "bridge");
    for (int i = 0; i < pairs.length; i += 2) {
      props.put(pairs[i], pairs[i + 1]);
    }
    return props;
  }

  @Override
  public NameTemplate destination() {
    return NameTemplate.parse(DESTINATION, getString(DESTINATION), VARIABLES);
  }

  @Override
  public String destinationSetting() {
    return DESTINATION;
  }
}
