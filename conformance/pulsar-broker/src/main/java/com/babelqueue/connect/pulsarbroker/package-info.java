/**
 * A real Pulsar broker for tests, in a JVM of its own, since its libraries and Kafka's do not share
 * a class path. Begin with {@link com.babelqueue.connect.pulsarbroker.PulsarBroker}, which starts
 * it or finds one that is running; {@code PulsarBrokerMain} is what runs in the other JVM.
 */
package com.babelqueue.connect.pulsarbroker;
