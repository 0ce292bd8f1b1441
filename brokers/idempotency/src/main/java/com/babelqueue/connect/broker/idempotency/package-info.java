/**
 * Keeps a message that comes twice from having its effect twice (contract 5.1): begin with {@link
 * com.babelqueue.connect.broker.idempotency.Deduplicator}.
 */
package com.babelqueue.connect.broker.idempotency;
