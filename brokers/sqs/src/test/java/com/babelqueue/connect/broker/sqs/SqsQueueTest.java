package com.babelqueue.connect.broker.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqsQueueTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "orders, orders, -, -, -, false",
        "orders.fifo, orders.fifo, -, -, -, true",
        "arn:aws:sqs:eu-west-1:123456789012:orders, orders, -, eu-west-1, 123456789012, false",
        "arn:aws-cn:sqs:cn-north-1:1:o.fifo, o.fifo, -, cn-north-1, 1, true",
        "arn:aws:sqs:::orders, orders, -, -, -, false",
        "https://sqs.eu-west-1.amazonaws.com/1/orders, orders,"
            + " https://sqs.eu-west-1.amazonaws.com/1/orders, eu-west-1, -, false",
        "https://vpce-0a.sqs.eu-west-1.vpce.amazonaws.com/1/orders, orders,"
            + " https://vpce-0a.sqs.eu-west-1.vpce.amazonaws.com/1/orders, eu-west-1, -, false",
        "http://127.0.0.1:9324/000000000000/orders, orders,"
            + " http://127.0.0.1:9324/000000000000/orders, -, -, false",
        "http://sqs.eu-west-1.localhost.example:4566/0/orders, orders,"
            + " http://sqs.eu-west-1.localhost.example:4566/0/orders, -, -, false",
        "https://queue.example.com/sqs/orders, orders,"
            + " https://queue.example.com/sqs/orders, -, -, false"
      })
  void aQueueIsNamedByNameUrlOrArn(
      String reference, String name, String url, String region, String account, boolean fifo) {
    SqsQueue queue = SqsQueue.parse("sqs.queues", reference);

    assertThat(queue).isEqualTo(new SqsQueue(name, url, region, account));
    assertThat(queue.fifo()).isEqualTo(fifo);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "my orders",
        "orders.dlq",
        ".fifo",
        "arn:aws:sns:eu-west-1:1:orders",
        "arn:aws:sqs:eu-west-1:orders",
        "https://sqs.eu-west-1.amazonaws.com/",
        "https://sqs.eu-west-1.amazonaws.com",
        "https://me:CANARY@sqs.eu-west-1.amazonaws.com/1/orders"
      })
  void anythingElseIsRefusedWithoutRepeatingIt(String reference) {
    assertThatThrownBy(() -> SqsQueue.parse("sqs.queues", reference))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("sqs.queues: ")
        .hasMessageNotContaining("CANARY");
  }

  @Test
  void aNameMayHave80Characters() {
    assertThatCode(() -> SqsQueue.parse("sqs.queues", "q".repeat(80))).doesNotThrowAnyException();
    assertThatThrownBy(() -> SqsQueue.parse("sqs.queues", "q".repeat(81)))
        .isInstanceOf(ConfigException.class);
  }

  @Test
  void aListNeedsOneQueueAndNoneTwice() {
    SqsQueue.ListValidator validator = new SqsQueue.ListValidator();

    validator.ensureValid("sqs.queues", List.of("a", "b"));
    assertThatThrownBy(() -> validator.ensureValid("sqs.queues", List.of()))
        .hasMessageStartingWith("sqs.queues: ");
    assertThatThrownBy(() -> validator.ensureValid("sqs.queues", List.of("a", "b", "a")))
        .hasMessageContaining("queue a is given twice");
  }
}
