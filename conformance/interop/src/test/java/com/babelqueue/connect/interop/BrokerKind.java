package com.babelqueue.connect.interop;

import java.util.Locale;

/** The brokers that both the connectors and the Python SDK speak to. */
enum BrokerKind {
  SQS("Sqs", "sqs.queues", "sqs.queue"),
  RABBITMQ("RabbitMq", "rabbitmq.queues", "rabbitmq.queue"),
  REDIS("Redis", "redis.queues", "redis.queue"),
  ARTEMIS("Artemis", "artemis.queues", "artemis.queue"),
  PULSAR("Pulsar", "pulsar.topics", "pulsar.topic"),
  SERVICEBUS("ServiceBus", "servicebus.queues", "servicebus.entity");

  private final String className;
  private final String sourceQueueKey;
  private final String sinkQueueKey;

  BrokerKind(String className, String sourceQueueKey, String sinkQueueKey) {
    this.className = className;
    this.sourceQueueKey = sourceQueueKey;
    this.sinkQueueKey = sinkQueueKey;
  }

  /** The name of its folders, packages and system properties. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String sourceClass() {
    return "com.babelqueue.connect.source." + label() + "." + className + "SourceConnector";
  }

  String sinkClass() {
    return "com.babelqueue.connect.sink." + label() + "." + className + "SinkConnector";
  }

  String sourceQueueKey() {
    return sourceQueueKey;
  }

  String sinkQueueKey() {
    return sinkQueueKey;
  }

  /** Starts, or finds, a broker of this kind. */
  BrokerAccess start() {
    return switch (this) {
      case SQS -> new SqsAccess();
      case RABBITMQ -> new RabbitMqAccess();
      case REDIS -> new RedisAccess();
      case ARTEMIS -> new ArtemisAccess();
      case PULSAR -> new PulsarAccess();
      case SERVICEBUS -> new ServiceBusAccess();
    };
  }
}
