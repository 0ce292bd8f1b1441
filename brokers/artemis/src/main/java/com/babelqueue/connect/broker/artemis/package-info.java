/**
 * What both ends of ActiveMQ Artemis (AMQP 1.0 through the Qpid JMS client) share: settings,
 * connections, the binding of the contract and the failure table. Begin with {@link
 * com.babelqueue.connect.broker.artemis.ArtemisSettings}; {@link
 * com.babelqueue.connect.broker.artemis.ArtemisConnections} opens connections from it, {@link
 * com.babelqueue.connect.broker.artemis.ArtemisBinding} names the contract's native fields, {@link
 * com.babelqueue.connect.broker.artemis.ArtemisBody}, {@link
 * com.babelqueue.connect.broker.artemis.ArtemisHeaders} and {@link
 * com.babelqueue.connect.broker.artemis.ArtemisMetadata} turn the client's messages into plain
 * types, {@link com.babelqueue.connect.broker.artemis.ArtemisProjection} makes messages of
 * envelopes, and {@link com.babelqueue.connect.broker.artemis.ArtemisFailures} says which failures
 * pass.
 */
package com.babelqueue.connect.broker.artemis;
