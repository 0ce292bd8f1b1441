package com.babelqueue.connect.source.sqs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.NativeHeader;
import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.broker.sqs.SqsBinding;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.source.Delivery;
import com.babelqueue.connect.source.PullReceiver;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/**
 * Receives from SQS by long polling, one thread per queue, and settles by receipt handle (SQS-4,
 * SQS-6).
 *
 * <p><b>Handles.</b> A receipt handle belongs to a receive, not to a connection, so there is one
 * epoch for ever and a settlement may follow a reconnect.
 *
 * <p><b>Order.</b> SQS gives standard queues none. Of a FIFO queue it locks a message group while
 * any of its messages is invisible, and hands messages of a group out in order; one thread pulls,
 * so they reach the topic in that order. When a message comes again (its task crashed, its
 * visibility ran out, or {@code dropped.records=release} handed it back), later messages of its
 * group that were in flight may already be in the topic. The repeated one follows them with {@code
 * bq-attempts} above 0; nothing overtakes unmarked, and SQS delivers no further message of the
 * group before it.
 *
 * <p><b>Rejection</b> leaves a message as it is (SQS-8): its visibility is no longer renewed, SQS
 * delivers it again, and the queue's redrive policy moves it away in the end.
 */
final class SqsReceiver extends PullReceiver {
  /** The most messages SQS returns from one call. */
  private static final int MAX_RECEIVE = 10;

  private static final long ONLY_EPOCH = 0;

  private static final Logger LOG = LoggerFactory.getLogger(SqsReceiver.class);

  private final SqsSourceConfig config;

  /** Written by the engine's thread before pull threads start; they read it. */
  private volatile Session session;

  /** Owned by the engine's thread. */
  private boolean rejectionExplained;

  SqsReceiver(SqsSourceConfig config) {
    super(config.queues(), "sqs-pull-" + config.connectorName() + "-" + config.taskId());
    this.config = config;
  }

  @Override
  protected void connect() throws BrokerException {
    SqsClients clients =
        SqsClients.open(config.settings(), SqsSourceConfig.QUEUES, config.references());
    try {
      Map<String, ResolvedQueue> queues = new HashMap<>();
      for (int i = 0; i < config.queues().size(); i++) {
        queues.put(
            config.queues().get(i), withTimeout(clients.resolve(config.references().get(i))));
      }
      session = new Session(clients, queues, new SettlementCalls(clients, config));
    } catch (BrokerException | RuntimeException e) {
      clients.close();
      throw e;
    }
  }

  /** Applies the setting over the queue's own attribute, and refuses a queue that has neither. */
  private ResolvedQueue withTimeout(ResolvedQueue queue) throws BrokerException {
    Duration timeout =
        config.visibilityTimeout().isZero()
            ? queue.visibilityTimeout()
            : config.visibilityTimeout();
    if (timeout.isZero()) {
      throw BrokerException.misconfigured(
          SqsSourceConfig.VISIBILITY_TIMEOUT,
          "queue " + queue.name() + " makes messages visible again at once; set a timeout here",
          null);
    }
    return queue.withVisibilityTimeout(timeout);
  }

  @Override
  protected List<Delivery> pull(String reference, int max)
      throws BrokerException, InterruptedException {
    Session current = session;
    ResolvedQueue queue = current.queues().get(reference);
    try {
      List<Message> messages =
          current.clients().sqs().receiveMessage(request(queue, max)).messages();
      return messages.stream().map(message -> delivery(queue, message)).toList();
    } catch (AbortedException e) {
      InterruptedException interrupted = new InterruptedException("receive call abandoned");
      interrupted.initCause(e);
      throw interrupted;
    } catch (SdkException e) {
      throw current.clients().failure("receiving from queue " + queue.name(), e);
    }
  }

