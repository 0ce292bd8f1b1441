package com.babelqueue.connect.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvelopeEditTest {
  private static final DeadLetter BLOCK =
      new DeadLetter(DeadLetter.Reason.FAILED, "no \"stock\"", null, 1749132730000L, "orders", 3);
  private static final String BLOCK_JSON =
      "{\"reason\":\"failed\",\"error\":\"no \\\"stock\\\"\",\"exception\":null,"
          + "\"failed_at\":1749132730000,\"original_queue\":\"orders\",\"attempts\":3,\"lang\":\"java\"}";

  private final EnvelopeScanner scanner = new EnvelopeScanner();

  private String edit(String body, UnaryOperator<EnvelopeEdit> change) {
    byte[] edited = change.apply(scanner.scan(body.getBytes(UTF_8)).edit()).toBytes();
    return new String(edited, UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'meta':{},'attempts':0,'z':1}|{'meta':{},'attempts':7,'z':1}",
        "{'attempts' :\t-12 }|{'attempts' :\t7 }",
        "{'attempts':null}|{'attempts':7}",
        "{'attempts':99999999999999999999}|{'attempts':7}",
        "{'attempts':1.5e3,'a':1}|{'attempts':7,'a':1}",
        "{'attempts':{'a':1}}|{'attempts':7}",
        "{'meta':{},'z':1}|{'meta':{},'attempts':7,'z':1}",
        "{'z':1,'meta':{} }|{'z':1,'meta':{},'attempts':7 }",
        "{'z':1 }|{'z':1,'attempts':7 }",
        "{ }|{'attempts':7 }",
        "{'\\u0061ttempts':1}|{'\\u0061ttempts':7}",
        "{'meta':{'attempts':1},'data':{'attempts':2}}|{'meta':{'attempts':1},'attempts':7,'data':{'attempts':2}}",
      })
  void setsTheCounter(String before, String after) {
    assertThat(edit(json(before), edit -> edit.attempts(7))).isEqualTo(json(after));
  }

  @Test
  void keepsTheArrayWhenNothingChanges() {
    byte[] body = new EnvelopeText().with("attempts", "2").bytes();
    EnvelopeEdit edit =
        scanner.scan(body).edit().attempts(2).removeDeadLetter().removeForbiddenKeys().urnToJob();
    assertThat(edit.toBytes()).isSameAs(body);
  }

  @Test
  void keepsLexemesAndUnknownKeys() {
    String body =
        new EnvelopeText()
            .with(
                "data", "{\"p\":99.90,\"e\":1e3,\"n\":12345678901234567890,\"s\":\"\\/é\\u00e9\"}")
            .with("vendor", "{ \"b\" : 1.0 }")
            .withMeta("vendor_flag", "true")
            .text();
    assertThat(edit(body, edit -> edit.attempts(1)))
        .isEqualTo(body.replace("\"attempts\":0", "\"attempts\":1"));
  }

  @Test
  void addsTheDeadLetterBlockAfterTheCounter() {
    String body = new EnvelopeText().with("x", "1").text();
    assertThat(edit(body, edit -> edit.deadLetter(BLOCK)))
        .isEqualTo(body.replace("\"attempts\":0", "\"attempts\":3,\"dead_letter\":" + BLOCK_JSON));
  }

  @Test
  void addsBlockAndCounterAfterMetaWhenBothAreMissing() {
    assertThat(edit("{\"meta\":{},\"z\":1}", edit -> edit.deadLetter(BLOCK)))
        .isEqualTo("{\"meta\":{},\"attempts\":3,\"dead_letter\":" + BLOCK_JSON + ",\"z\":1}");
  }

  @Test
  void replacesAnExistingBlock() {
    assertThat(edit("{\"dead_letter\": [1] ,\"attempts\":1}", edit -> edit.deadLetter(BLOCK)))
        .isEqualTo("{\"dead_letter\": " + BLOCK_JSON + " ,\"attempts\":3}");
  }

  @Test
  void writesTheCauseOfADeadLetter() {
    DeadLetter block =
        DeadLetter.of(DeadLetter.Reason.UNKNOWN_URN, new IllegalStateException("why"), 5, "q", 1);
    assertThat(edit("{}", edit -> edit.deadLetter(block)))
        .contains("\"reason\":\"unknown_urn\",\"error\":\"why\"")
        .contains("\"exception\":\"java.lang.IllegalStateException\",\"failed_at\":5");
    assertThat(DeadLetter.of(DeadLetter.Reason.POISON, null, 5, "q", 1).error()).isNull();
    assertThatThrownBy(() -> DeadLetter.of(DeadLetter.Reason.POISON, null, 5, " ", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> DeadLetter.of(DeadLetter.Reason.POISON, null, 5, "q", -1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'timestamp':1,'a':1}|{'a':1}",
        "{'a':1,'timestamp':1}|{'a':1}",
        "{'a':1,'timestamp':1,'b':2}|{'a':1,'b':2}",
        "{'timestamp':1}|{}",
        "{ 'timestamp' : 1 }|{  }",
        "{'a':1,'timestamp':1,'dead_letter':{}}|{'a':1}",
        "{'dead_letter':{},'timestamp':1,'a':1}|{'a':1}",
        "{'dead_letter':{},'timestamp':1}|{}",
        "{'dead_letter':{},'a':1,'timestamp':[1,{}]}|{'a':1}",
        "{'a':1,'dead_letter':{},'timestamp':1,'b':1}|{'a':1,'b':1}",
        "{~ 'a' : 1 ,~ 'timestamp' : 1~}|{~ 'a' : 1~}",
        "{~ 'timestamp' : 1 ,~ 'a' : 1~}|{~ 'a' : 1~}",
        "{'meta':{'ts':1,'source':2,'attempts':3,'max_retries':4}}|{'meta':{}}",
        "{'meta':{'ts':1,'id':'x','source':2,'attempts':3},'timestamp':0}|{'meta':{'id':'x'}}",
        "{'meta':{'id':'x','t\\u0073':1}}|{'meta':{'id':'x'}}",
      })
  void removesMembersWithTheirCommas(String before, String after) {
    assertThat(edit(json(before), edit -> edit.removeForbiddenKeys().removeDeadLetter()))
        .isEqualTo(json(after));
  }

  /** Tables are easier to read with other quotes; a tilde stands for a line break. */
  private static String json(String text) {
    return text.replace('\'', '"').replace('~', '\n');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'urn' : ' u\\n' ,'a':1}|{'job' : ' u\\n' ,'a':1}",
        "{'\\u0075rn':'u'}|{'job':'u'}",
        "{'job':'','urn':'u','a':1}|{'job':'u','a':1}",
        "{'job':' \\t','a':1,'urn':'\\u0075'}|{'job':'\\u0075','a':1}",
        "{'job':null,'urn':'u'}|{'job':'u'}",
        "{'urn':'u','job':null}|{'job':'u'}",
        "{'job':'j','urn':'u','a':1}|{'job':'j','a':1}",
        "{'job':'j','urn':7}|{'job':'j'}",
        "{'job':'j'}|{'job':'j'}",
        "{'urn':' '}|{'urn':' '}",
        "{'urn':7,'job':''}|{'urn':7,'job':''}",
        "{'job':7,'urn':'u'}|{'job':7,'urn':'u'}",
      })
  void writesTheIdentityAsJob(String before, String after) {
    assertThat(edit(json(before), EnvelopeEdit::urnToJob)).isEqualTo(json(after));
  }

  @Test
  void makesAllChangesTogether() {
    String before =
        "{\"timestamp\":1,\"urn\":\"u\",\"meta\":{\"ts\":1,\"id\":\"i\"},\"dead_letter\":{},\"timestamp2\":2}";
    assertThat(
            edit(
                before,
                edit -> edit.urnToJob().removeForbiddenKeys().removeDeadLetter().attempts(0)))
        .isEqualTo("{\"job\":\"u\",\"meta\":{\"id\":\"i\"},\"attempts\":0,\"timestamp2\":2}");
  }

  @Test
  void insertsWhereTheLastMembersAreRemoved() {
    assertThat(edit("{\"timestamp\":1}", edit -> edit.removeForbiddenKeys().deadLetter(BLOCK)))
        .isEqualTo("{\"attempts\":3,\"dead_letter\":" + BLOCK_JSON + "}");
    assertThat(edit("{\"a\":1,\"timestamp\":1}", edit -> edit.removeForbiddenKeys().attempts(1)))
        .isEqualTo("{\"a\":1,\"attempts\":1}");
    assertThat(
            edit("{\"meta\":{},\"timestamp\":1}", edit -> edit.removeForbiddenKeys().attempts(1)))
        .isEqualTo("{\"meta\":{},\"attempts\":1}");
  }

  @Test
  void countsTheLastCall() {
    assertThat(edit("{\"a\":1}", edit -> edit.deadLetter(BLOCK).removeDeadLetter().attempts(1)))
        .isEqualTo("{\"a\":1,\"attempts\":1}");
    assertThat(
            edit(
                "{\"dead_letter\":1,\"attempts\":0}",
                edit -> edit.removeDeadLetter().deadLetter(BLOCK)))
        .isEqualTo("{\"dead_letter\":" + BLOCK_JSON + ",\"attempts\":3}");
  }

  @Test
  void refusesNegativeCounters() {
    EnvelopeEdit edit = scanner.scan(new EnvelopeText().bytes()).edit();
    assertThatThrownBy(() -> edit.attempts(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
