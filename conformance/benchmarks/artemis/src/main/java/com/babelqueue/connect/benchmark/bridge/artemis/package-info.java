/**
 * What is measured for one broker: {@link
 * com.babelqueue.connect.benchmark.bridge.artemis.ArtemisBenched} gives the connectors their
 * settings, {@link com.babelqueue.connect.benchmark.bridge.artemis.ArtemisLoops} is what they are
 * measured against.
 */
package com.babelqueue.connect.benchmark.bridge.artemis;
