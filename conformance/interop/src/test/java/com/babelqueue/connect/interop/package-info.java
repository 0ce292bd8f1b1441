/**
 * The connectors between two ends that were written elsewhere: the official SDKs produce, consume,
 * retry and redrive, each in a process of its own. Begin with {@link
 * com.babelqueue.connect.interop.BrokerPathsIT}; {@link com.babelqueue.connect.interop.Sdk} is the
 * peer, {@link com.babelqueue.connect.interop.InteropCluster} what lies between two peers.
 */
package com.babelqueue.connect.interop;
