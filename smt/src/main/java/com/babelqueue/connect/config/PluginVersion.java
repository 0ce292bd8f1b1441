package com.babelqueue.connect.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of the jar, written into it by the build. */
public final class PluginVersion {
  private static final String VERSION = read();

  private PluginVersion() {}

  /** The version as the build wrote it; {@code unknown} in a class path without the resource. */
  public static String get() {
    return VERSION;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in =
        PluginVersion.class.getResourceAsStream("/babelqueue-connect.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
