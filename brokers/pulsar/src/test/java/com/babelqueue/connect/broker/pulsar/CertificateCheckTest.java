package com.babelqueue.connect.broker.pulsar;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is none of its business; certificates are met in the source's integration tests. */
class CertificateCheckTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pulsar+ssl://127.0.0.1:1,elsewhere:6651",
        "pulsar+ssl://under_score:6651",
        "pulsar+ssl://not a host:6651",
        "https://127.0.0.1:1"
      })
  void whatItCannotReachOrReadIsLeftToTheClient(String serviceUrl) throws NoSuchAlgorithmException {
    CertificateCheck check = new CertificateCheck(SSLContext.getDefault().getSocketFactory(), true);

    assertThatCode(() -> check.run(serviceUrl)).doesNotThrowAnyException();
  }
}
