package com.babelqueue.connect.envelope;

/** What a JSON value is; numbers by their lexeme, since only an integer token counts (NUM-1). */
enum JsonType {
  OBJECT,
  ARRAY,
  STRING,
  /** A number without fraction and exponent. */
  INTEGER,
  /** A number with a fraction or an exponent. */
  DECIMAL,
  TRUE,
  FALSE,
  NULL;

  boolean isNumber() {
    return this == INTEGER || this == DECIMAL;
  }
}
