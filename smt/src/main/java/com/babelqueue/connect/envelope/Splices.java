package com.babelqueue.connect.envelope;

import com.babelqueue.connect.envelope.JsonOutline.Member;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Replacements of byte ranges of one body, applied together. */
final class Splices {
  private record Splice(int start, int end, String text) {}

  private final byte[] body;
  private final List<Splice> splices = new ArrayList<>();

  Splices(byte[] body) {
    this.body = body;
  }

  void insert(int at, String text) {
    splices.add(new Splice(at, at, text));
  }

  /** Replaces a range, unless it already reads like that. */
  void replace(int start, int end, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    if (!Arrays.equals(body, start, end, bytes, 0, bytes.length)) {
      splices.add(new Splice(start, end, text));
    }
  }

  /**
   * Removes members of one object with the commas they no longer need.
   *
   * <p>Neighbours go together: a run that is followed by a member is cut up to that member, a run
   * at the end is cut from the end of the member before it, so the commas that stay are right.
   */
  void remove(List<Member> members, Set<Member> removed) {
    int last = members.size() - 1;
    for (int from = 0; from <= last; from++) {
      if (!removed.contains(members.get(from))) {
        continue;
      }
      int to = from;
      while (to < last && removed.contains(members.get(to + 1))) {
        to++;
      }
      int start = members.get(from).keyStart();
      int end = members.get(to).valueEnd();
      if (to < last) {
        end = members.get(to + 1).keyStart();
      } else if (from > 0) {
        start = members.get(from - 1).valueEnd();
      }
      splices.add(new Splice(start, end, ""));
      from = to;
    }
  }

  byte[] apply() {
    if (splices.isEmpty()) {
      return body;
    }
    // An insertion comes before a removal that begins at the same place.
    splices.sort(Comparator.comparingInt(Splice::start).thenComparingInt(Splice::end));
    ByteArrayOutputStream out = new ByteArrayOutputStream(body.length + 256);
    int at = 0;
    for (Splice splice : splices) {
      out.write(body, at, splice.start() - at);
      out.writeBytes(splice.text().getBytes(StandardCharsets.UTF_8));
      at = splice.end();
    }
    out.write(body, at, body.length - at);
    return out.toByteArray();
  }
}
