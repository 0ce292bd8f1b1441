package com.babelqueue.connect.sink;

import com.babelqueue.connect.broker.BrokerException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A broker in memory that does with each message what a test told it to; without any word it takes
 * and confirms them. Messages are named by their label, see {@link Records}.
 */
final class ScriptedSender implements Sender {
  /** What the broker holds, as destination:label, in the order of arrival. */
  final List<String> holds = new ArrayList<>();

  /** The labels of every send call. */
  final List<List<String>> calls = new ArrayList<>();

  /** Handed over and without an outcome, oldest first. */
  final Deque<Send> open = new ArrayDeque<>();

  /** One reaction for each further send of a label; then it is taken and confirmed. */
  private final Map<String, Deque<Consumer<Send>>> script = new HashMap<>();

  /** Whether messages without a script stay without an outcome, not having arrived. */
  boolean mute;

  /** Thrown by the next open or send, once. */
  final Deque<BrokerException> openFailures = new ArrayDeque<>();

  /** After how many further messages the connection breaks inside of a send; -1 for never. */
  int breakAfter = -1;

  /** What a send throws then. */
  BrokerException breakWith = BrokerException.outage("the connection broke", null);

  /** Sees the labels of every send call before anything happens with them. */
  Consumer<List<String>> onSend = labels -> {};

  int opened;
  int closed;
  boolean connected;
  Runnable whileClosing = () -> {};
  private Consumer<BrokerException> lost;

  /** The next send of a label, behind those scripted before, meets this reaction. */
  void script(String label, Consumer<Send> reaction) {
    script.computeIfAbsent(label, name -> new ArrayDeque<>()).add(reaction);
  }

  @Override
  public void open(Consumer<BrokerException> listener) throws BrokerException {
    if (!openFailures.isEmpty()) {
      throw openFailures.remove();
    }
    opened++;
    connected = true;
    lost = listener;
  }

  @Override
  public void send(List<Send> sends) throws BrokerException {
    if (!connected) {
      throw new IllegalStateException("send without a connection");
    }
    List<String> labels = sends.stream().map(ScriptedSender::label).toList();
    onSend.accept(labels);
    calls.add(labels);
    for (Send send : sends) {
      if (breakAfter == 0) {
        breakAfter = -1;
        throw breakWith;
      }
      breakAfter -= breakAfter > 0 ? 1 : 0;
      react(send);
    }
  }

  private void react(Send send) {
    Deque<Consumer<Send>> reactions = script.get(label(send));
    if (reactions != null && !reactions.isEmpty()) {
      reactions.remove().accept(send);
    } else if (mute) {
      open.add(send);
    } else {
      confirm(send);
    }
  }

  /** The message arrives, and the broker says so. */
  void confirm(Send send) {
    arrive(send);
    send.sent();
  }

  /** The message arrives, without a word. */
  void arrive(Send send) {
    holds.add(send.message().destination() + ":" + label(send));
  }

  /** All that is open arrives and is confirmed. */
  void confirmOpen() {
    while (!open.isEmpty()) {
      confirm(open.remove());
    }
  }

  /** The connection breaks outside of any call. */
  void breakDown() {
    lost.accept(BrokerException.outage("the connection broke", null));
  }

  @Override
  public void close() {
    whileClosing.run();
    closed++;
    connected = false;
  }

  static String label(Send send) {
    OutboundMessage message = send.message();
    return message.envelope() == null
        ? new String(message.body(), StandardCharsets.UTF_8)
        : message.envelope().id();
  }
}
