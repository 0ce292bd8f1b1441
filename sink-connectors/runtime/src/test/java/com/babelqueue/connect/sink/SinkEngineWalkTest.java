package com.babelqueue.connect.sink;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.sink.SinkRecord;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/**
 * Whatever happens in whatever order, no commit is ahead of the broker, nothing that was confirmed
 * is sent again while its partition stays, and in the end everything has arrived.
 */
class SinkEngineWalkTest {
  private static final int STEPS = 300;
  private static final int LOG_LENGTH = 60;
  private static final List<TopicPartition> PARTITIONS =
      List.of(Records.ORDERS_0, Records.ORDERS_1, Records.INVOICES_0);

  private final Set<String> reported = new HashSet<>();
  private final Set<String> confirmed = new HashSet<>();

  /** Sends that were open when their partition was taken away; their outcomes are ignored. */
  private final Set<Send> orphans = new HashSet<>();

  private final Map<TopicPartition, Long> positions = new HashMap<>();
  private final Map<TopicPartition, Long> commits = new HashMap<>();
  private SinkWalk walk;
  private Random random;

  @RepeatedTest(150)
  void randomWalk(RepetitionInfo repetition) {
    random = new Random(repetition.getCurrentRepetition());
    walk =
        SinkWalk.reportingTo(
            (record, error) -> {
              reported.add(label(RecordOrigin.of(record)));
              return CompletableFuture.completedFuture(null);
            },
            SinkConfig.MAX_IN_FLIGHT_MESSAGES,
            String.valueOf(1 + random.nextInt(8)),
            SinkConfig.SEND_TIMEOUT,
            "20000");
    walk.sender.mute = true;
    walk.sender.onSend =
        labels ->
            assertThat(labels)
                .as("nothing settled is sent again")
                .noneMatch(confirmed::contains)
                .noneMatch(reported::contains);
    PARTITIONS.forEach(partition -> open(partition, 0));

    for (int i = 0; i < STEPS; i++) {
      step();
    }
    walk.sender.mute = false;
    finish();

    for (TopicPartition partition : PARTITIONS) {
      assertThat(walk.committable(partition)).isEqualTo(LOG_LENGTH);
      checkCommit(partition, LOG_LENGTH);
    }
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0, 1, 2 -> poll();
      case 3, 4, 5 -> answer(Answer.SENT);
      case 6 -> answer(Answer.RETRY);
      case 7 -> answer(random.nextInt(4) == 0 ? Answer.REJECTED : Answer.REFUSED);
      case 8 -> walk.pass(Duration.ofMillis(random.nextInt(2000)));
      case 9 -> commitAll();
      case 10 -> rebalance();
      default -> trouble();
    }
  }

  /** The worker polls what is not paused, unless the last list was not taken. */
  private void poll() {
    if (!walk.isBatchTaken()) {
      walk.putAgain();
      return;
    }
    List<SinkRecord> records = new ArrayList<>();
    for (TopicPartition partition : PARTITIONS) {
      for (int n = random.nextInt(4); n > 0 && !walk.context.paused.contains(partition); n--) {
        long offset = positions.get(partition);
        if (offset < LOG_LENGTH) {
          records.add(
              Records.envelope(partition, offset, label(new RecordOrigin(partition, offset))));
          positions.put(partition, offset + 1);
        }
      }
    }
    walk.put(records);
  }

  private void answer(Answer answer) {
    if (walk.sender.open.isEmpty()) {
      return;
    }
    Send send =
        random.nextBoolean() ? walk.sender.open.removeFirst() : walk.sender.open.removeLast();
    switch (answer) {
      case SENT -> {
        walk.sender.confirm(send);
        if (!orphans.contains(send)) {
          confirmed.add(ScriptedSender.label(send));
        }
      }
      case RETRY -> send.retry("busy");
      case REFUSED -> send.refused("no_route", "nobody");
      case REJECTED -> send.rejected("too_large", "no");
    }
  }

  private void trouble() {
    if (random.nextBoolean() && walk.sender.connected) {
      walk.sender.breakDown();
    } else if (random.nextBoolean()) {
      walk.sender.openFailures.add(BrokerException.outage("nobody there", null));
    } else {
      walk.sender.breakAfter = random.nextInt(3);
    }
  }

  private void commitAll() {
    PARTITIONS.forEach(partition -> checkCommit(partition, walk.committable(partition)));
  }

  private void rebalance() {
    if (random.nextInt(3) != 0) {
      return;
    }
    TopicPartition partition = PARTITIONS.get(random.nextInt(PARTITIONS.size()));
    long committed = walk.close(partition);
    checkCommit(partition, committed);
    confirmed.removeIf(label -> isAtOrBehind(label, partition, committed));
    reported.removeIf(label -> isAtOrBehind(label, partition, committed));
    for (Send send : walk.sender.open) {
      if (isAtOrBehind(ScriptedSender.label(send), partition, 0)) {
        orphans.add(send);
      }
    }
    open(partition, committed);
  }

  private void open(TopicPartition partition, long position) {
    positions.put(partition, position);
    walk.open(partition, position);
  }

  private void finish() {
    for (int i = 0; i < 500; i++) {
      walk.pass(Duration.ofSeconds(31));
      walk.sender.openFailures.clear();
      walk.sender.open.clear();
      walk.sender.breakAfter = -1;
      poll();
    }
  }

  /** Everything before the offset has arrived or was reported. */
  private void checkCommit(TopicPartition partition, long offset) {
    assertThat(offset).isGreaterThanOrEqualTo(commits.getOrDefault(partition, 0L));
    commits.put(partition, offset);
    Set<String> holds = new HashSet<>(walk.sender.holds);
    for (long before = 0; before < offset; before++) {
      String label = label(new RecordOrigin(partition, before));
      assertThat(reported.contains(label) || holds.contains(partition.topic() + ":" + label))
          .as("%s lies before the commit %d", label, offset)
          .isTrue();
    }
  }

  private static boolean isAtOrBehind(String label, TopicPartition partition, long offset) {
    String prefix = partition + "@";
    return label.startsWith(prefix) && Long.parseLong(label.substring(prefix.length())) >= offset;
  }

  private static String label(RecordOrigin origin) {
    return origin.partition() + "@" + origin.offset();
  }

  private enum Answer {
    SENT,
    RETRY,
    REFUSED,
    REJECTED
  }
}
