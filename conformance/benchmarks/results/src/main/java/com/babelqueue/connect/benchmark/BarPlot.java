package com.babelqueue.connect.benchmark;

import java.util.List;
import java.util.Locale;

/** A plot of ratios as bars, with a mark where each is to be; stands alone as an SVG file. */
final class BarPlot {
  private static final int ROW = 26;
  private static final int TOP = 40;
  private static final int LABELS = 330;
  private static final int BARS = 480;
  private static final int WIDTH = LABELS + BARS + 90;

  private final String title;
  private final List<Result> results;

  BarPlot(String title, List<Result> results) {
    this.title = title;
    this.results = results;
  }

  @Override
  public String toString() {
    int height = TOP + ROW * results.size() + 12;
    double scale = BARS / largest();
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"13\">%n",
            WIDTH,
            height,
            WIDTH,
            height));
    svg.append("<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    text(svg, 12, 24, "start", title + ": ratio to the reference; the line marks the bound");
    for (int i = 0; i < results.size(); i++) {
      bar(svg, results.get(i), TOP + ROW * i, scale);
    }
    return svg.append("</svg>\n").toString();
  }

  private double largest() {
    double largest = 1;
    for (Result result : results) {
      double bound = result.bound() == null ? 0 : result.bound().value();
      largest = Math.max(largest, Math.max(result.ratio(), bound));
    }
    return largest;
  }

  private static void bar(StringBuilder svg, Result result, int y, double scale) {
    text(svg, LABELS - 8, y + 16, "end", result.subject() + ", " + result.condition());
    svg.append(
        String.format(
            Locale.ROOT,
            "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"18\" fill=\"%s\"/>%n",
            LABELS,
            y + 3,
            result.ratio() * scale,
            result.met() ? "#3b7dd8" : "#c8501e"));
    if (result.bound() != null) {
      double x = LABELS + result.bound().value() * scale;
      svg.append(
          String.format(
              Locale.ROOT,
              "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#222222\" stroke-width=\"2\"/>%n",
              x,
              y,
              x,
              y + 24));
    }
    double right = Math.max(result.ratio(), result.bound() == null ? 0 : result.bound().value());
    text(
        svg,
        LABELS + (int) (right * scale) + 8,
        y + 16,
        "start",
        String.format(Locale.ROOT, "%.2f", result.ratio()));
  }

  private static void text(StringBuilder svg, int x, int y, String anchor, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" fill=\"#222222\">%s</text>%n",
            x,
            y,
            anchor,
            text.replace("&", "&amp;").replace("<", "&lt;")));
  }
}
