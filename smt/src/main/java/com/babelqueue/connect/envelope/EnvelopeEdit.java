package com.babelqueue.connect.envelope;

import com.babelqueue.connect.envelope.JsonOutline.Member;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Changes an envelope by splicing its bytes: everything outside the change stays as it was, so
 * number lexemes, key order, unknown keys and white space survive (ENC-7, NUM-5, UNK-1).
 *
 * <p>Obtained from {@link Envelope#edit()}; used by one thread. The order of the calls does not
 * matter; each kind of change is made once, the last call counts.
 */
public final class EnvelopeEdit {
  private final byte[] body;
  private final JsonOutline outline;
  private final boolean hasIdentity;

  private Integer attempts;
  private DeadLetter deadLetter;
  private boolean removeDeadLetter;
  private boolean removeForbiddenKeys;
  private boolean urnToJob;

  EnvelopeEdit(Envelope envelope, JsonOutline outline) {
    this.body = envelope.body();
    this.hasIdentity = envelope.urn() != null;
    this.outline = outline;
  }

  /**
   * Sets the top-level counter; a missing one is written right after {@code meta}.
   *
   * @param value attempts made before the next delivery, not negative
   */
  public EnvelopeEdit attempts(int value) {
    if (value < 0) {
      throw new IllegalArgumentException("attempts must not be negative: " + value);
    }
    attempts = value;
    return this;
  }

  /**
   * Adds or replaces the {@code dead_letter} block and sets the top-level counter to the block's
   * (DL-1, DL-2). A missing block is written right after {@code attempts}.
   */
  public EnvelopeEdit deadLetter(DeadLetter block) {
    deadLetter = Objects.requireNonNull(block, "block");
    removeDeadLetter = false;
    return attempts(block.attempts());
  }

  /** Removes the {@code dead_letter} block, as a redrive does (RDV-2); the counter stays. */
  public EnvelopeEdit removeDeadLetter() {
    deadLetter = null;
    removeDeadLetter = true;
    return this;
  }

  /** Removes the five forbidden keys where they are present (FORB-3). */
  public EnvelopeEdit removeForbiddenKeys() {
    removeForbiddenKeys = true;
    return this;
  }

  /**
   * Writes the identity as {@code job} only (ALIAS-5); an envelope without identity stays as it is.
   */
  public EnvelopeEdit urnToJob() {
    urnToJob = true;
    return this;
  }

  /** The changed body, in a new array; the scanned array itself when nothing changes. */
  public byte[] toBytes() {
    Splices splices = new Splices(body);
    Set<Member> removed = new LinkedHashSet<>();
    spliceUrn(splices, removed);
    Member block = outline.find("dead_letter");
    if (removeDeadLetter && block != null) {
      removed.add(block);
    }
    if (removeForbiddenKeys) {
      collectForbidden(outline.root(), false, removed);
      collectForbidden(outline.meta(), true, removed);
    }
    splices.remove(outline.root(), removed);
    splices.remove(outline.meta(), removed);
    spliceCounters(splices, block, removed);
    return splices.apply();
  }

  private void spliceUrn(Splices splices, Set<Member> removed) {
    Member urn = outline.find("urn");
    if (!urnToJob || !hasIdentity || urn == null) {
      return;
    }
    Member job = outline.find("job");
    if (job == null) {
      splices.replace(urn.keyStart(), keyEnd(urn), "\"job\"");
      return;
    }
    removed.add(urn);
    if (!isGoodText(job)) {
      splices.replace(
          job.valueStart(),
          job.valueEnd(),
          new String(
              body, urn.valueStart(), urn.valueEnd() - urn.valueStart(), StandardCharsets.UTF_8));
    }
  }

  private static void collectForbidden(List<Member> members, boolean meta, Set<Member> removed) {
    for (Member member : members) {
      for (ForbiddenKey key : ForbiddenKey.values()) {
        if (key.isIn(meta, member.name())) {
          removed.add(member);
        }
      }
    }
  }

  private void spliceCounters(Splices splices, Member block, Set<Member> removed) {
    Member counter = outline.find("attempts");
    StringBuilder afterMeta = new StringBuilder();
    if (attempts != null) {
      if (counter == null) {
        afterMeta.append(",\"attempts\":").append(attempts.intValue());
      } else {
        splices.replace(counter.valueStart(), counter.valueEnd(), attempts.toString());
      }
    }
    if (deadLetter != null) {
      if (block != null) {
        splices.replace(block.valueStart(), block.valueEnd(), deadLetter.toJson());
      } else if (counter != null) {
        splices.insert(counter.valueEnd(), ",\"dead_letter\":" + deadLetter.toJson());
      } else {
        afterMeta.append(",\"dead_letter\":").append(deadLetter.toJson());
      }
    }
    if (!afterMeta.isEmpty()) {
      insertAfterMeta(splices, afterMeta.toString(), removed);
    }
  }

  private void insertAfterMeta(Splices splices, String members, Set<Member> removed) {
    Member anchor = outline.find("meta");
    for (int i = outline.root().size() - 1; anchor == null && i >= 0; i--) {
      Member candidate = outline.root().get(i);
      anchor = removed.contains(candidate) ? null : candidate;
    }
    if (anchor == null) {
      splices.insert(outline.rootContentStart(), members.substring(1));
    } else {
      splices.insert(anchor.valueEnd(), members);
    }
  }

  private boolean isGoodText(Member member) {
    return member.type() == JsonType.STRING
        && !AsciiWhitespace.isBlank(
            JsonText.decode(body, member.valueStart() + 1, member.valueEnd() - 1));
  }

  private int keyEnd(Member member) {
    int i = member.keyStart() + 1;
    while (body[i] != '"') {
      i += body[i] == '\\' ? 2 : 1;
    }
    return i + 1;
  }
}
