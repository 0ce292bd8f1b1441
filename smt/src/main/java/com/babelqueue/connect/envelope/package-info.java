/**
 * The envelope contract: begin with {@link com.babelqueue.connect.envelope.EnvelopeScanner}, which
 * turns a body's bytes into an {@link com.babelqueue.connect.envelope.Envelope} that is acceptable
 * or has a {@link com.babelqueue.connect.envelope.Refusal}.
 *
 * <p>{@link com.babelqueue.connect.envelope.EnvelopeEdit} changes bytes in place, {@link
 * com.babelqueue.connect.envelope.EnvelopeWriter} makes new envelopes, {@link
 * com.babelqueue.connect.envelope.RecordBody} goes between a record's value and the bytes. {@link
 * com.babelqueue.connect.envelope.PayloadReader} takes {@code data} out of an envelope, {@link
 * com.babelqueue.connect.envelope.PayloadText} makes it of any value. {@link
 * com.babelqueue.connect.envelope.VersionGate}, {@link
 * com.babelqueue.connect.envelope.AttemptsRule} and {@link
 * com.babelqueue.connect.envelope.ContractHeaders} are the rules of the native fields. The rule
 * names in the comments (ENV-, GATE-, ...) are those of the contract.
 */
package com.babelqueue.connect.envelope;
