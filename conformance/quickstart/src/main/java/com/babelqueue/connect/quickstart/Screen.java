package com.babelqueue.connect.quickstart;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * The terminal: one line per step with the seconds since the start, then the records. Made for 120
 * columns. One thread.
 */
final class Screen {
  /** The width that everything fits into. */
  static final int COLUMNS = 120;

  private static final double NANOS = 1e9;
  private static final String STEP = "%7.1f s  ";
  private static final String WHO = "%-10s  ";
  private static final String MARGIN =
      " ".repeat(STEP.formatted(0.0).length() + WHO.formatted("").length());

  private final PrintStream out;
  private final boolean colours;
  private final LongSupplier nanoTime;
  private final long start;

  /**
   * Starts the clock.
   *
   * @param colours whether the output understands ANSI colours
   * @param nanoTime a clock like {@link System#nanoTime}
   */
  Screen(PrintStream out, boolean colours, LongSupplier nanoTime) {
    this.out = out;
    this.colours = colours;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
  }

  /** Says whether this JVM talks to a person's terminal that shows colours. */
  // The quickstart's JVM is started with -Djdk.console=java.base, under which Java 22 and later
  // also
  // return null without a terminal.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isColoured() {
    return System.console() != null
        && System.getenv("NO_COLOR") == null
        && !"dumb".equals(System.getenv("TERM"));
  }

  /** Announces a step. */
  void step(String who, String what) {
    // Cells of fixed width first, colours after: their codes have no width on the screen.
    String seconds = String.format(Locale.ROOT, STEP, (nanoTime.getAsLong() - start) / NANOS);
    String name = WHO.formatted(who);
    List<String> lines = wrapped(what);
    out.println(Colour.DIM.on(colours, seconds) + Colour.BOLD.on(colours, name) + lines.get(0));
    lines.stream().skip(1).forEach(line -> out.println(MARGIN + line));
  }

  /** Adds to the step above. */
  void more(String text) {
    wrapped(text).forEach(line -> out.println(MARGIN + line));
  }

  /** Adds to the step above what is wrong with it. */
  void fault(String text) {
    wrapped(text).forEach(line -> out.println(MARGIN + Colour.RED.on(colours, line)));
  }

  private static List<String> wrapped(String text) {
    return Wrapped.words(text, COLUMNS - MARGIN.length());
  }

  /** Begins a part. */
  void title(String text) {
    out.println();
    out.println(Colour.BOLD.on(colours, text));
  }

  /** Shows a line as it is. */
  void line(String text) {
    out.println(text);
  }

  /** Shows a record; its first line stands out. */
  void record(List<String> lines, Colour colour) {
    out.println(colour.on(colours, lines.get(0)));
    lines.stream().skip(1).forEach(out::println);
  }

  /** Shows what went wrong. */
  void error(String text) {
    for (String paragraph : text.split("\n", -1)) {
      for (String line : Wrapped.words(paragraph, COLUMNS - 2)) {
        out.println("  " + Colour.RED.on(colours, line));
      }
    }
  }

  /** A colour of the terminal. */
  enum Colour {
    BOLD("1"),
    DIM("2"),
    RED("31"),
    GREEN("32"),
    YELLOW("33");

    private final String code;

    Colour(String code) {
      this.code = code;
    }

    String on(boolean colours, String text) {
      return colours ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
  }
}
