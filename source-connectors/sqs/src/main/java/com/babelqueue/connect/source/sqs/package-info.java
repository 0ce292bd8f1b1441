/**
 * The source connector for Amazon SQS. Begin with {@link
 * com.babelqueue.connect.source.sqs.SqsSourceConnector}, the class a connector JSON names; {@link
 * com.babelqueue.connect.source.sqs.SqsSourceConfig} holds its keys, and {@link
 * com.babelqueue.connect.source.sqs.SqsReceiver} is all that knows how SQS receives and settles.
 */
package com.babelqueue.connect.source.sqs;
