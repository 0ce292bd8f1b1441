/**
 * Single-message transforms that apply the contract to records of any connector: begin with {@link
 * com.babelqueue.connect.transforms.ProjectHeaders}.
 *
 * <p>{@link com.babelqueue.connect.transforms.SchemaVersionGate} belongs first in a chain (GATE-1),
 * {@link com.babelqueue.connect.transforms.ReconcileAttempts} before {@code ProjectHeaders} with
 * {@code attempts=keep-header}. {@link com.babelqueue.connect.transforms.WrapPayload} makes
 * envelopes of other records and {@link com.babelqueue.connect.transforms.ExtractPayload} takes
 * them off again. {@link com.babelqueue.connect.transforms.ValidateEnvelope} and {@link
 * com.babelqueue.connect.transforms.ValidatePayload} let only valid messages pass. {@link
 * com.babelqueue.connect.transforms.MeshEvent} is the bridge to another format. All of them act on
 * the record's value, pass null values on untouched, and keep no state, so the worker may create as
 * many as it likes.
 *
 * <p>{@link com.babelqueue.connect.transforms.UrnMatches}, {@link
 * com.babelqueue.connect.transforms.IsAcceptable} and {@link
 * com.babelqueue.connect.transforms.IsDeadLettered} are predicates: they choose the records that a
 * transform, of whatever origin, is applied to.
 */
package com.babelqueue.connect.transforms;
