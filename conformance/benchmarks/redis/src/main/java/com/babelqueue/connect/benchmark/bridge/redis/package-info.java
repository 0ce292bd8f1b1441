/**
 * What is measured for one broker: {@link
 * com.babelqueue.connect.benchmark.bridge.redis.RedisBenched} gives the connectors their settings,
 * {@link com.babelqueue.connect.benchmark.bridge.redis.RedisLoops} is what they are measured
 * against.
 */
package com.babelqueue.connect.benchmark.bridge.redis;
