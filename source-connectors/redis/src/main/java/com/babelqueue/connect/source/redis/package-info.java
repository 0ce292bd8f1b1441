/**
 * The source connector for Redis lists. Begin with {@link
 * com.babelqueue.connect.source.redis.RedisSourceConnector}, the class a connector JSON names;
 * {@link com.babelqueue.connect.source.redis.RedisSourceConfig} holds its keys. {@code
 * ListReceiver} reads and settles by the reliable list of the contract (section 3.1): {@code
 * ListPull} moves elements from a queue into the task's processing list, {@code ProcessingList}
 * takes them out of it again, and {@code Custody} knows which of them the task has in hand, as
 * {@code RecordingReceiver} tells it.
 */
package com.babelqueue.connect.source.redis;
