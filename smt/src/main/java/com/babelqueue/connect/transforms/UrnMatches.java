package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.WildcardPattern;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.Envelope;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;

/**
 * True for a record whose message has one of some URNs: the body's identity, trimmed (ALIAS-1 to
 * ALIAS-4, PRJ-4), whether or not the envelope is acceptable otherwise.
 *
 * <p>Patterns know a star only: a regular expression over text that strangers send could take for
 * ever. For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class UrnMatches<R extends ConnectRecord<R>> extends EnvelopePredicate<R> {
  /** What the plugin lists of a worker say about this predicate. */
  public static final String OVERVIEW_DOC =
      "True for records whose BabelQueue envelope has a URN that fits one of some patterns.";

  private static final String URNS = "urns";

  /** The settings of this predicate. */
  public static final ConfigDef CONFIG_DEF =
      new ConfigDef()
          .define(
              URNS,
              ConfigDef.Type.LIST,
              ConfigDef.NO_DEFAULT_VALUE,
              ConfigDef.LambdaValidator.with(UrnMatches::checkUrns, () -> "URNs or patterns"),
              ConfigDef.Importance.HIGH,
              "URNs, or patterns of them in which * stands for any text; upper and lower case"
                  + " differ.");

  private List<WildcardPattern> urns = List.of();

  private static void checkUrns(String setting, Object value) {
    List<?> patterns = value instanceof List<?> list ? list : List.of();
    if (patterns.isEmpty()
        || patterns.stream().anyMatch(pattern -> AsciiWhitespace.isBlank((String) pattern))) {
      throw new ConfigException(
          setting, value, "must name at least one URN, and none that is blank");
    }
  }

  @Override
  public void configure(Map<String, ?> settings) {
    AbstractConfig config = new AbstractConfig(CONFIG_DEF, settings, false);
    urns = config.getList(URNS).stream().map(WildcardPattern::new).toList();
  }

  @Override
  boolean test(Envelope envelope) {
    String urn = envelope.urn();
    return urn != null && urns.stream().anyMatch(pattern -> pattern.matches(urn));
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
