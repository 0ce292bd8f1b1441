package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.TopicTemplate;
import com.babelqueue.connect.envelope.Envelope;
import com.babelqueue.connect.envelope.RecordBody;
import com.babelqueue.connect.envelope.RecordLocation;
import java.util.List;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.connector.ConnectRecord;
import org.apache.kafka.connect.errors.DataException;

/**
 * Sends a record to the topic that its message's URN is mapped to. The URN is the body's, never a
 * header's (PRJ-4, POI-3).
 *
 * <p>For one thread at a time, as Connect calls it.
 *
 * @param <R> source or sink record
 */
public final class RouteByUrn<R extends ConnectRecord<R>> extends EnvelopeTransform<R> {
  /** What the plugin lists of a worker say about this transform. */
  public static final String OVERVIEW_DOC =
      "Set the topic of a record from the URN of the BabelQueue envelope in its value, by a list of URN"
          + " patterns and topic templates.";

  private static final String ROUTES = "routes";
  private static final String NO_MATCH = "no.match";
  private static final String DEFAULT_TOPIC = "default.topic";
  private static final String ILLEGAL_TOPIC = "illegal.topic";
  private static final EnumSetting<NoMatch> NO_MATCH_SETTING = EnumSetting.of(NoMatch.class);
  private static final EnumSetting<IllegalTopic> ILLEGAL_TOPIC_SETTING =
      EnumSetting.of(IllegalTopic.class);

  private enum NoMatch {
    PASS,
    FAIL,
    DEFAULT
  }

  private enum IllegalTopic {
    LEGALIZE,
    FAIL
  }

  /** The settings of this transform. */
  public static final ConfigDef CONFIG_DEF =
      headerlessConfig()
          .define(
              ROUTES,
              ConfigDef.Type.LIST,
              ConfigDef.NO_DEFAULT_VALUE,
              new UrnRoute.Validator(),
              ConfigDef.Importance.HIGH,
              "URN patterns and the topics of their messages, each written pattern=topic; the first"
                  + " that matches wins. In a pattern * stands for any text. A topic may hold"
                  + " ${topic} (the record's own), ${urn}, ${urn.context} and ${urn.name} (the parts of"
                  + " urn:babel:context:name) and ${meta.queue}; a route is passed over for a message"
                  + " that lacks what its topic names.")
          .define(
              NO_MATCH,
              ConfigDef.Type.STRING,
              EnumSetting.text(NoMatch.PASS),
              NO_MATCH_SETTING,
              ConfigDef.Importance.MEDIUM,
              "What happens to a message that no route matches: pass leaves the record on its topic,"
                  + " fail raises an error, default sends it to default.topic.")
          .define(
              DEFAULT_TOPIC,
              ConfigDef.Type.STRING,
              null,
              new TopicTemplate.Validator(UrnRoute.VARIABLES),
              ConfigDef.Importance.MEDIUM,
              "Topic of messages that no route matches, for no.match=default; takes the same"
                  + " variables. A message that lacks what it names fails.")
          .define(
              ILLEGAL_TOPIC,
              ConfigDef.Type.STRING,
              EnumSetting.text(IllegalTopic.LEGALIZE),
              ILLEGAL_TOPIC_SETTING,
              ConfigDef.Importance.MEDIUM,
              "What happens when a variable gives a name that Kafka refuses: legalize writes _ for"
                  + " each character Kafka does not take (the colons of ${urn}, for example) and cuts"
                  + " at 249, fail raises an error.");

  private List<UrnRoute> routes = List.of();
  private NoMatch noMatch = NoMatch.PASS;
  private TopicTemplate defaultTopic;
  private boolean legalizes = true;

  @Override
  void configure(AbstractConfig config) {
    routes = UrnRoute.parse(ROUTES, config.getList(ROUTES));
    noMatch = NO_MATCH_SETTING.parse(NO_MATCH, config.getString(NO_MATCH));
    String text = config.getString(DEFAULT_TOPIC);
    if (text == null && noMatch == NoMatch.DEFAULT) {
      throw new ConfigException(DEFAULT_TOPIC, text, "must be set for no.match=default");
    }
    defaultTopic =
        text == null ? null : TopicTemplate.parse(DEFAULT_TOPIC, text, UrnRoute.VARIABLES);
    legalizes =
        ILLEGAL_TOPIC_SETTING.parse(ILLEGAL_TOPIC, config.getString(ILLEGAL_TOPIC))
            == IllegalTopic.LEGALIZE;
  }

  @Override
  R apply(R record, RecordBody body, Envelope envelope) {
    String topic = routed(record, envelope);
    if (topic == null) {
      return record;
    }
    String legal = legalizes ? TopicTemplate.legalized(topic) : topic;
    if (!TopicTemplate.isLegal(legal)) {
      throw failure(record, "gets no topic name that Kafka takes, see illegal.topic");
    }
    return legal.equals(record.topic()) ? record : ChangedRecord.topic(record, legal);
  }

  /** Null when the record stays where it is. */
  private String routed(R record, Envelope envelope) {
    for (UrnRoute route : routes) {
      if (route.urns().matches(envelope.urn())) {
        String topic = UrnRoute.render(route.topic(), record.topic(), envelope);
        if (topic != null) {
          return topic;
        }
      }
    }
    return switch (noMatch) {
      case PASS -> null;
      case FAIL -> throw failure(record, "has a URN that no route matches");
      case DEFAULT -> {
        String topic = UrnRoute.render(defaultTopic, record.topic(), envelope);
        if (topic == null) {
          throw failure(record, "lacks what default.topic names");
        }
        yield topic;
      }
    };
  }

  private static DataException failure(ConnectRecord<?> record, String fault) {
    return new DataException("The record at " + RecordLocation.of(record) + " " + fault);
  }

  @Override
  public ConfigDef config() {
    return CONFIG_DEF;
  }
}
