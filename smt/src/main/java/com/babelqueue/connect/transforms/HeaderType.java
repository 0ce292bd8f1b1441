package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.header.Headers;

/** What a header is written as, which must fit the connector's header converter (CON-1). */
enum HeaderType {
  /** Text, for {@code StringConverter}. */
  STRING,
  /** UTF-8 bytes, for {@code ByteArrayConverter}. */
  BYTES;

  private static final String KEY = "header.type";
  private static final EnumSetting<HeaderType> SETTING = EnumSetting.of(HeaderType.class);

  static ConfigDef define(ConfigDef config) {
    return config.define(
        KEY,
        ConfigDef.Type.STRING,
        EnumSetting.text(STRING),
        SETTING,
        ConfigDef.Importance.MEDIUM,
        "Type of the header values that are written: string for a header.converter of StringConverter,"
            + " bytes for ByteArrayConverter. Other converters change the text.");
  }

  /** What is configured; {@link #STRING} for a transform without the setting. */
  static HeaderType from(AbstractConfig config) {
    if (!config.values().containsKey(KEY)) {
      return STRING;
    }
    return SETTING.parse(KEY, config.getString(KEY));
  }

  void add(Headers headers, String name, String text) {
    if (this == STRING) {
      headers.addString(name, text);
    } else {
      headers.addBytes(name, text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
