/**
 * Measures the transforms with JMH: begin with {@link
 * com.babelqueue.connect.benchmark.transforms.TransformBenchmarks}, which runs everything and
 * writes what it found.
 */
package com.babelqueue.connect.benchmark.transforms;
