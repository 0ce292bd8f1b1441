/**
 * Brings records back to their work topic: out of the retry topics once their tier is over, and out
 * of the dead-letter topic when an operator asks for it (contract 4.4 and 5.2). Begin with {@link
 * com.babelqueue.connect.sink.reinject.ReinjectEngine}; {@link
 * com.babelqueue.connect.sink.reinject.ParkedPartition} keeps order and offsets of one partition,
 * {@link com.babelqueue.connect.sink.reinject.Passage} decides what becomes of a record.
 */
package com.babelqueue.connect.sink.reinject;
