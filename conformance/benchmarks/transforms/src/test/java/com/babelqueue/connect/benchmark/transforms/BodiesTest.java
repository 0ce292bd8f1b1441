package com.babelqueue.connect.benchmark.transforms;

import static org.assertj.core.api.Assertions.assertThat;

import com.babelqueue.connect.envelope.EnvelopeScanner;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodiesTest {
  @ParameterizedTest
  @ValueSource(ints = {330, 4_096, 65_536, 524_288})
  void areAcceptableEnvelopesOfThatSize(int bytes) {
    byte[] body = Bodies.envelope(bytes);

    assertThat(body).hasSize(bytes);
    assertThat(new EnvelopeScanner().scan(body).isAcceptable()).isTrue();
  }

  @Test
  void haveMoreNamesThanJacksonKeepsWhereTheyAreToBeMany() throws IOException {
    byte[] body = Bodies.envelopeOfManyNames(655_360);

    assertThat(body).hasSize(655_360);
    assertThat(new ObjectMapper().readTree(body).path("data").size()).isGreaterThan(6_000);
    assertThat(new EnvelopeScanner().scan(body).isAcceptable()).isTrue();
  }
}
