package com.babelqueue.connect.transforms;

import java.io.StringWriter;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.PatternLayout;
import org.apache.log4j.WriterAppender;

/** What the transforms write to the log at any level, while something runs. */
final class LoggedText {
  private LoggedText() {}

  static String of(Runnable action) {
    StringWriter log = new StringWriter();
    Logger logger = Logger.getLogger("com.babelqueue.connect");
    WriterAppender appender = new WriterAppender(new PatternLayout("%p %m%n"), log);
    boolean additive = logger.getAdditivity();
    logger.addAppender(appender);
    logger.setAdditivity(false);
    logger.setLevel(Level.TRACE);
    try {
      action.run();
    } finally {
      logger.removeAppender(appender);
      logger.setAdditivity(additive);
      logger.setLevel(null);
    }
    return log.toString();
  }
}
