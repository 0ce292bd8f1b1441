/**
 * What both ends of Apache Pulsar share: settings, clients, the binding of the contract and the
 * failure table. Begin with {@link com.babelqueue.connect.broker.pulsar.PulsarSettings}; {@link
 * com.babelqueue.connect.broker.pulsar.PulsarClients} opens clients from it, {@link
 * com.babelqueue.connect.broker.pulsar.PulsarBinding} names the contract's native fields and reads
 * them, {@link com.babelqueue.connect.broker.pulsar.PulsarProjection} writes them, {@link
 * com.babelqueue.connect.broker.pulsar.PulsarTopic} reads topic names, {@link
 * com.babelqueue.connect.broker.pulsar.PassThrough} hands the client's own settings on, and {@link
 * com.babelqueue.connect.broker.pulsar.PulsarFailures} says which failures pass, and {@link
 * com.babelqueue.connect.broker.pulsar.SendRefusal} which concern one message or topic only.
 */
package com.babelqueue.connect.broker.pulsar;
