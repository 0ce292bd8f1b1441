package com.babelqueue.connect.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class QuickstartSettingsTest {
  private final Properties system = new Properties();

  QuickstartSettingsTest() {
    system.setProperty("user.dir", "/start");
    system.setProperty("quickstart.root", "/repo");
    system.setProperty("quickstart.log", "/repo/log");
    system.setProperty("quickstart.passed", "/repo/passed");
    system.setProperty("quickstart.brokers", "");
    system.setProperty("quickstart.connector", "");
    system.setProperty("quickstart.stay", "false");
  }

  @Test
  void nothingAskedFor() {
    QuickstartSettings settings = QuickstartSettings.from(system);

    assertThat(settings.brokers()).isEmpty();
    assertThat(settings.connector()).isEmpty();
    assertThat(settings.stay()).isFalse();
    assertThat(settings.root()).isEqualTo(Path.of("/repo"));
  }

  @Test
  void scenarioIsReadInAnyCaseAndUnknownOnesAreNamed() {
    assertThat(QuickstartSettings.from(system).scenario()).isEqualTo(Scenario.MESSAGES);
    system.setProperty("quickstart.scenario", "RoundTrip");
    assertThat(QuickstartSettings.from(system).scenario()).isEqualTo(Scenario.ROUNDTRIP);

    system.setProperty("quickstart.scenario", "back");
    assertThatThrownBy(() -> QuickstartSettings.from(system))
        .isInstanceOf(QuickstartException.class)
        .hasMessage("quickstart.scenario is 'back'; known are: messages, roundtrip, retry");
  }

  @Test
  void retryIsShownOnTheBrokerThatRefuses() {
    assertThat(Scenario.RETRY.brokers(List.of())).containsExactly("rabbitmq");
    assertThat(Scenario.RETRY.brokers(List.of("sqs", "rabbitmq"))).containsExactly("rabbitmq");
    assertThat(Scenario.ROUNDTRIP.brokers(List.of("sqs"))).containsExactly("sqs");
    List<String> others = List.of("sqs", "redis");
    assertThatThrownBy(() -> Scenario.RETRY.brokers(others))
        .isInstanceOf(QuickstartException.class)
        .hasMessage("scenario retry is shown on rabbitmq, which quickstart.brokers leaves out");
  }

  @Test
  void brokersAreListed() {
    system.setProperty("quickstart.brokers", " sqs , rabbitmq,,sqs");

    assertThat(QuickstartSettings.from(system).brokers()).containsExactly("sqs", "rabbitmq");
  }

  @Test
  void relativeFileIsMeantFromWhereMavenStarted() {
    system.setProperty("quickstart.connector", "my.json");
    assertThat(QuickstartSettings.from(system).connector()).contains(Path.of("/start/my.json"));

    system.setProperty("quickstart.connector", "/else/my.json");
    assertThat(QuickstartSettings.from(system).connector()).contains(Path.of("/else/my.json"));
  }

  @Test
  void stayNeedsNoValue() {
    system.setProperty("quickstart.stay", "true");
    assertThat(QuickstartSettings.from(system).stay()).isTrue();

    system.setProperty("quickstart.stay", "");
    assertThat(QuickstartSettings.from(system).stay()).isTrue();
  }
}
