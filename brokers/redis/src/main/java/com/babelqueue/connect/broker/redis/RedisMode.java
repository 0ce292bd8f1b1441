package com.babelqueue.connect.broker.redis;

/** How the node that holds a key is found. */
public enum RedisMode {
  /** It is the one that the settings name. */
  STANDALONE,
  /** Sentinels say which node is the master now. */
  SENTINEL,
  /** The cluster says which node serves the key's hash slot. */
  CLUSTER
}
