package com.babelqueue.connect.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.io.ContentReference;
import com.fasterxml.jackson.core.io.IOContext;

/**
 * Makes {@link OffsetJsonParser}s that share one table of field names.
 *
 * <p>The stock factory first guesses the encoding (and skips a BOM); a UTF-16 body would then be
 * read, with offsets that fit nothing. This one always reads the bytes as UTF-8 from the first.
 */
final class OffsetJsonFactory extends JsonFactory {
  private static final long serialVersionUID = 1L;

  OffsetJsonFactory(int maxDepth) {
    super(
        new JsonFactoryBuilder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            // A body with very many or colliding names is slow, but no less an envelope.
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(maxDepth)
                    .maxNameLength(Integer.MAX_VALUE)
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build()));
  }

  OffsetJsonParser parse(byte[] body) {
    IOContext context = _createContext(ContentReference.unknown(), true);
    return new OffsetJsonParser(
        context, _parserFeatures, _byteSymbolCanonicalizer.makeChild(_factoryFeatures), body);
  }
}
