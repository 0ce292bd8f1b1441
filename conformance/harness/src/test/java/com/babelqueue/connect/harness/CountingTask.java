package com.babelqueue.connect.harness;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;

/** Goes on counting from the committed offset; fails when the topic is called "refused". */
public final class CountingTask extends SourceTask {
  private static final Map<String, String> PARTITION = Map.of("source", "numbers");
  private static final int BATCH = 20;

  private String topic = "";
  private long next;
  private long end;

  @Override
  public void start(Map<String, String> props) {
    topic = props.get(CountingSource.TOPIC);
    end = Long.parseLong(props.getOrDefault(CountingSource.COUNT, Long.toString(Long.MAX_VALUE)));
    Map<String, Object> offset = context.offsetStorageReader().offset(PARTITION);
    next = offset == null ? 0 : (Long) offset.get("next");
    if (topic.equals("refused")) {
      throw new ConnectException("this topic is refused");
    }
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    List<SourceRecord> batch = new ArrayList<>();
    while (batch.size() < BATCH && next < end) {
      byte[] value = Long.toString(next).getBytes(StandardCharsets.UTF_8);
      next++;
      batch.add(
          new SourceRecord(
              PARTITION, Map.of("next", next), topic, Schema.OPTIONAL_BYTES_SCHEMA, value));
    }
    Thread.sleep(20); // the pace of the source, so that a test can kill it on the way
    return batch;
  }

  @Override
  public void stop() {}

  @Override
  public String version() {
    return "test";
  }
}
