package com.babelqueue.connect.benchmark.bridge.redis;

import com.babelqueue.connect.benchmark.bridge.BareLoops;
import com.babelqueue.connect.benchmark.bridge.BareTopic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.args.ListDirection;

/** LMOVE and LREM in one pipeline per turn; pipelined RPUSH, one per poll. */
public final class RedisLoops implements BareLoops {
  private static final int BATCH = 200;
  private static final int IN_FLIGHT = 2_000;

  private Jedis client;

  @Override
  public void connect(Map<String, String> address) {
    client = RedisBenched.connect(address);
  }

  @Override
  public void source(String queue, int count, BareTopic topic) throws InterruptedException {
    byte[] ready = queue.getBytes(StandardCharsets.UTF_8);
    byte[] processing = (queue + ":processing").getBytes(StandardCharsets.UTF_8);
    BlockingQueue<byte[]> acknowledged = new LinkedBlockingQueue<>();
    int taken = 0;
    int settled = 0;
    while (settled < count) {
      List<byte[]> settling = new ArrayList<>();
      acknowledged.drainTo(settling);
      int inFlight = taken - settled - settling.size();
      int room = Math.min(BATCH, Math.min(IN_FLIGHT - inFlight, count - taken));
      if (settling.isEmpty() && room == 0) {
        // Nothing to ask Redis for until Kafka has answered.
        settling.add(acknowledged.take());
        acknowledged.drainTo(settling);
      }
      Pipeline pipeline = client.pipelined();
      settling.forEach(done -> pipeline.lrem(processing, 1, done));
      List<Response<byte[]>> moves = new ArrayList<>(room);
      for (int i = 0; i < room; i++) {
        moves.add(pipeline.lmove(ready, processing, ListDirection.LEFT, ListDirection.RIGHT));
      }
      pipeline.sync();
      settled += settling.size();
      taken += moves.size();
      for (Response<byte[]> move : moves) {
        byte[] body = move.get();
        topic.send(body, () -> acknowledged.add(body));
      }
    }
  }

  @Override
  public void sink(String queue, int count, Consumer<byte[], byte[]> consumer) {
    byte[] list = queue.getBytes(StandardCharsets.UTF_8);
    int sent = 0;
    while (sent < count) {
      Pipeline pipeline = client.pipelined();
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
        pipeline.rpush(list, record.value());
        sent++;
      }
      pipeline.sync();
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
