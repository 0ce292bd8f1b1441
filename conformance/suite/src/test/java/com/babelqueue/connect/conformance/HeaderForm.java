package com.babelqueue.connect.conformance;

/** What a connector makes of text in headers, and the converter that fits. */
enum HeaderForm {
  BYTES("bytes", "converters.ByteArrayConverter"),
  STRING("string", "storage.StringConverter"),
  /** For numbers, which no byte-exact converter takes. */
  TYPED("string", "storage.SimpleHeaderConverter");

  private final String type;
  private final String converter;

  HeaderForm(String type, String converter) {
    this.type = type;
    this.converter = converter;
  }

  /** The setting {@code header.type} of the source and of transforms. */
  String type() {
    return type;
  }

  /** The converter's class, without the package that all share. */
  String converter() {
    return converter;
  }
}
