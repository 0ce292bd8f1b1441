/**
 * The Pulsar part of the quickstart: begin with {@link
 * com.babelqueue.connect.quickstart.pulsar.PulsarScene}.
 */
package com.babelqueue.connect.quickstart.pulsar;
