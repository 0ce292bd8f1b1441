/**
 * The demonstration behind {@code mvn -Pquickstart verify}: begin with {@link
 * com.babelqueue.connect.quickstart.Quickstart}. This JVM holds Kafka, the Connect worker and the
 * screen; each broker and its plain client run as a {@link
 * com.babelqueue.connect.quickstart.scene.Scene} in a JVM of their own, so that no two brokers'
 * clients share a class path.
 */
package com.babelqueue.connect.quickstart;
