package com.babelqueue.connect.broker.artemis;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the name under which a header can be a property of a JMS message (HDR-11): a hyphen becomes
 * an underscore, and what is then no identifier, or a name that the client or the broker acts on,
 * is none. Stateless; for any thread.
 */
final class PropertyNames {
  /** Words of JMS' selectors, in any case. */
  private static final Set<String> RESERVED =
      Set.of("null", "true", "false", "not", "and", "or", "between", "like", "in", "is", "escape");

  /**
   * JMS' and the client's own fields, and what Artemis obeys: a copied duplicate id, for one, would
   * make it drop the message and say that it has it.
   */
  private static final List<String> ACTED_ON = List.of("JMS", "_AMQ", "AMQ_");

  private PropertyNames() {}

  /** The property's name; null when there is none. */
  static String of(String header) {
    String name = header.replace('-', '_');
    return isIdentifier(name)
            && !RESERVED.contains(name.toLowerCase(Locale.ROOT))
            && ACTED_ON.stream().noneMatch(name::startsWith)
        ? name
        : null;
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && Character.isJavaIdentifierStart(name.codePointAt(0))
        && name.codePoints().allMatch(Character::isJavaIdentifierPart);
  }
}
