package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BrokerChoiceTest {
  private static final String KIND = "babelqueue.toy.kind";

  @AfterEach
  void clear() {
    System.clearProperty(KIND);
  }

  @Test
  void takesTheFirstKindOfTheOrderThatIsThere() {
    assertThat(toy(Optional.empty()).start()).isEqualTo("embedded");
    assertThat(toy(Optional.of("server")).start()).isEqualTo("server");
  }

  @Test
  void aPropertyAllowsOneKindOnly() {
    System.setProperty(KIND, "embedded");
    assertThat(toy(Optional.of("server")).start()).isEqualTo("embedded");

    System.setProperty(KIND, "server");
    assertThatThrownBy(() -> toy(Optional.empty()).start())
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining(KIND + "=server");
  }

  @Test
  void aBrokerThatFailsToStartIsNotReplacedByTheNext() {
    BrokerChoice<String> choice =
        toy(Optional.empty())
            .offer(
                BrokerChoice.Kind.SERVER,
                () -> {
                  throw new HarnessException("port taken");
                });

    assertThatThrownBy(choice::start).hasMessage("port taken");
  }

  @Test
  void aMissingOptionalDependencyIsNamed() {
    BrokerChoice<String> choice =
        new BrokerChoice<String>("toy")
            .offer(
                BrokerChoice.Kind.EMBEDDED,
                () -> {
                  throw new NoClassDefFoundError("org/toy/Server");
                });

    assertThatThrownBy(choice::start)
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("optional dependency");
  }

  private static BrokerChoice<String> toy(Optional<String> server) {
    return new BrokerChoice<String>("toy")
        .offer(BrokerChoice.Kind.EMBEDDED, () -> Optional.of("embedded"))
        .offer(BrokerChoice.Kind.SERVER, () -> server);
  }
}
