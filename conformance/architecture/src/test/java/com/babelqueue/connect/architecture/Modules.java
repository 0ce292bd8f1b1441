package com.babelqueue.connect.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * What the rules look at: the sources of all modules that the parent POM names, and the classes of
 * those that are shipped. The rest may be built after this module.
 */
final class Modules {
  // Not read in a static initialiser, whose failure would hide its reason from all tests but one.
  private static Modules known;

  private final List<Module> modules = new ArrayList<>();
  private final Map<String, Module> owners = new HashMap<>();
  private final JavaClasses shippedClasses;

  private Modules() {
    Path root = Path.of(System.getProperty("babelqueue.root", ""));
    for (String path : moduleNames(root.resolve("pom.xml"))) {
      modules.add(new Module(path, root.resolve(path)));
    }
    shippedClasses =
        new ClassFileImporter()
            .importPaths(
                shipped().stream().map(Module::classes).filter(Files::isDirectory).toList());
    for (JavaClass type : shippedClasses) {
      owners.put(type.getName(), ownerOf(type));
    }
  }

  private Module ownerOf(JavaClass type) {
    String file = type.getSource().orElseThrow().getUri().toString();
    return modules.stream()
        .filter(module -> file.startsWith(module.directory().toUri().toString()))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Reads everything at the first call.
   *
   * @throws IllegalStateException when a shipped module with sources has no classes
   */
  static synchronized Modules all() {
    if (known == null) {
      known = new Modules();
    }
    return known;
  }

  private static List<String> moduleNames(Path pom) {
    try {
      NodeList nodes =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(pom.toFile())
              .getElementsByTagName("module");
      List<String> names = new ArrayList<>();
      for (int i = 0; i < nodes.getLength(); i++) {
        names.add(nodes.item(i).getTextContent().strip());
      }
      return names;
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new IllegalStateException(pom + " is not readable: is babelqueue.root set?", e);
    }
  }

  List<Module> modules() {
    return modules;
  }

  List<Module> shipped() {
    return modules.stream().filter(Module::isShipped).toList();
  }

  JavaClasses shippedClasses() {
    return shippedClasses;
  }

  /** The module that a class was compiled in; null for classes that are not shipped. */
  Module owner(JavaClass type) {
    return owners.get(type.getName());
  }
}
