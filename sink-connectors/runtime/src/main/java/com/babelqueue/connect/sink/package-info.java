/**
 * The half of every sink connector that knows no broker: records become messages, offsets follow
 * the broker's confirmations, and what the broker refuses goes to the configured place. Begin with
 * {@link com.babelqueue.connect.sink.Sender}, the hook below which a connector knows its broker;
 * {@link com.babelqueue.connect.sink.BridgeSinkTask} and {@link
 * com.babelqueue.connect.sink.BridgeSinkConnector} are what Connect calls, {@link
 * com.babelqueue.connect.sink.OutboundMessage} is what a sender gets. Behind the task, {@link
 * com.babelqueue.connect.sink.SinkEngine} says what happens when, and {@link
 * com.babelqueue.connect.sink.FaultPath} where a record goes that cannot be sent.
 */
package com.babelqueue.connect.sink;
