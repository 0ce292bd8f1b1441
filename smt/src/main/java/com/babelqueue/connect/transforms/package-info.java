/**
 * Single-message transforms that apply the contract to records of any connector: begin with {@link
 * com.babelqueue.connect.transforms.ProjectHeaders}.
 *
 * <p>{@link com.babelqueue.connect.transforms.SchemaVersionGate} belongs first in a chain (GATE-1),
 * {@link com.babelqueue.connect.transforms.ReconcileAttempts} before {@code ProjectHeaders} with
 * {@code attempts=keep-header}. All of them act on the record's value, pass null values on
 * untouched, and keep no state, so the worker may create as many as it likes.
 */
package com.babelqueue.connect.transforms;
