package com.babelqueue.connect.transforms;

import java.util.regex.Pattern;

/**
 * Where a mesh event belongs: {@code mesh.mod.<module>.event.<key>} (MESH-1 to MESH-3). Immutable.
 *
 * @param module one token, without a dot
 * @param key one token or more, joined with dots
 */
record MeshSubject(String module, String key) {
  private static final String START = "mesh.mod.";
  private static final String EVENT = ".event.";
  private static final String URN = "urn:babel:";

  /** What a topic's name is made of, since a subject has to be one (K-MESH-1). */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_-]+");

  private static final int LONGEST_TOPIC = 249;

  /** A subject of its two parts. */
  static MeshSubject of(String module, String key) throws MeshViolation {
    MeshSubject subject = new MeshSubject(module, key);
    if (module == null || !TOKEN.matcher(module).matches()) {
      throw new MeshViolation("has a module that is not one token of letters, digits, _ and -");
    }
    if (key == null || !isDotted(key)) {
      throw new MeshViolation("has a key that is not tokens of letters, digits, _ and - with dots");
    }
    if (subject.text().length() > LONGEST_TOPIC) {
      throw new MeshViolation("has a subject of more than " + LONGEST_TOPIC + " characters");
    }
    return subject;
  }

  /** Reads by position, so a module or a part of a key may be called {@code event}. */
  static MeshSubject parse(String text) throws MeshViolation {
    if (text != null && text.startsWith(START)) {
      int end = text.indexOf('.', START.length());
      if (end > 0 && text.startsWith(EVENT, end)) {
        return of(text.substring(START.length(), end), text.substring(end + EVENT.length()));
      }
    }
    throw new MeshViolation("has a subject that is not mesh.mod.<module>.event.<key>");
  }

  /** The subject of an envelope's URN, {@code urn:babel:<module>:<key>} (K-MESH-4). */
  static MeshSubject ofUrn(String urn) throws MeshViolation {
    int end = urn.startsWith(URN) ? urn.indexOf(':', URN.length()) : -1;
    if (end < 0) {
      throw new MeshViolation("has a URN that is not urn:babel:<module>:<key>");
    }
    return of(urn.substring(URN.length(), end), urn.substring(end + 1));
  }

  private static boolean isDotted(String key) {
    for (String token : key.split("\\.", -1)) {
      if (!TOKEN.matcher(token).matches()) {
        return false;
      }
    }
    return true;
  }

  /** The subject itself. */
  String text() {
    return START + module + EVENT + key;
  }

  /** The identity of the envelope that carries the event. */
  String urn() {
    return URN + module + ':' + key;
  }
}
