/**
 * Keeps a message that comes twice from having its effect twice (contract 5.1): begin with {@link
 * com.babelqueue.connect.broker.idempotency.Deduplicator}, which decides; {@link
 * com.babelqueue.connect.broker.idempotency.IdempotencySettings} says how one is made and where it
 * remembers.
 */
package com.babelqueue.connect.broker.idempotency;
