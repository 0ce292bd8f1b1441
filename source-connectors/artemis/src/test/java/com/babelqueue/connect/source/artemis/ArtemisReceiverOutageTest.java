package com.babelqueue.connect.source.artemis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.harness.Await;
import com.babelqueue.connect.harness.TcpProxy;
import com.babelqueue.connect.source.Delivery;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that is lost, against a real broker. */
class ArtemisReceiverOutageTest extends ReceiverFixture {
  private TcpProxy proxy;

  @BeforeEach
  void startProxy() {
    proxy = TcpProxy.to(peer.address().getHostString(), peer.address().getPort());
  }

  @AfterEach
  void closeProxy() {
    proxy.close();
  }

  /** A failover address is no different: the client mends nothing by itself. */
  @ParameterizedTest
  @ValueSource(strings = {"amqp://127.0.0.1:%d", "failover:(amqp://127.0.0.1:%d)"})
  void aDroppedConnectionIsAnOutageAndBeginsANewEpoch(String uri) throws Exception {
    sendNumbers(30);
    open(Map.of("artemis.uri", uri.formatted(proxy.port())));
    List<Delivery> before = receive(10);
    receiver.accept(before.subList(0, 5));
    awaitUnsettled(25);

    proxy.dropConnections();
    assertThat(outage().isRetriable()).isTrue();
    receiver.close();
    receiver.open();

    List<Delivery> after = receive(25);
    assertThat(bodies(after)).isEqualTo(numbers(6, 30));
    assertThat(after.get(0).epoch()).isNotEqualTo(before.get(0).epoch());
    // A handle of the old session settles nothing in the new one.
    receiver.accept(before.subList(5, 10));
    receiver.accept(after.subList(10, 25));
    awaitUnsettled(10);
    receiver.close();
    assertThat(peer.take(queue, 10, LIMIT)).isEqualTo(numbers(6, 15));
  }

  @Test
  void aSettlementAfterTheLossFails() throws Exception {
    sendNumbers(3);
    open(Map.of("artemis.uri", "amqp://127.0.0.1:" + proxy.port()));
    List<Delivery> received = receive(3);
    proxy.dropConnections();
    outage();

    assertThatThrownBy(() -> receiver.accept(received))
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"amqp://127.0.0.1:%d", "failover:(amqp://127.0.0.1:%d)"})
  void aBrokerThatIsAwayIsAnOutage(String uri) {
    proxy.refuse();

    assertThatThrownBy(() -> open(Map.of("artemis.uri", uri.formatted(proxy.port()))))
        .isInstanceOfSatisfying(BrokerException.class, e -> assertThat(e.isRetriable()).isTrue());
  }

  @Test
  void anotherNodeOfAFailoverAddressIsTaken() throws Exception {
    proxy.refuse();
    sendNumbers(2);

    open(
        Map.of(
            "artemis.uri",
            "failover:(amqp://127.0.0.1:%d,amqp://%s:%d)"
                .formatted(proxy.port(), peer.broker().host(), peer.broker().port())));

    assertThat(bodies(receive(2))).isEqualTo(numbers(1, 2));
  }

  @Test
  void aSilentBrokerDoesNotHoldUpTheClose() throws Exception {
    sendNumbers(5);
    open(Map.of("artemis.uri", "amqp://127.0.0.1:" + proxy.port()));
    receive(2);
    proxy.stall();

    // Without the client's time limits this would last a minute and more; the runner's own limit
    // is what fails then.
    receiver.close();
    proxy.dropConnections();

    Await.until("all are back", LIMIT, () -> peer.ready(queue) == 5);
  }

  @Test
  void aDeletedQueueIsNamedAfterTheOutage() throws Exception {
    open(Map.of());
    receiver.receive(1, PLENTY, WAIT);

    peer.broker().deleteQueue(queue);

    assertThat(outage().isRetriable()).isTrue();
    receiver.close();
    assertThatThrownBy(() -> receiver.open())
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("artemis.queues"));
  }

  @Test
  void anUnknownHostIsNamedWhileNothingEverWorked() {
    assertThatThrownBy(() -> open(Map.of("artemis.uri", "amqp://nowhere.invalid:5672")))
        .isInstanceOfSatisfying(
            BrokerException.class, e -> assertThat(e.setting()).isEqualTo("artemis.uri"));
  }
}
