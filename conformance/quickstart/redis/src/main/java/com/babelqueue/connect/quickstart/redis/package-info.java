/**
 * The Redis part of the quickstart: begin with {@link
 * com.babelqueue.connect.quickstart.redis.RedisScene}.
 */
package com.babelqueue.connect.quickstart.redis;
