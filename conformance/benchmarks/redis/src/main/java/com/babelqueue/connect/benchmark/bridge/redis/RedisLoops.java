package com.babelqueue.connect.benchmark.bridge.redis;

import com.babelqueue.connect.benchmark.bridge.BareLoops;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.args.ListDirection;

/** LMOVE and LREM in one pipeline per turn; pipelined RPUSH, one per poll. */
public final class RedisLoops implements BareLoops {
  private static final int BATCH = 200;
  private static final int IN_FLIGHT = 1_000;

  private Jedis client;

  @Override
  public void connect(Map<String, String> address) {
    client = RedisBenched.connect(address);
  }

  @Override
  public void source(String queue, int count, Producer<byte[], byte[]> producer, String topic) {
    byte[] ready = queue.getBytes(StandardCharsets.UTF_8);
    byte[] processing = (queue + ":processing").getBytes(StandardCharsets.UTF_8);
    ConcurrentLinkedQueue<byte[]> acknowledged = new ConcurrentLinkedQueue<>();
    int inFlight = 0;
    int settled = 0;
    while (settled < count) {
      Pipeline pipeline = client.pipelined();
      int settling = 0;
      for (byte[] done = acknowledged.poll(); done != null; done = acknowledged.poll()) {
        pipeline.lrem(processing, 1, done);
        settling++;
      }
      int room = Math.min(BATCH, Math.min(IN_FLIGHT - inFlight + settling, count - settled));
      List<Response<byte[]>> moves = new ArrayList<>(room);
      for (int i = 0; i < room; i++) {
        moves.add(pipeline.lmove(ready, processing, ListDirection.LEFT, ListDirection.RIGHT));
      }
      pipeline.sync();
      settled += settling;
      inFlight -= settling;
      for (Response<byte[]> move : moves) {
        byte[] body = move.get();
        if (body != null) {
          inFlight++;
          producer.send(
              new ProducerRecord<>(topic, body), (metadata, failure) -> acknowledged.add(body));
        }
      }
      if (acknowledged.isEmpty() && (inFlight == IN_FLIGHT || settled + inFlight == count)) {
        Thread.onSpinWait();
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
