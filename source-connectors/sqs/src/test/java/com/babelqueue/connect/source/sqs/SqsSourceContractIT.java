package com.babelqueue.connect.source.sqs;

import com.babelqueue.connect.contract.SourceContract;
import com.babelqueue.connect.contract.SourcePeer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** The source contract on SQS. */
class SqsSourceContractIT extends SourceContract {
  private static final int VISIBILITY_SECONDS = 60;

  @Override
  protected SourcePeer startPeer() {
    return new Peer(SqsPeer.start());
  }

  private record Peer(SqsPeer sqs) implements SourcePeer {
    @Override
    public String connectorClass() {
      return SqsBridge.CONNECTOR;
    }

    @Override
    public Map<String, String> settings(String queue, InetSocketAddress at) {
      Map<String, String> settings = new HashMap<>(sqs.connection());
      settings.put("sqs.endpoint", "http://" + at.getHostString() + ":" + at.getPort());
      settings.put("sqs.queues", queue);
      return settings;
    }

    @Override
    public InetSocketAddress address() {
      return new InetSocketAddress(sqs.endpoint().getHost(), sqs.endpoint().getPort());
    }

    @Override
    public void createQueue(String name) {
      sqs.createQueue(name, VISIBILITY_SECONDS);
    }

    @Override
    public void send(String queue, List<String> bodies) {
      sqs.sendAll(url(queue), bodies);
    }

    @Override
    public void send(String queue, String body, Map<String, String> headers) {
      Map<String, MessageAttributeValue> attributes = new HashMap<>();
      headers.forEach((name, value) -> attributes.put(name, SqsPeer.text("String", value)));
      sqs.send(url(queue), body, attributes);
    }

    @Override
    public List<String> take(String queue, int count, Duration limit) {
      String url = url(queue);
      List<String> taken = new ArrayList<>();
      long deadline = System.nanoTime() + limit.toNanos();
      while (taken.size() < count && System.nanoTime() - deadline < 0) {
        for (Message message : sqs.receive(url)) {
          taken.add(message.body());
          sqs.client().deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
        }
      }
      return taken;
    }

    @Override
    public long ready(String queue) {
      return sqs.visible(url(queue));
    }

    @Override
    public long unsettled(String queue) {
      return sqs.depth(url(queue));
    }

    /** A standard queue promises none; SqsSourceFaultsIT checks that of FIFO groups. */
    @Override
    public boolean keepsOrder() {
      return false;
    }

    @Override
    public String versionHeader() {
      return "bq-schema-version";
    }

    @Override
    public void close() {
      sqs.close();
    }

    private String url(String queue) {
      return sqs.client().getQueueUrl(r -> r.queueName(queue)).queueUrl();
    }
  }
}
