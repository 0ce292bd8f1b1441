package com.babelqueue.connect.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.log4j.Level;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LogCaptureTest {
  private static final Logger LOG = LoggerFactory.getLogger("org.example.client");

  @Test
  void findsATextInMessagesThrowablesAndMdcAtEveryLevel() {
    try (LogCapture capture = LogCapture.of("canary-1", "canary-2")) {
      LOG.trace("connecting to {}", "amqp://u:canary-1@host");
      LOG.debug("nothing here");
      LOG.warn("failed", new IllegalStateException("outer", new RuntimeException("canary-2")));
      MDC.put("uri", "canary-1");
      LOG.info("with context");
      MDC.clear();

      assertThat(capture.lines()).hasSize(3);
      assertThat(capture.lines().get(0)).contains("TRACE org.example.client").contains("canary-1");
      assertThat(capture.events()).isGreaterThanOrEqualTo(4);
    }
  }

  @Test
  void searchesLoggersThatHaveALevelOfTheirOwn() {
    org.apache.log4j.Logger quiet = org.apache.log4j.Logger.getLogger("org.example.quiet");
    quiet.setLevel(Level.ERROR);
    try (LogCapture capture = LogCapture.of("canary")) {
      LoggerFactory.getLogger("org.example.quiet").trace("canary");

      assertThat(capture.lines()).hasSize(1);
    }
    assertThat(quiet.getLevel()).isEqualTo(Level.ERROR);
    assertThat(org.apache.log4j.Logger.getRootLogger().getLevel()).isEqualTo(Level.WARN);
  }

  @Test
  void keepsABoundedNumberOfLines() {
    try (LogCapture capture = LogCapture.of("canary")) {
      for (int i = 0; i < 1000; i++) {
        LOG.trace("canary {}", "x".repeat(5000));
      }

      assertThat(capture.lines()).hasSize(50).allMatch(line -> line.length() <= 2000);
    }
  }
}
