package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.config.NameTemplate;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.EnvelopeWriter;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigException;

/** What a user says about {@link WrapPayload}. Immutable; for any thread. */
final class WrapSettings {
  static final String COORDINATES = "coordinates";
  static final String TRACEPARENT = "traceparent";
  static final String VALUE = "value";

  private static final String URN = "urn";
  private static final String URN_FROM = "urn.from";
  private static final String ID_FROM = "id.from";
  private static final String ID_SPACE = "id.space";
  private static final String TRACE_FROM = "trace.from";
  private static final String DATA_FROM = "data.from";
  private static final String WRAP_FIELD = "wrap.field";
  private static final String QUEUE = "queue";
  private static final String LANG = "lang";
  private static final String ENVELOPES = "envelopes";
  private static final String OUTPUT = "output";

  private static final Set<String> VARIABLES = Set.of("topic");
  private static final Set<String> ID_WORDS = Set.of(COORDINATES);
  private static final Set<String> TRACE_WORDS = Set.of(TRACEPARENT);
  private static final Set<String> DATA_WORDS = Set.of(VALUE);
  private static final EnumSetting<Envelopes> ENVELOPES_SETTING = EnumSetting.of(Envelopes.class);
  private static final EnumSetting<Output> OUTPUT_SETTING = EnumSetting.of(Output.class);

  private static final String SOURCES =
      " Each is header:name, field:path (of the value; names separated by dots), key or key:path; the"
          + " first that gives a text counts.";

  private enum Envelopes {
    PASS,
    WRAP
  }

  private enum Output {
    BYTES,
    STRING
  }

  static final ConfigDef CONFIG_DEF =
      new ConfigDef()
          .define(
              URN,
              Type.STRING,
              null,
              new NameTemplate.Validator(VARIABLES),
              Importance.HIGH,
              "URN of the messages, for those that urn.from gives none; ${topic} stands for the topic"
                  + " of the record. One of the two must be set.")
          .define(
              URN_FROM,
              Type.LIST,
              List.of(),
              new RecordSource.Validator(Set.of()),
              Importance.HIGH,
              "Where in the record the URN is taken from." + SOURCES)
          .define(
              ID_FROM,
              Type.LIST,
              List.of(COORDINATES),
              new RecordSource.Validator(ID_WORDS),
              Importance.HIGH,
              "Where meta.id is taken from."
                  + SOURCES
                  + " coordinates, which also follows the others, makes a UUID that is the same"
                  + " whenever the record is read again: from topic, partition and offset; for a source"
                  + " record from its source partition and offset, key and value, and random when it"
                  + " has no source offset.")
          .define(
              ID_SPACE,
              Type.STRING,
              "",
              Importance.LOW,
              "Goes into the ids that coordinates makes. Set it when topics of the same name in several"
                  + " clusters feed one consumer.")
          .define(
              TRACE_FROM,
              Type.LIST,
              List.of(TRACEPARENT),
              new RecordSource.Validator(TRACE_WORDS),
              Importance.MEDIUM,
              "Where trace_id is taken from."
                  + SOURCES
                  + " traceparent is the trace id of the W3C header of that name, in the form of a"
                  + " UUID. When none gives a text, a UUID is made from meta.id.")
          .define(
              DATA_FROM,
              Type.STRING,
              VALUE,
              new RecordSource.Validator(DATA_WORDS),
              Importance.MEDIUM,
              "What becomes data: value, or a part of the record as in urn.from. A Map or Struct is"
                  + " encoded; text or bytes that hold a JSON object are taken over byte for byte.")
          .define(
              WRAP_FIELD,
              Type.STRING,
              null,
              new ConfigDef.NonEmptyString(),
              Importance.MEDIUM,
              "Name under which content that is no object becomes the only member of data: text as"
                  + " text, other bytes as Base64, a JSON list as it is. Not set, such a record fails.")
          .define(
              QUEUE,
              Type.STRING,
              "${topic}",
              new NameTemplate.Validator(VARIABLES),
              Importance.MEDIUM,
              "meta.queue; ${topic} stands for the topic of the record.")
          .define(
              LANG,
              Type.STRING,
              EnvelopeWriter.LANG,
              ConfigDef.ValidString.in(EnvelopeWriter.LANGS.toArray(new String[0])),
              Importance.LOW,
              "meta.lang: the language of the producer.")
          .define(
              ENVELOPES,
              Type.STRING,
              EnumSetting.text(Envelopes.PASS),
              ENVELOPES_SETTING,
              Importance.LOW,
              "What happens to a record whose value is an acceptable envelope already: pass leaves it"
                  + " as it is, wrap makes it the data of another.")
          .define(
              OUTPUT,
              Type.STRING,
              EnumSetting.text(Output.BYTES),
              OUTPUT_SETTING,
              Importance.MEDIUM,
              "Type of the new value: bytes for a value.converter of ByteArrayConverter, string for"
                  + " StringConverter.");

  final List<RecordSource> urnFrom;
  final List<RecordSource> idFrom;
  final List<RecordSource> traceFrom;
  final RecordSource dataFrom;
  final String idSpace;
  final String wrapField;
  final String lang;
  final boolean passesEnvelopes;
  final boolean writesBytes;

  private final NameTemplate urn;
  private final NameTemplate queue;

  /**
   * @throws ConfigException naming the setting at fault
   */
  WrapSettings(AbstractConfig config) {
    String fixedUrn = config.getString(URN);
    urnFrom = RecordSource.parse(URN_FROM, config.getList(URN_FROM), Set.of());
    if (fixedUrn == null ? urnFrom.isEmpty() : AsciiWhitespace.isBlank(fixedUrn)) {
      throw new ConfigException(URN, fixedUrn, "must be set and not blank, unless urn.from is set");
    }
    urn = fixedUrn == null ? null : NameTemplate.parse(URN, fixedUrn, VARIABLES);
    idFrom = RecordSource.parse(ID_FROM, config.getList(ID_FROM), ID_WORDS);
    idSpace = config.getString(ID_SPACE);
    traceFrom = RecordSource.parse(TRACE_FROM, config.getList(TRACE_FROM), TRACE_WORDS);
    dataFrom = RecordSource.parse(DATA_FROM, config.getString(DATA_FROM), DATA_WORDS);
    wrapField = config.getString(WRAP_FIELD);
    queue = NameTemplate.parse(QUEUE, config.getString(QUEUE), VARIABLES);
    lang = config.getString(LANG);
    passesEnvelopes =
        ENVELOPES_SETTING.parse(ENVELOPES, config.getString(ENVELOPES)) == Envelopes.PASS;
    writesBytes = OUTPUT_SETTING.parse(OUTPUT, config.getString(OUTPUT)) == Output.BYTES;
  }

  /** The URN that is set; null when none is. */
  String urn(String topic) {
    return urn == null ? null : urn.render(variable -> topic);
  }

  String queue(String topic) {
    return queue.render(variable -> topic);
  }
}
