/**
 * The SQS part of the quickstart: begin with {@link
 * com.babelqueue.connect.quickstart.sqs.SqsScene}.
 */
package com.babelqueue.connect.quickstart.sqs;
