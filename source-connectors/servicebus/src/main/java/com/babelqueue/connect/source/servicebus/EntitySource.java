package com.babelqueue.connect.source.servicebus;

import com.babelqueue.connect.broker.BrokerException;
import com.babelqueue.connect.broker.servicebus.EntityPath;
import java.util.List;

/** Keeps the links of one entity open while there is demand. Owned by the engine's thread. */
interface EntitySource {
  /** What is read. */
  EntityPath entity();

  /**
   * Opens what should be open and lets go of what has ended.
   *
   * @return streams that can be asked for messages
   * @throws BrokerException when a link failed for good
   */
  List<MessageStream> advance() throws BrokerException;

  /**
   * Takes back what was asked for and has not come, as far as that voids no lock. The only means is
   * to close the link: the SDK cannot take credit back.
   */
  void suspend();

  /** Closes every link, which frees sessions. */
  void close();
}
