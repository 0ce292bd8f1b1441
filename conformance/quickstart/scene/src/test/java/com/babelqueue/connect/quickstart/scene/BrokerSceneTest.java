package com.babelqueue.connect.quickstart.scene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BrokerSceneTest {
  private static final String SETTING = "some.queues";

  private final List<String> happened = new ArrayList<>();

  /** Gets no stage on a queue that is called {@code bad}. */
  private final class SomeScene extends BrokerScene<AutoCloseable> {
    SomeScene() {
      super(() -> () -> happened.add("closed"), SETTING);
    }

    @Override
    protected Stage open(AutoCloseable broker, String queue, Map<String, String> config) {
      happened.add(queue);
      if (queue.equals("bad")) {
        throw new IllegalStateException("no such queue");
      }
      return null;
    }
  }

  @Test
  void playsOnTheFirstQueue() {
    new SomeScene().open(Map.of(SETTING, " invoices , orders"));
    new SomeScene().open(Map.of());

    assertThat(happened).containsExactly("invoices", "orders");
  }

  @Test
  void brokerWithoutStageIsClosed() {
    assertThatThrownBy(() -> new SomeScene().open(Map.of(SETTING, "bad")))
        .hasMessage("no such queue");

    assertThat(happened).containsExactly("bad", "closed");
  }
}
