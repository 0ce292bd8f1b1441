/**
 * The sink connector for Redis lists. Begin with {@link
 * com.babelqueue.connect.sink.redis.RedisSinkConnector}, the class a connector JSON names; {@link
 * com.babelqueue.connect.sink.redis.RedisSinkConfig} holds its keys. {@code ListSender} pushes, one
 * round trip for all that the engine hands it, and {@code ListPush} is what goes to one list in it.
 */
package com.babelqueue.connect.sink.redis;
