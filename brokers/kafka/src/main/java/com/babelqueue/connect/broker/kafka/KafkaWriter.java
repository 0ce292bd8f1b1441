package com.babelqueue.connect.broker.kafka;

import com.babelqueue.connect.broker.BrokerException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes records to retry, dead-letter and work topics, and says when all replicas have them.
 *
 * <p>Writes to one partition keep their order. {@link #write} and {@link #close} are for one
 * thread; results come on the producer's own.
 */
public final class KafkaWriter implements AutoCloseable {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final Producer<byte[], byte[]> producer;

  private KafkaWriter(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  /**
   * Makes the producer; it connects with the first write.
   *
   * @param settings where the cluster is
   * @param clientId tells the connector and its task apart in Kafka's logs and metrics
   * @throws BrokerException naming the setting, when the client refuses its settings
   */
  public static KafkaWriter open(KafkaSettings settings, String clientId) throws BrokerException {
    try {
      return new KafkaWriter(
          new KafkaProducer<>(
              settings.producerProperties(clientId),
              new ByteArraySerializer(),
              new ByteArraySerializer()));
    } catch (KafkaException e) {
      // The client's own text may quote a value, such as a password file's path; the class does
      // not.
      throw BrokerException.misconfigured(
          KafkaSettings.BOOTSTRAP_SERVERS,
          "the producer refuses its settings, see "
              + KafkaSettings.CLIENT_PREFIX
              + "* ("
              + e.getClass().getSimpleName()
              + ")",
          e);
    }
  }

  /**
   * Writes one record without waiting.
   *
   * @param record what to write
   * @param result takes null once all replicas have it, or the failure; on the producer's thread
   * @throws BrokerException when the client cannot even take it, because the cluster does not
   *     answer or the record is too large
   */
  public void write(ProducerRecord<byte[], byte[]> record, Consumer<BrokerException> result)
      throws BrokerException {
    String attempted = "writing to topic " + record.topic();
    try {
      // The callback gets what the future would.
      Future<RecordMetadata> ignored =
          producer.send(
              record,
              (metadata, failure) ->
                  result.accept(failure == null ? null : KafkaFailures.of(attempted, failure)));
    } catch (org.apache.kafka.common.errors.InterruptException e) {
      Thread.currentThread().interrupt();
      throw BrokerException.outage(attempted + " was interrupted", e);
    } catch (KafkaException | IllegalStateException e) {
      throw KafkaFailures.of(attempted, e);
    }
  }

  /** Ends within 2 s; writes without a result by then may or may not have arrived. */
  @Override
  public void close() {
    try {
      producer.close(CLOSE_LIMIT);
    } catch (org.apache.kafka.common.errors.InterruptException e) {
      Thread.currentThread().interrupt();
    }
  }
}
