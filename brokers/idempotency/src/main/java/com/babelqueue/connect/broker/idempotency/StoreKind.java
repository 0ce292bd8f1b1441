package com.babelqueue.connect.broker.idempotency;

/** Where it is remembered which messages had their effect. */
enum StoreKind {
  /** Nowhere: every message has its effect. */
  NONE,
  /** In the task, for as long as it runs. */
  MEMORY,
  /** In Redis, for all who share the namespace. */
  REDIS
}
