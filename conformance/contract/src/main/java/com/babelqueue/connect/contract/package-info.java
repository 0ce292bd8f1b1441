/**
 * What every connector must hold, whichever broker it bridges, written once as tests that each
 * broker's module subclasses.
 *
 * <p>For a source begin with {@link com.babelqueue.connect.contract.SourceContract}; a broker joins
 * it with a {@link com.babelqueue.connect.contract.SourcePeer}, the other side of the queue. For a
 * sink begin with {@link com.babelqueue.connect.contract.SinkContract}, which a broker joins with a
 * {@link com.babelqueue.connect.contract.SinkPeer}; the same peer serves {@link
 * com.babelqueue.connect.contract.SinkConformance}, and as a {@link
 * com.babelqueue.connect.contract.RoundTripPeer} also {@link
 * com.babelqueue.connect.contract.RoundTripContract}. Below any worker, {@link
 * com.babelqueue.connect.contract.SendProbe} tries a sender alone.
 */
package com.babelqueue.connect.contract;
