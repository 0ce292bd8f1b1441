package com.babelqueue.connect.sink.pulsar;

/** Which messages of a topic travel in one batch, which is what Pulsar stores and delivers. */
enum BatchingMode {
  /** Those that follow one another, whatever their keys. */
  TOPIC,

  /** Those of one key, which is what key-shared subscriptions need. */
  KEY,

  /** None. */
  NONE
}
