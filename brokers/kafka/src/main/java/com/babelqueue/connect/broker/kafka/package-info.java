/**
 * Kafka as a connector itself writes to it, beside the worker: retry topics, dead-letter topics and
 * the way back from them (contract section 4). Begin with {@link
 * com.babelqueue.connect.broker.kafka.RetryTiers}, which names the topics; {@link
 * com.babelqueue.connect.broker.kafka.KafkaWriter} writes to them, {@link
 * com.babelqueue.connect.broker.kafka.KafkaTopics} creates and checks them, {@link
 * com.babelqueue.connect.broker.kafka.CarriedRecord} holds a record byte for byte, and {@link
 * com.babelqueue.connect.broker.kafka.KafkaSettings} says where the cluster is.
 */
package com.babelqueue.connect.broker.kafka;
