package com.babelqueue.connect.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * A private directory that goes, with all that is in it, when it is closed. It is in the folder
 * that the system property {@code java.io.tmpdir} names when it is made.
 */
final class TempDirectory implements AutoCloseable {
  /** How the names of all directories of this JVM begin. */
  static final String OWN = "babelqueue-" + ProcessHandle.current().pid() + "-";

  private final Path path;

  private TempDirectory(Path path) {
    this.path = path;
  }

  static TempDirectory create(String prefix) {
    try {
      // Named here, since the JDK keeps the folder that it was started with.
      Path folder = Path.of(System.getProperty("java.io.tmpdir"));
      return new TempDirectory(Files.createTempDirectory(folder, OWN + prefix + "-"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Path path() {
    return path;
  }

  /** Writes a text file into the directory and returns its path. */
  Path write(String name, String text) {
    try {
      return Files.writeString(path.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      Files.walkFileTree(
          path,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              // A server that is just ending may remove a file of its own between list and visit.
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e)
                throws IOException {
              Files.deleteIfExists(directory);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
