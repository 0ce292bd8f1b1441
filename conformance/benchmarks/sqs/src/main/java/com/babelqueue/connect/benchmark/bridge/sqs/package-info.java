/**
 * What is measured for one broker: {@link com.babelqueue.connect.benchmark.bridge.sqs.SqsBenched}
 * gives the connectors their settings, {@link com.babelqueue.connect.benchmark.bridge.sqs.SqsLoops}
 * is what they are measured against.
 */
package com.babelqueue.connect.benchmark.bridge.sqs;
