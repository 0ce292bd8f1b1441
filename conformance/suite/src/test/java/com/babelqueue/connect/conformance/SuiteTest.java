package com.babelqueue.connect.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SuiteTest {
  @TempDir Path directory;

  @Test
  void opensGroupsUntilItFindsABlock() throws IOException {
    Suite suite =
        suite(
            "'cases':[{'name':'a'}],"
                + "'broker':{'one':{'cases':[{'name':'b'}]},'two':{'envelope_file':'f'},'three':7},"
                + "'deep':{'er':{'still':{'cases':[{'name':'c'}]}}},"
                + "'odd':{}");

    assertThat(suite.blocks())
        .containsExactly(
            "cases", "broker.one", "broker.two", "broker.three", "deep.er.still", "odd");
  }

  @Test
  void findsSingleCaseBlocksInsideAGroup() throws IOException {
    Suite suite = suite("'broker':{'projection':{'envelope_file':'f'},'gate':{'cases':[{}]}}");

    assertThat(suite.blocks()).containsExactly("broker.projection", "broker.gate");
    assertThat(suite.cases("broker.projection"))
        .extracting(Case::name)
        .containsExactly("projection");
  }

  @Test
  void takesMeshFilesForCases() throws IOException {
    Files.createDirectory(directory.resolve("mesh"));
    Files.writeString(directory.resolve("mesh/event.json"), "{}");

    Suite suite = suite("'cases':[{}]");

    assertThat(suite.blocks()).containsExactly("cases", "mesh");
    assertThat(suite.cases("mesh")).singleElement().extracting(Case::name).isEqualTo("event");
  }

  @Test
  void namesCasesWithoutANameByTheirContentWithInvisibleCharactersShown() throws IOException {
    assertThat(suite("'g':{'cases':[{'value':'\u00a01'}]}").cases("g"))
        .extracting(Case::name)
        .containsExactly("{\"value\":\"\\u00A01\"}");
  }

  @Test
  void keepsTheKindOfNumbers() {
    assertThat(Suite.parse("[1, 1.0, 99.90]".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .hasToString("[1,1.0,99.90]");
  }

  @Test
  void readsNoFileOutsideTheSuite() throws IOException {
    Case c = suite("'cases':[{}]").cases("cases").get(0);

    assertThatThrownBy(() -> c.file("../manifest.json")).hasMessageContaining("outside");
    assertThatThrownBy(() -> c.file("absent.json")).hasMessageContaining("absent.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'cases':[{'name':'a'},{'name':'a'}]",
        "'cases':[]",
        "'cases':[1]",
        "'cases':{'cases':[]}"
      })
  void refusesBlocksThatHideCases(String content) throws IOException {
    Suite suite = suite(content);
    assertThatThrownBy(() -> suite.cases("cases"))
        .isInstanceOf(SuiteException.class)
        .hasMessageStartingWith("cases: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "{}", "{\"schema_version\":2,\"cases\":[{}]}", "{\"a\":1,\"a\":1}"})
  void refusesAManifestItCannotVouchFor(String manifest) throws IOException {
    Files.writeString(directory.resolve("manifest.json"), manifest);

    assertThatThrownBy(() -> Suite.load(directory)).isInstanceOf(SuiteException.class);
  }

  private Suite suite(String content) throws IOException {
    String manifest = "{'schema_version':1," + content + "}";
    Files.writeString(directory.resolve("manifest.json"), manifest.replace('\'', '"'));
    return Suite.load(directory);
  }
}
