package com.babelqueue.connect.quickstart.scene;

import java.util.Map;

/**
 * What an application does with its broker's plain client. Each call returns once the broker has
 * the message. One thread.
 */
public interface PlainSender {
  /**
   * Sends an envelope, projected as the contract says for this broker.
   *
   * @param headers travel beside the envelope, wherever this broker has room for them
   */
  void sendEnvelope(PlainEnvelope envelope, Map<String, String> headers);

  /** Sends a body and nothing beside it. */
  void sendBare(String body);
}
