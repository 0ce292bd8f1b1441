package com.babelqueue.connect.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;

class EnumSettingTest {
  private enum Policy {
    FAIL,
    DEAD_LETTER_TOPIC
  }

  private final EnumSetting<Policy> setting = EnumSetting.of(Policy.class);

  @Test
  void readsLowerCaseWithHyphensInAnyCase() {
    assertThat(setting.parse("poison.policy", "dead-letter-topic"))
        .isEqualTo(Policy.DEAD_LETTER_TOPIC);
    assertThat(setting.parse("poison.policy", " Fail ")).isEqualTo(Policy.FAIL);
    assertThat(EnumSetting.text(Policy.DEAD_LETTER_TOPIC)).isEqualTo("dead-letter-topic");
  }

  @Test
  void readsTheSameUnderATurkishDefault() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("tr"));
    try {
      assertThat(EnumSetting.of(Policy.class).parse("p", "FAIL")).isEqualTo(Policy.FAIL);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void namesKeyAndValuesInErrors() {
    for (String value : new String[] {"dead_letter_topic", "", "other", null}) {
      assertThatThrownBy(() -> setting.ensureValid("poison.policy", value))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("poison.policy")
          .hasMessageContaining("one of fail, dead-letter-topic");
    }
    setting.ensureValid("poison.policy", "fail");
  }

  @Test
  void recommendsItsValuesAndDocumentsThem() {
    ConfigDef config =
        new ConfigDef()
            .define("p", ConfigDef.Type.STRING, "fail", setting, ConfigDef.Importance.LOW, "");
    assertThat(setting.validValues("p", Map.of())).containsExactly("fail", "dead-letter-topic");
    assertThat(setting.visible("p", Map.of())).isTrue();
    assertThat(config.toRst()).contains("one of fail, dead-letter-topic");
  }

  @Test
  void takesNamesOfItsOwn() {
    EnumSetting<Policy> renamed =
        EnumSetting.of(Policy.class, policy -> policy == Policy.FAIL ? "stop" : "dlq");
    assertThat(renamed.parse("p", "stop")).isEqualTo(Policy.FAIL);
    assertThatThrownBy(() -> renamed.parse("p", "fail")).isInstanceOf(ConfigException.class);
  }
}
