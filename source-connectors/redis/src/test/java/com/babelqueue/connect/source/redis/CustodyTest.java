package com.babelqueue.connect.source.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.source.Delivery;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CustodyTest {
  private final Custody custody = new Custody();

  @Test
  void whatNobodyHoldsIsStrayInItsOrder() {
    List<Delivery> held = deliveries("b", "d");
    custody.take(held);

    Custody.Findings findings = custody.compare(elements("a", "b", "c", "d", "e"));

    assertThat(texts(findings.strays())).containsExactly("a", "c", "e");
    assertThat(findings.settled()).isEmpty();
  }

  @Test
  void whatIsDoneButStillThereIsToBeRemoved() {
    List<Delivery> held = deliveries("a", "b", "c");
    custody.take(held);
    custody.settling(held.subList(0, 2));
    custody.settled(held.subList(0, 1));

    Custody.Findings findings = custody.compare(elements("b", "c"));

    assertThat(removed(findings.settled())).containsExactly("b");
    assertThat(findings.strays()).isEmpty();
  }

  @Test
  void equalElementsAreCounted() {
    List<Delivery> held = deliveries("x", "x", "x");
    custody.take(held);
    custody.settling(held.subList(0, 1));

    Custody.Findings findings = custody.compare(elements("x", "x", "x", "x"));

    assertThat(removed(findings.settled())).as("one is done").containsExactly("x");
    assertThat(texts(findings.strays())).as("one is unknown").containsExactly("x");
  }

  @Test
  void whatWasLetGoAndIsStillThereIsStray() {
    List<Delivery> held = deliveries("a");
    custody.take(held);
    custody.letGo(held);

    assertThat(custody.isEmpty()).isTrue();
    assertThat(texts(custody.compare(elements("a")).strays())).containsExactly("a");
  }

  @Test
  void whatIsInDoubtStaysSoUntilItIsSeenTo() {
    List<Delivery> held = deliveries("a");
    custody.take(held);
    custody.settling(held);

    assertThat(removed(custody.compare(elements("a")).settled())).containsExactly("a");
    assertThat(removed(custody.compare(elements("a")).settled())).containsExactly("a");
    custody.nothingInDoubt();
    assertThat(custody.isEmpty()).isTrue();
  }

  @Test
  void whatIsSettledInOrderIsLookedForFromTheHead() {
    List<Delivery> held = deliveries("a", "b", "c", "d");
    custody.take(held);

    assertThat(ends(custody.settling(held)))
        .containsExactly("a head", "b head", "c head", "d head");
  }

  @Test
  void whatIsSettledBehindOthersThatStayIsLookedForFromTheTail() {
    List<Delivery> stuck = deliveries("s", "t", "u");
    custody.take(stuck);
    for (int round = 0; round < 3; round++) {
      List<Delivery> held = deliveries("a", "b");
      custody.take(held);

      assertThat(ends(custody.settling(held))).containsExactly("a tail", "b tail");
    }
    assertThat(ends(custody.settling(stuck))).containsExactly("s head", "t head", "u head");
  }

  private static List<String> ends(List<Custody.Removal> removals) {
    return removals.stream()
        .map(r -> new String(r.element(), UTF_8) + (r.isFromTail() ? " tail" : " head"))
        .toList();
  }

  private static List<String> removed(List<Custody.Removal> removals) {
    return texts(removals.stream().map(Custody.Removal::element).toList());
  }

  private static List<Delivery> deliveries(String... texts) {
    return elements(texts).stream()
        .map(element -> Delivery.of("queue", element, element, 0).build())
        .toList();
  }

  private static List<byte[]> elements(String... texts) {
    return Stream.of(texts).map(text -> text.getBytes(UTF_8)).toList();
  }

  private static List<String> texts(List<byte[]> elements) {
    return elements.stream().map(element -> new String(element, UTF_8)).toList();
  }
}
