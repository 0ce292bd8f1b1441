package com.babelqueue.connect.sink;

import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.envelope.VersionGate;
import com.babelqueue.connect.sink.SinkConfig.NullValues;
import com.babelqueue.connect.sink.SinkConfig.PoisonPolicy;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.sink.SinkRecord;

/**
 * Decides what a record becomes: gate first, then decode, then accept (GATE-1, CON-5, POI-1), and
 * only then what a message needs beside its body. Used by the task's thread alone.
 */
final class MessageMapper {
  /** The longest delay text that surely fits a long. */
  private static final int MAX_DELAY_DIGITS = 18;

  private static final long UNREADABLE = -1;

  private final EnvelopeScanner scanner = new EnvelopeScanner();
  private final CarriedHeaders headers;
  private final NameTemplate destination;
  private final String destinationSetting;
  private final NullValues nullValues;
  private final PoisonPolicy poisonPolicy;
  private final SinkMetrics metrics;

  MessageMapper(SinkConfig config, SinkMetrics metrics) {
    this.headers = new CarriedHeaders(config);
    this.destination = config.destination();
    this.destinationSetting = config.destinationSetting();
    this.nullValues = config.nullValues();
    this.poisonPolicy = config.poisonPolicy();
    this.metrics = metrics;
  }

  Mapped map(SinkRecord record, RecordOrigin origin) {
    if (record.value() == null) {
      return withoutValue();
    }
    if (!VersionGate.passesAll(versions(record))) {
      metrics.gateRefusals.increment();
      metrics.gateRefused.increment(origin.partition().topic());
      return poison(
          record,
          origin,
          new Fault(Fault.GATE, "a header " + ContractHeaders.SCHEMA_VERSION + " is not 1"));
    }
    byte[] body;
    try {
      body = RecordBody.of(record).bytes();
    } catch (DataException e) {
      metrics.poison.increment();
      Fault fault = new Fault(Fault.VALUE_TYPE, e.getMessage());
      // There are no bytes that could be forwarded.
      return poisonPolicy == PoisonPolicy.FAIL ? fatal(fault) : new Mapped.Faulty(fault);
    }
    Envelope envelope = scanner.scan(body);
    if (!envelope.isAcceptable()) {
      metrics.poison.increment();
      return poison(record, origin, Fault.of(envelope.refusal()));
    }
    int attempts =
        AttemptsRule.KAFKA.reconcile(
            envelope.attempts(), HeaderText.last(record.headers(), ContractHeaders.ATTEMPTS));
    byte[] sent =
        attempts == envelope.attempts() ? body : envelope.edit().attempts(attempts).toBytes();
    return message(record, origin, sent, envelope, attempts);
  }

  private Mapped withoutValue() {
    Fault fault = new Fault(Fault.NULL_VALUE, "no queue can carry a record without a value");
    return switch (nullValues) {
      case SKIP -> new Mapped.Skipped();
      case DEAD_LETTER -> new Mapped.Faulty(fault);
      case FAIL -> new Mapped.Fatal(fault, SinkConfig.NULL_VALUES);
    };
  }

  private Mapped poison(SinkRecord record, RecordOrigin origin, Fault fault) {
    return switch (poisonPolicy) {
      case DEAD_LETTER -> new Mapped.Faulty(fault);
      case FAIL -> fatal(fault);
      case FORWARD -> message(record, origin, RecordBody.of(record).bytes(), null, 0);
    };
  }

  private static Mapped fatal(Fault fault) {
    return new Mapped.Fatal(fault, SinkConfig.POISON_POLICY);
  }

  private Mapped message(
      SinkRecord record, RecordOrigin origin, byte[] body, Envelope envelope, int attempts) {
    UnaryOperator<String> variables = variable -> variable(record, envelope, variable);
    String target = destination.render(variables);
    if (AsciiWhitespace.isBlank(target)) {
      Fault fault =
          new Fault(
              Fault.DESTINATION, "the record has no value for a variable of " + destinationSetting);
      return new Mapped.Faulty(fault, envelope, attempts);
    }
    long delay = delayMillis(HeaderText.last(record.headers(), ContractHeaders.DELAY));
    if (delay == UNREADABLE) {
      Fault fault = new Fault(Fault.DELAY, ContractHeaders.DELAY + " is no number of milliseconds");
      return new Mapped.Faulty(fault, envelope, attempts);
    }
    OutboundMessage.Builder message =
        OutboundMessage.to(target, body, origin)
            .headers(headers.of(record.headers()))
            .key(key(record.key()))
            .delay(delay == 0 ? null : Duration.ofMillis(delay))
            .variables(variables);
    if (envelope != null) {
      message.envelope(envelope, attempts);
    }
    return new Mapped.Message(message.build());
  }

  /** The values of every header with that name, for the gate (GATE-11). */
  private static List<Object> versions(SinkRecord record) {
    List<Object> values = new ArrayList<>(1);
    Iterator<Header> found = record.headers().allWithName(ContractHeaders.SCHEMA_VERSION);
    while (found != null && found.hasNext()) {
      values.add(found.next().value());
    }
    return values;
  }

  /** Null when the record has no such value, or a blank one. */
  private static String variable(SinkRecord record, Envelope envelope, String variable) {
    String value =
        switch (variable) {
          case SinkConfig.VARIABLE_TOPIC -> record.originalTopic();
          case SinkConfig.VARIABLE_QUEUE -> envelope == null ? null : envelope.queue();
          case SinkConfig.VARIABLE_URN -> envelope == null ? null : envelope.urn();
          case SinkConfig.VARIABLE_KEY -> text(record.key());
          default ->
              text(
                  HeaderText.last(
                      record.headers(), variable.substring(SinkConfig.VARIABLE_HEADER.length())));
        };
    return AsciiWhitespace.isBlank(value) ? null : value;
  }

  /** Null for null and for bytes that are no text. */
  private static String text(Object value) {
    return CarriedHeaders.textOrBytes(value) instanceof String text ? text : null;
  }

  /** The key byte for byte; null stays null, and empty stays empty (KFK-2). */
  private static byte[] key(Object key) {
    if (key == null || key instanceof byte[]) {
      return (byte[]) key;
    }
    Object plain = CarriedHeaders.textOrBytes(key);
    return plain instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) plain;
  }

  /** The delay asked for; 0 for none (DLY-1), {@link #UNREADABLE} for what is no delay (DLY-2). */
  private static long delayMillis(Object value) {
    String text = value == null ? "" : AsciiWhitespace.trim(HeaderText.of(value));
    if (text == null || text.length() > MAX_DELAY_DIGITS) {
      return UNREADABLE;
    }
    boolean digits = text.chars().allMatch(c -> c >= '0' && c <= '9');
    if (text.isEmpty()) {
      return 0;
    }
    return digits ? Long.parseLong(text) : UNREADABLE;
  }
}
