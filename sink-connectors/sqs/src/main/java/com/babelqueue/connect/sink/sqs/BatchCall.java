package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.broker.sqs.SqsClients;
import com.babelqueue.connect.broker.sqs.SqsFailures;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;

/**
 * One call to SQS with up to ten messages of a queue, and what its answer means for each of them.
 * Safe for any thread.
 *
 * <p>What SQS says of a message is told by its code alone, since its sentences may repeat what the
 * message holds.
 */
final class BatchCall {
  /** SQS's codes that have a name of this connector's own. */
  private static final Map<String, String> REASONS =
      Map.of(
          "MessageTooLong", "too_large",
          "BatchRequestTooLong", "too_large",
          "AWS.SimpleQueueService.BatchRequestTooLong", "too_large",
          "InvalidMessageContents", "illegal_characters");

  private final SqsClients clients;
  private final Destinations destinations;

  BatchCall(SqsClients clients, Destinations destinations) {
    this.clients = clients;
    this.destinations = destinations;
  }

  /**
   * Sends messages and reports what became of them, but for those that have to be sent again.
   *
   * @param batch of one queue
   * @return those that have to be sent again, with the reason, in order
   * @throws BrokerException when the call came to nothing, for a reason that lies in none of the
   *     messages; some of them may have an outcome
   */
  List<Again> send(List<Entry> batch) throws BrokerException {
    ResolvedQueue queue = batch.get(0).queue();
    try {
      return report(batch, call(queue, batch));
    } catch (SdkException e) {
      if (SqsFailures.isMissingQueue(e) && destinations.forget(queue)) {
        batch.forEach(entry -> SqsSender.rejectMissing(entry.send()));
        return List.of();
      }
      String fault = SqsFailures.contentFault(e);
      if (fault == null) {
        throw clients.failure("sending to queue " + queue.name(), e);
      }
      if (batch.size() > 1) {
        return oneByOne(batch);
      }
      reject(batch.get(0), fault);
      return List.of();
    }
  }

  private SendMessageBatchResponse call(ResolvedQueue queue, List<Entry> batch) {
    List<SendMessageBatchRequestEntry> entries = new ArrayList<>(batch.size());
    for (int i = 0; i < batch.size(); i++) {
      entries.add(batch.get(i).request().id(Integer.toString(i)).build());
    }
    return clients.sqs().sendMessageBatch(r -> r.queueUrl(queue.url()).entries(entries));
  }

  /** SQS refused the whole for the sake of one: its neighbours must not suffer. */
  private List<Again> oneByOne(List<Entry> batch) throws BrokerException {
    List<Again> again = new ArrayList<>();
    Set<String> groups = new HashSet<>();
    for (Entry entry : batch) {
      if (entry.group() != null && groups.contains(entry.group())) {
        again.add(new Again(entry, Again.FOLLOWS));
        continue;
      }
      List<Again> failed = send(List.of(entry));
      failed.forEach(one -> groups.add(one.entry().group()));
      again.addAll(failed);
    }
    return again;
  }

  private static List<Again> report(List<Entry> batch, SendMessageBatchResponse response) {
    Set<String> sent =
        response.successful().stream()
            .map(SendMessageBatchResultEntry::id)
            .collect(Collectors.toSet());
    Map<String, BatchResultErrorEntry> failed =
        response.failed().stream()
            .collect(Collectors.toMap(BatchResultErrorEntry::id, Function.identity()));
    List<Again> again = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      Entry entry = batch.get(i);
      String id = Integer.toString(i);
      BatchResultErrorEntry failure = failed.get(id);
      if (sent.contains(id)) {
        entry.send().sent();
      } else if (failure == null) {
        again.add(new Again(entry, "SQS did not say what became of it"));
      } else if (Boolean.TRUE.equals(failure.senderFault())) {
        reject(entry, failure.code());
      } else {
        again.add(new Again(entry, failure.code()));
      }
    }
    return again;
  }

  private static void reject(Entry entry, String code) {
    entry.send().rejected(REASONS.getOrDefault(code, code), "SQS refused it with " + code);
  }

  /**
   * A message to be sent again.
   *
   * @param reason SQS's code, or why it was not even tried
   */
  record Again(Entry entry, String reason) {
    /** Why a message goes back that SQS has not seen. */
    static final String FOLLOWS = "it follows a message of its group that has to be sent again";
  }
}
