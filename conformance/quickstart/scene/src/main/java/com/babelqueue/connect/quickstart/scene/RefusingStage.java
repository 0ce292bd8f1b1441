package com.babelqueue.connect.quickstart.scene;

/** The stage of a broker that can be made to refuse messages, for the retry loop. One thread. */
public interface RefusingStage extends Stage {
  /**
   * Opens a queue with room for one message, apart from {@link #queue}, and has the plain client
   * send that message; the queue of an earlier call is used again if it is empty.
   *
   * @param order the number of the message's order
   */
  FullQueue fill(int order);

  /** Receives the next message of the {@link #fill full queue}, for which it waits. */
  NativeMessage take();
}
