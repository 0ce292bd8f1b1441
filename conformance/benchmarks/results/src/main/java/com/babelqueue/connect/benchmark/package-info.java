/**
 * What every benchmark says in the end, and how it is written down: begin with {@link
 * com.babelqueue.connect.benchmark.ResultsFolder}.
 */
package com.babelqueue.connect.benchmark;
