package com.babelqueue.connect.sink.sqs;

import com.babelqueue.connect.broker.sqs.ResolvedQueue;
import com.babelqueue.connect.sink.Send;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * A message in the form in which SQS takes it.
 *
 * @param send where its outcome is reported
 * @param queue where it goes
 * @param group its message group; null on standard queues
 * @param request all of it but the id that it gets within a batch
 * @param bytes what it counts for against SQS's limits
 */
record Entry(
    Send send,
    ResolvedQueue queue,
    String group,
    SendMessageBatchRequestEntry.Builder request,
    int bytes) {

  String location() {
    return send.message().location();
  }
}
