package com.babelqueue.connect.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import org.junit.jupiter.api.Test;

/** Names and calls that shipped code does without. */
class CodeRulesTest {

  @Test
  void namesSayWhatAClassIs() {
    noClasses()
        .should()
        .haveNameMatching(".*(Utils?|Helpers?|Managers?|Impl)(\\$.*)?")
        .check(Modules.all().shippedClasses());
  }

  @Test
  void timeComesFromAClock() {
    noClasses()
        .should()
        .accessTargetWhere(isMethod("java.lang.System", "currentTimeMillis"))
        .because("tests must be able to steer the time: inject a Clock or a LongSupplier")
        .check(Modules.all().shippedClasses());
  }

  @Test
  void lettersChangeCaseInANamedLocale() {
    noClasses()
        .should()
        .accessTargetWhere(
            isMethod("java.lang.String", "toLowerCase")
                .or(isMethod("java.lang.String", "toUpperCase"))
                .and(takesNothing()))
        .because("the default locale may be Turkish: use Locale.ROOT")
        .check(Modules.all().shippedClasses());
  }

  /** Calls as well as method references. */
  private static DescribedPredicate<JavaAccess<?>> isMethod(String owner, String name) {
    return DescribedPredicate.describe(
        owner + "." + name,
        access ->
            access.getTarget().getOwner().getName().equals(owner)
                && access.getTarget().getName().equals(name));
  }

  private static DescribedPredicate<JavaAccess<?>> takesNothing() {
    return DescribedPredicate.describe(
        "without arguments", access -> access.getTarget().getFullName().endsWith("()"));
  }
}
