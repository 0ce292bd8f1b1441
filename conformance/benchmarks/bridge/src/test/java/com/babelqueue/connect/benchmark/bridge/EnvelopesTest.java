package com.babelqueue.connect.benchmark.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class EnvelopesTest {
  @Test
  void areAsLongAsTheResultsSay() {
    assertThat(Envelopes.SMALL).hasSize(330);
  }
}