  private ReceiveMessageRequest request(ResolvedQueue queue, int max) {
    return ReceiveMessageRequest.builder()
        .queueUrl(queue.url())
        .maxNumberOfMessages(Math.min(max, MAX_RECEIVE))
        .waitTimeSeconds((int) config.longPoll().toSeconds())
        .visibilityTimeout((int) queue.visibilityTimeout().toSeconds())
        .messageAttributeNames("All")
        .messageSystemAttributeNames(MessageSystemAttributeName.ALL)
        // When the answer is lost, the SDK's retry under the same id gets the same messages back;
        // otherwise their groups would stay locked until the visibility timeout is over.
        .receiveRequestAttemptId(queue.fifo() ? UUID.randomUUID().toString() : null)
        .overrideConfiguration(
            call -> call.apiCallTimeout(config.settings().requestTimeout().plus(config.longPoll())))
        .build();
  }

  private static Delivery delivery(ResolvedQueue queue, Message message) {
    List<NativeHeader> headers = SqsBinding.headers(message);
    return Delivery.of(
            queue.name(),
            message.body().getBytes(UTF_8),
            new Receipt(queue, message.receiptHandle()),
            ONLY_EPOCH)
        .messageId(message.messageId())
        .headers(headers)
        .metadata(SqsBinding.metadata(message))
        .group(SqsBinding.group(message))
        .versionField(SqsBinding.versionField(message))
        .attemptsField(SqsBinding.attemptsField(message))
        .deliveryCount(SqsBinding.deliveryCount(message))
        .overhead(message.receiptHandle().length() + size(headers))
        .build();
  }

  private static int size(List<NativeHeader> headers) {
    int size = 0;
    for (NativeHeader header : headers) {
      int value =
          header.value() instanceof byte[] bytes
              ? bytes.length
              : header.value() instanceof String text ? text.length() : 0;
      size += header.name().length() + value;
    }
    return size;
  }

  @Override
  protected int pullBatch() {
    return MAX_RECEIVE;
  }

  @Override
  protected void disconnect() {
    Session current = session;
    if (current != null) {
      current.calls().close();
      current.clients().close();
    }
  }

  @Override
  public long epoch() {
    return ONLY_EPOCH;
  }

  @Override
  public int settlementBatch() {
    return SqsBinding.MAX_BATCH * config.settleThreads();
  }

  @Override
  public List<Unsettled> accept(List<Delivery> deliveries) throws BrokerException {
    return session.calls().delete(deliveries);
  }

  @Override
  public List<Unsettled> reject(List<Delivery> deliveries, String reason) {
    if (!rejectionExplained) {
      rejectionExplained = true;
      ResolvedQueue queue = Receipt.of(deliveries.get(0)).queue();
      LOG.warn(
          "Rejected messages stay in queue {} until its redrive policy moves them{}",
          queue.name(),
          queue.redrives() ? "" : "; it has none, so they come again for ever");
    }
    return List.of();
  }

  @Override
  public List<Unsettled> release(List<Delivery> deliveries) throws BrokerException {
    return session.calls().changeVisibility(deliveries, queue -> Duration.ZERO);
  }

  /** The shortest of all queues; each lock is extended by its own queue's timeout. */
  @Override
  public Duration lockDuration() {
    return session.queues().values().stream()
        .map(ResolvedQueue::visibilityTimeout)
        .min(Comparator.naturalOrder())
        .orElseThrow();
  }

  @Override
  public List<Unsettled> renew(List<Delivery> deliveries) throws BrokerException {
    return session.calls().changeVisibility(deliveries, ResolvedQueue::visibilityTimeout);
  }

  /**
   * What settles a message.
   *
   * @param queue where it came from
   * @param handle SQS's name of this one receive
   */
  record Receipt(ResolvedQueue queue, String handle) {
    static Receipt of(Delivery delivery) {
      return (Receipt) delivery.handle();
    }
  }

  /**
   * What lives between a connect and a disconnect.
   *
   * @param queues by the reference that the settings hold
   */
  private record Session(
      SqsClients clients, Map<String, ResolvedQueue> queues, SettlementCalls calls) {}
}
