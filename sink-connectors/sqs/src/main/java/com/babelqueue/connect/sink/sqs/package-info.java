/**
 * The sink connector for Amazon SQS. Begin with {@link
 * com.babelqueue.connect.sink.sqs.SqsSinkConnector}, the class a connector JSON names; {@link
 * com.babelqueue.connect.sink.sqs.SqsSinkConfig} holds its keys, and {@link
 * com.babelqueue.connect.sink.sqs.SqsSender} is all that knows how SQS takes messages.
 */
package com.babelqueue.connect.sink.sqs;
