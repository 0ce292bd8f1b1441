package com.babelqueue.connect.benchmark;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A page with one table per chapter. */
final class MarkdownTables {
  private final ObjectNode chapters;

  /**
   * @param chapters what {@code benchmarks.json} holds
   */
  MarkdownTables(ObjectNode chapters) {
    this.chapters = chapters;
  }

  @Override
  public String toString() {
    StringBuilder page =
        new StringBuilder("# Benchmarks\n\nWritten by the programs, not by hand. ");
    page.append("Each ratio compares two medians of one run on one machine.\n");
    for (Map.Entry<String, JsonNode> chapter : chapters.properties()) {
      chapter(page, chapter.getKey(), chapter.getValue());
    }
    return page.toString();
  }

  private static void chapter(StringBuilder page, String name, JsonNode chapter) {
    JsonNode machine = chapter.path("machine");
    page.append("\n## ").append(name).append("\n\n```sh\n");
    page.append(chapter.path("command").asText()).append("\n```\n\n");
    page.append("Machine: ")
        .append(machine.path("cores").asInt())
        .append(" cores, Java ")
        .append(machine.path("java").asText())
        .append(", ")
        .append(machine.path("os").asText())
        .append(".\n\n![")
        .append(name)
        .append("](")
        .append(name)
        .append(".svg)\n\n");
    page.append(
        "| subject | condition | value | against | its value | unit | ratio | bound | more |\n");
    page.append("| --- | --- | ---: | --- | ---: | --- | ---: | --- | --- |\n");
    for (JsonNode row : chapter.path("results")) {
      row(page, row);
    }
  }

  private static void row(StringBuilder page, JsonNode row) {
    List<String> more = new ArrayList<>();
    row.path("more")
        .properties()
        .forEach(figure -> more.add(figure.getKey() + " " + number(figure.getValue().asDouble())));
    String bound =
        row.has("bound")
            ? row.get("bound").asText() + (row.get("met").asBoolean() ? " met" : " **missed**")
            : "";
    List<String> cells =
        List.of(
            row.path("subject").asText(),
            row.path("condition").asText(),
            number(row.path("value").asDouble()),
            row.path("reference").asText(),
            number(row.path("referenceValue").asDouble()),
            row.path("unit").asText(),
            String.format(Locale.ROOT, "%.2f", row.path("ratio").asDouble()),
            bound,
            String.join(", ", more));
    page.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, value < 100 ? "%.2f" : "%.0f", value);
  }
}
