package com.babelqueue.connect.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.LogManager;
import org.apache.log4j.Logger;
import org.apache.log4j.Priority;
import org.apache.log4j.spi.LoggingEvent;

/**
 * Looks for texts, such as secrets, in everything that this JVM logs at any level. While it is open
 * all loggers are at TRACE; what the console shows stays at WARN and above. Texts are given in
 * advance, so memory stays bounded however much is logged.
 */
public final class LogCapture implements AutoCloseable {
  private static final int KEPT_LINES = 50;
  private static final int KEPT_CHARACTERS = 2000;

  private final List<String> texts;
  private final Search search = new Search();
  private final Map<Logger, Level> levels = new HashMap<>();
  private final Map<AppenderSkeleton, Priority> thresholds = new HashMap<>();

  private LogCapture(List<String> texts) {
    this.texts = texts;
  }

  /** Opens a capture that looks for any of the texts, in messages, throwables and MDC values. */
  public static LogCapture of(String... texts) {
    LogCapture capture = new LogCapture(List.copyOf(Arrays.asList(texts)));
    capture.open();
    return capture;
  }

  private void open() {
    Logger root = Logger.getRootLogger();
    Enumeration<?> appenders = root.getAllAppenders();
    while (appenders.hasMoreElements()) {
      if (appenders.nextElement() instanceof AppenderSkeleton other) {
        thresholds.put(other, other.getThreshold());
        other.setThreshold(Level.WARN);
      }
    }
    levels.put(root, root.getLevel());
    Enumeration<?> loggers = LogManager.getCurrentLoggers();
    while (loggers.hasMoreElements()) {
      if (loggers.nextElement() instanceof Logger logger && logger.getLevel() != null) {
        levels.put(logger, logger.getLevel());
      }
    }
    levels.keySet().forEach(logger -> logger.setLevel(Level.TRACE));
    root.addAppender(search);
  }

  /** Returns the first lines that held one of the texts, cut to 2,000 characters each. */
  public List<String> lines() {
    return search.lines();
  }

  /** Returns how many events were searched: zero means that the capture proves nothing. */
  public long events() {
    return search.events();
  }

  /** Ends the search and puts all levels back. */
  @Override
  public void close() {
    Logger.getRootLogger().removeAppender(search);
    levels.forEach(Logger::setLevel);
    thresholds.forEach(AppenderSkeleton::setThreshold);
  }

  private final class Search extends AppenderSkeleton {
    private final Object lock = new Object();
    // Guarded by lock: written by every thread that logs, read by the test.
    private final List<String> found = new ArrayList<>();
    private long events;

    @Override
    protected void append(LoggingEvent event) {
      StringBuilder line = new StringBuilder(256);
      line.append(event.getLevel()).append(' ').append(event.getLoggerName()).append(" - ");
      line.append(event.getRenderedMessage());
      String[] throwable = event.getThrowableStrRep();
      if (throwable != null) {
        line.append('\n').append(String.join("\n", throwable));
      }
      if (!event.getProperties().isEmpty()) {
        line.append(' ').append(event.getProperties());
      }
      String whole = line.toString();
      synchronized (lock) {
        events++;
        if (found.size() < KEPT_LINES && texts.stream().anyMatch(whole::contains)) {
          found.add(whole.substring(0, Math.min(KEPT_CHARACTERS, whole.length())));
        }
      }
    }

    List<String> lines() {
      synchronized (lock) {
        return List.copyOf(found);
      }
    }

    long events() {
      synchronized (lock) {
        return events;
      }
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }

    @Override
    public void close() {}
  }
}
