package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.AttemptsRule;
import com.babelqueue.connect.envelope.ContractHeaders;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.HeaderText;
import com.babelqueue.connect.envelope.RecordBody;
import java.util.Iterator;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.header.Header;
import org.apache.kafka.connect.header.Headers;

/**
 * Brings a broker's own delivery count and the envelope's counter together, by the rule of that
 * broker (KFK-4, SQS-5, ASB-3, PUL-3, ART-3, RMQ-4), and writes the result where it is wanted
 * (CON-4).
 *
 * <p>The count is read from a record header, so records of other connectors can be served too. For
 * one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class ReconcileAttempts<R extends ConnectRecord<R>> extends EnvelopeTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Reconcile the attempts counter of a BabelQueue envelope with the delivery count of the broker it"
          + " came from, which is read from a record header.";

  private static final String RULE = "rule";
  private static final String COUNT_HEADER = "count.header";
  private static final String WRITE = "write";
  private static final EnumSetting<AttemptsRule> RULE_SETTING = EnumSetting.of(AttemptsRule.class);
  private static final EnumSetting<Target> WRITE_SETTING = EnumSetting.of(Target.class);

  private enum Target {
    HEADER,
    BODY,
    BOTH
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      baseConfig()
          .define(
              RULE,
              ConfigDef.Type.STRING,
              ConfigDef.NO_DEFAULT_VALUE,
              RULE_SETTING,
              ConfigDef.Importance.HIGH,
              "Rule of the broker the record came from. kafka: the header counts, even if it is lower."
                  + " sqs, servicebus, artemis-jms: the larger of the body's counter and the count"
                  + " less one. pulsar, artemis (AMQP), rabbitmq: the larger of both. none: the body's"
                  + " counter alone.")
          .define(
              COUNT_HEADER,
              ConfigDef.Type.STRING,
              null,
              ConfigDef.Importance.MEDIUM,
              "Header that carries the broker's delivery count; the last one counts when it is"
                  + " repeated. By default the rule's own: "
                  + defaultHeaders()
                  + ".")
          .define(
              WRITE,
              ConfigDef.Type.STRING,
              EnumSetting.text(Target.HEADER),
              WRITE_SETTING,
              ConfigDef.Importance.MEDIUM,
              "Where the result is written: header sets bq-attempts and leaves the value alone, body"
                  + " changes the counter in the value and nothing else of it, both does both.");

  private AttemptsRule rule = AttemptsRule.NONE;
  private String countHeader = AttemptsRule.NONE.countHeader();
  private Target write = Target.HEADER;

  private static String defaultHeaders() {
    StringBuilder text = new StringBuilder();
    for (AttemptsRule rule : AttemptsRule.values()) {
      if (rule != AttemptsRule.NONE) {
        text.append(text.isEmpty() ? "" : ", ")
            .append(EnumSetting.text(rule))
            .append(' ')
            .append(rule.countHeader());
      }
    }
    return text.toString();
  }

  @Override
  void configure(AbstractConfig config) {
    rule = RULE_SETTING.parse(RULE, config.getString(RULE));
    write = WRITE_SETTING.parse(WRITE, config.getString(WRITE));
    String header = config.getString(COUNT_HEADER);
    if (header != null && AsciiWhitespace.isBlank(header)) {
      throw new ConfigException(COUNT_HEADER, header, "must not be blank");
    }
    countHeader = header == null ? rule.countHeader() : header;
  }

  @Override
  R apply(R record, RecordBody body, Envelope envelope) {
    int attempts =
        rule.reconcile(envelope.attempts(), HeaderText.last(record.headers(), countHeader));
    Object value = write == Target.HEADER ? record.value() : body.withAttempts(envelope, attempts);
    Headers headers = record.headers();
    if (write != Target.BODY) {
      headers = withAttempts(headers, Integer.toString(attempts));
    }
    if (value == record.value() && headers == record.headers()) {
      return record;
    }
    return copy(record, value, record.timestamp(), headers);
  }

  private Headers withAttempts(Headers headers, String attempts) {
    Iterator<Header> present = headers.allWithName(ContractHeaders.ATTEMPTS);
    if (present.hasNext()
        && attempts.equals(HeaderText.of(present.next().value()))
        && !present.hasNext()) {
      return headers;
    }
    Headers changed = headers.duplicate();
    changed.remove(ContractHeaders.ATTEMPTS);
    headerType().add(changed, ContractHeaders.ATTEMPTS, attempts);
    return changed;
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
