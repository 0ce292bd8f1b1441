/**
 * Real servers for tests and the quickstart: begin with {@link
 * com.babelqueue.connect.harness.KafkaServer}, then start a {@link
 * com.babelqueue.connect.harness.ConnectWorker} (or a {@link
 * com.babelqueue.connect.harness.ConnectWorkerProcess}, which can be killed) from {@link
 * com.babelqueue.connect.harness.WorkerSettings} and drive it through {@link
 * com.babelqueue.connect.harness.ConnectRest}. {@link
 * com.babelqueue.connect.harness.RabbitMqBroker}, {@link com.babelqueue.connect.harness.SqsBroker},
 * {@link com.babelqueue.connect.harness.RedisBroker} and {@link
 * com.babelqueue.connect.harness.ArtemisBroker} hand out the address of a broker, chosen as {@link
 * com.babelqueue.connect.harness.BrokerChoice} says.
 *
 * <p>All of it binds to loopback only, on free ports and in private directories, and is gone after
 * {@code close()}. No client of a broker is on this module's class path.
 */
package com.babelqueue.connect.harness;
