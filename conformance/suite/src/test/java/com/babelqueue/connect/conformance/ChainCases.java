package com.babelqueue.connect.conformance;

import java.util.Map;
import java.util.function.Supplier;

/** What the chains of {@code config-examples} make of records, written out in full. */
final class ChainCases {
  private static final Map<String, Supplier<ChainCase>> BY_FILE =
      Map.of(
          "transforms-annotate-dead-letters.json", SinkChains::annotate,
          "transforms-envelopes-to-mesh.json", SourceChains::envelopesToMesh,
          "transforms-extract-payload.json", SinkChains::extract,
          "transforms-mesh-to-envelopes.json", SinkChains::meshToEnvelopes,
          "transforms-mirror.json", SourceChains::mirror,
          "transforms-validate-and-route.json", SourceChains::validateAndRoute,
          "transforms-wrap-records.json", SinkChains::wrap);

  private ChainCases() {}

  /**
   * The case of an example.
   *
   * @throws AssertionError when nobody has said what its chain does
   */
  static ChainCase of(String file) {
    Supplier<ChainCase> found = BY_FILE.get(file);
    if (found == null) {
      throw new AssertionError("no expectation for config-examples/" + file);
    }
    return found.get();
  }
}
