package com.babelqueue.connect.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who may know whom: the arrows of the design, and what stays out of a room altogether. */
class ArrowsTest {
  private static final String OURS = "com.babelqueue.";

  /** The root package of each broker's client, by the broker's name. */
  private static final Map<String, String[]> CLIENTS =
      Map.of(
          "sqs", new String[] {"software.amazon."},
          "rabbitmq", new String[] {"com.rabbitmq."},
          "servicebus", new String[] {"com.azure."},
          "pulsar", new String[] {"org.apache.pulsar."},
          "redis", new String[] {"redis.clients.", "io.lettuce."},
          "artemis", new String[] {"jakarta.jms.", "org.apache.qpid.jms.", "org.apache.activemq."});

  /** What is public in Connect 3.9 as well as in 4.x; the rest may vanish with any release. */
  private static final String[] PUBLIC_KAFKA = {
    "org.apache.kafka.common",
    "org.apache.kafka.common.config",
    "org.apache.kafka.common.config.types",
    "org.apache.kafka.common.errors",
    "org.apache.kafka.common.header",
    "org.apache.kafka.common.metrics",
    "org.apache.kafka.common.serialization",
    "org.apache.kafka.clients",
    "org.apache.kafka.clients.admin",
    "org.apache.kafka.clients.producer",
    "org.apache.kafka.clients.consumer",
    "org.apache.kafka.connect.components",
    "org.apache.kafka.connect.connector",
    "org.apache.kafka.connect.data",
    "org.apache.kafka.connect.errors",
    "org.apache.kafka.connect.header",
    "org.apache.kafka.connect.health",
    "org.apache.kafka.connect.sink",
    "org.apache.kafka.connect.source",
    "org.apache.kafka.connect.storage",
    "org.apache.kafka.connect.transforms",
    "org.apache.kafka.connect.transforms.predicates",
    "org.apache.kafka.connect.util"
  };

  @Test
  void modulesUseOnlyTheModulesTheirArrowsPointTo() {
    classes()
        .should(
            condition(
                "use only modules that the design allows",
                (type, dependency) -> {
                  JavaClass target = dependency.getTargetClass().getBaseComponentType();
                  if (!target.getName().startsWith(OURS)) {
                    return true;
                  }
                  // Null for a class of the conformance rooms, which nothing shipped may use.
                  Module room = Modules.all().owner(target);
                  return room != null && Modules.all().owner(type).mayUse().contains(room.path());
                }))
        .check(Modules.all().shippedClasses());
  }

  @Test
  void modulesHoldOnlyTheirOwnPackages() {
    classes()
        .should(
            new ArchCondition<>("be in a package of their module") {
              @Override
              public void check(JavaClass type, ConditionEvents events) {
                Module module = Modules.all().owner(type);
                events.add(
                    new SimpleConditionEvent(
                        type,
                        module.owns(type.getPackageName()),
                        type.getName() + " is in module " + module.path()));
              }
            })
        .check(Modules.all().shippedClasses());
  }

  @Test
  void brokersSeeOnlyTheirOwnClient() {
    classes()
        .should(
            condition(
                "use no broker's client but their own",
                (type, dependency) -> {
                  String own = Modules.all().owner(type).broker();
                  String target = dependency.getTargetClass().getBaseComponentType().getName();
                  return CLIENTS.entrySet().stream()
                      .filter(client -> !client.getKey().equals(own))
                      .flatMap(client -> java.util.Arrays.stream(client.getValue()))
                      .noneMatch(target::startsWith);
                }))
        .check(Modules.all().shippedClasses());
  }

  @Test
  void transformsKnowNothingBesideConnectAndJson() {
    classes()
        .that(areIn("smt"))
        .should(
            condition(
                "use only Java, Connect, slf4j and JSON libraries",
                (type, dependency) ->
                    startsWithAny(
                        dependency.getTargetClass().getBaseComponentType().getName(),
                        OURS,
                        "java.",
                        "org.apache.kafka.",
                        "org.slf4j.",
                        "com.fasterxml.jackson.",
                        "com.networknt.schema.")))
        .check(Modules.all().shippedClasses());
  }

  @Test
  void transformsStartNoThreads() {
    noClasses()
        .that(areIn("smt"))
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "java\\.lang\\.Thread(\\$.*)?"
                + "|java\\.util\\.Timer"
                + "|java\\.util\\.concurrent\\.(Executor.*|.*Executor|ForkJoin.*|CompletableFuture)")
        .check(Modules.all().shippedClasses());
  }

  @Test
  void onlyThePublicPartOfKafkaIsUsed() {
    classes()
        .should(
            condition(
                "use only Kafka packages that are public in 3.9 and in 4.x",
                (type, dependency) -> {
                  JavaClass target = dependency.getTargetClass().getBaseComponentType();
                  return !target.getName().startsWith("org.apache.kafka.")
                      || java.util.Arrays.asList(PUBLIC_KAFKA).contains(target.getPackageName());
                }))
        .check(Modules.all().shippedClasses());
  }

  private static DescribedPredicate<JavaClass> areIn(String module) {
    return DescribedPredicate.describe(
        "are in module " + module, type -> Modules.all().owner(type).path().equals(module));
  }

  private static boolean startsWithAny(String name, String... prefixes) {
    // Primitive types have no package.
    return name.indexOf('.') < 0 || java.util.Arrays.stream(prefixes).anyMatch(name::startsWith);
  }

  private interface Allowed {
    boolean test(JavaClass type, Dependency dependency);
  }

  private static ArchCondition<JavaClass> condition(String description, Allowed allowed) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          events.add(
              new SimpleConditionEvent(
                  dependency, allowed.test(type, dependency), dependency.getDescription()));
        }
      }
    };
  }
}
