package com.babelqueue.connect.transforms;

import com.babelqueue.connect.config.EnumSetting;
import com.babelqueue.connect.envelope.AsciiWhitespace;
import com.babelqueue.connect.envelope.EnvelopeWriter;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/** The settings of {@link MeshEvent}, checked. Immutable. */
final class MeshSettings {
  private static final String MODE = "mode";
  private static final String SUBJECT = "subject";
  private static final String SUBJECT_HEADER = "subject.header";
  private static final String KEY = "key";
  private static final String NODE = "node";
  private static final String LANG = "lang";
  private static final String WRAP_FIELD = "wrap.field";
  private static final Pattern MEMBER = Pattern.compile("[A-Za-z0-9_-]+");
  private static final EnumSetting<Mode> MODE_SETTING = EnumSetting.of(Mode.class);
  private static final EnumSetting<SubjectIn> SUBJECT_SETTING = EnumSetting.of(SubjectIn.class);
  private static final EnumSetting<Key> KEY_SETTING = EnumSetting.of(Key.class);

  /** What is done (K-MESH-3). */
  enum Mode {
    VALIDATE,
    FROM_FIXTURE,
    TO_BABELQUEUE,
    FROM_BABELQUEUE
  }

  /** Where the subject of an event stands (K-MESH-1). */
  enum SubjectIn {
    TOPIC,
    HEADER
  }

  /** What the key of an event is made of (K-MESH-2). */
  enum Key {
    NONE,
    KEEP,
    EVENT_ID,
    MODULE
  }

  static final ConfigDef DEFINITION =
      RefusedRecords.define(
          HeaderType.define(
              new ConfigDef()
                  .define(
                      MODE,
                      ConfigDef.Type.STRING,
                      EnumSetting.text(Mode.VALIDATE),
                      MODE_SETTING,
                      ConfigDef.Importance.HIGH,
                      "What is done: validate passes mesh events on unchanged and refuses everything"
                          + " else; from-fixture makes an event of a value with module, key, body"
                          + " and headers; to-babelqueue makes an envelope of an event,"
                          + " from-babelqueue an event of an envelope.")
                  .define(
                      SUBJECT,
                      ConfigDef.Type.STRING,
                      EnumSetting.text(SubjectIn.TOPIC),
                      SUBJECT_SETTING,
                      ConfigDef.Importance.HIGH,
                      "Where an event's subject is read and written: topic makes it the record's"
                          + " topic, header puts it into subject.header and leaves the topic alone.")
                  .define(
                      SUBJECT_HEADER,
                      ConfigDef.Type.STRING,
                      "x-subject",
                      new ConfigDef.NonEmptyString(),
                      ConfigDef.Importance.LOW,
                      "Header that carries the subject when subject is header.")
                  .define(
                      KEY,
                      ConfigDef.Type.STRING,
                      EnumSetting.text(Key.NONE),
                      KEY_SETTING,
                      ConfigDef.Importance.MEDIUM,
                      "Key of an event that is made, of the type that header.type says: none, keep"
                          + " for the key the record has, event-id, or module to keep the order of"
                          + " a module's events.")
                  .define(
                      NODE,
                      ConfigDef.Type.STRING,
                      null,
                      ConfigDef.Importance.MEDIUM,
                      "x-node of an event that is made of an envelope without meta.mesh_node."
                          + " Without it such an envelope is refused.")
                  .define(
                      LANG,
                      ConfigDef.Type.STRING,
                      EnvelopeWriter.LANG,
                      ConfigDef.ValidString.in(EnvelopeWriter.LANGS.toArray(String[]::new)),
                      ConfigDef.Importance.LOW,
                      "meta.lang of an envelope that is made of an event.")
                  .define(
                      WRAP_FIELD,
                      ConfigDef.Type.STRING,
                      null,
                      ConfigDef.Importance.LOW,
                      "Member of data that takes a payload which is no JSON object, and gives it"
                          + " back. Without it to-babelqueue refuses such a payload.")));

  final Mode mode;
  final SubjectIn subjectIn;
  final String subjectHeader;
  final Key key;
  final HeaderType headerType;
  final MeshEnvelope envelopes;
  final RefusedRecords refused;

  /**
   * Reads and checks.
   *
   * @throws ConfigException naming the setting at fault
   */
  MeshSettings(Map<String, ?> settings) {
    AbstractConfig config = new AbstractConfig(DEFINITION, settings, false);
    mode = MODE_SETTING.parse(MODE, config.getString(MODE));
    subjectIn = SUBJECT_SETTING.parse(SUBJECT, config.getString(SUBJECT));
    subjectHeader = config.getString(SUBJECT_HEADER);
    key = KEY_SETTING.parse(KEY, config.getString(KEY));
    headerType = HeaderType.from(config);
    refused = new RefusedRecords(config);
    String node = config.getString(NODE);
    String wrapField = config.getString(WRAP_FIELD);
    requireContent(SUBJECT_HEADER, subjectHeader);
    if (node != null) {
      requireContent(NODE, node);
    }
    if (wrapField != null && !MEMBER.matcher(wrapField).matches()) {
      throw new ConfigException(WRAP_FIELD, wrapField, "must consist of letters, digits, _ and -");
    }
    envelopes = new MeshEnvelope(wrapField, node, config.getString(LANG));
  }

  private static void requireContent(String key, String value) {
    if (AsciiWhitespace.isBlank(value)) {
      throw new ConfigException(key, value, "must not be blank");
    }
  }
}
