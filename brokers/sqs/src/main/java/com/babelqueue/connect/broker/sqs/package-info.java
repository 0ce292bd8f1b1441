/**
 * Amazon SQS as both ends of the bridge need it. Begin with {@link
 * com.babelqueue.connect.broker.sqs.SqsClients}, which turns {@link
 * com.babelqueue.connect.broker.sqs.SqsSettings} into a connected client; {@link
 * com.babelqueue.connect.broker.sqs.SqsBinding} maps native attributes to the contract's fields and
 * {@link com.babelqueue.connect.broker.sqs.SqsFailures} tells an outage from a wrong setting.
 *
 * <p>No secret reaches a log from here, at any level. The Apache HTTP client's wire log is switched
 * off by {@code commons-logging.properties}, and {@link
 * com.babelqueue.connect.broker.sqs.SessionTokenSigner} keeps session tokens out of the AWS SDK's.
 */
package com.babelqueue.connect.broker.sqs;
