package com.babelqueue.connect.source.artemis;

/** The outcomes of AMQP that this source uses, by the client's numbers. */
enum Settlement {
  /** Done for good. */
  ACCEPTED(1),
  /** To the dead-letter address at once. */
  REJECTED(2),
  /** Back to its place in the queue, as if never delivered. */
  RELEASED(3);

  private final int code;

  Settlement(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }
}
