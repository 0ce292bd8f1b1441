/**
 * What every connector must hold, whichever broker it bridges, written once as tests that each
 * broker's module subclasses. Begin with {@link com.babelqueue.connect.contract.SourceContract}; a
 * broker joins it with a {@link com.babelqueue.connect.contract.SourcePeer}, the other side of the
 * queue.
 */
package com.babelqueue.connect.contract;
