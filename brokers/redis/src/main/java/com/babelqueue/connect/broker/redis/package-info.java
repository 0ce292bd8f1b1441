/**
 * What both ends of Redis share: settings, connections, the frame around a body, the binding of the
 * contract and the failure table. Begin with {@link
 * com.babelqueue.connect.broker.redis.RedisSettings}; {@link
 * com.babelqueue.connect.broker.redis.RedisConnections} finds the node that holds a key and opens
 * connections to it, {@link com.babelqueue.connect.broker.redis.RedisExpiringKeys} is what
 * connectors to any broker may keep in a server beside it, {@link
 * com.babelqueue.connect.broker.redis.RedisFrame} tells body and headers of a list element apart,
 * {@link com.babelqueue.connect.broker.redis.RedisBinding} is the binding as the runtimes know it,
 * and {@link com.babelqueue.connect.broker.redis.RedisFailures} says which failures pass.
 */
package com.babelqueue.connect.broker.redis;
