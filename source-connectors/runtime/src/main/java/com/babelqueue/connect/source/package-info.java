/**
 * The one source runtime that every broker's source connector stands on. Begin with {@link
 * com.babelqueue.connect.source.Receiver}, the hook a broker implements; then {@link
 * com.babelqueue.connect.source.BridgeSourceTask}, which Connect calls, and the engine behind it
 * ({@code SourceEngine}), which receives, tracks and settles on a thread of its own. {@code
 * RecordMapper} decides what a delivery becomes, and {@code Deduplication} which records Connect
 * gets.
 *
 * <p>The promises kept here are those of every source: a message is settled only after Kafka has
 * acknowledged its record, no more is in flight than the settings allow, and a stop hands back what
 * is not settled.
 */
package com.babelqueue.connect.source;
