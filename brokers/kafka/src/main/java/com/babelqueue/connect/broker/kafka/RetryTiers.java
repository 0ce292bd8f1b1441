package com.babelqueue.connect.broker.kafka;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;

/**
 * The delays after which a failed record comes back, shortest first, and the topics that hold it
 * meanwhile (TIER-1, TIER-2). Tiers are counted from 1. Immutable; any thread may use it.
 */
public final class RetryTiers {
  private static final Map<String, Long> UNIT_MILLIS =
      Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);

  /** Longer than any topic keeps its records, and far from any overflow. */
  private static final long MAX_MILLIS = 365L * 86_400_000L;

  private static final RetryTiers NONE = new RetryTiers(List.of());

  private final List<Duration> delays;

  private RetryTiers(List<Duration> delays) {
    this.delays = delays;
  }

  /** No tiers: nothing can be delayed (TIER-4). */
  public static RetryTiers none() {
    return NONE;
  }

  /**
   * Reads a setting and sorts it (TIER-2).
   *
   * @param setting the key to blame
   * @param texts delays such as {@code 500ms}, {@code 5s}, {@code 5m}, {@code 2h}, {@code 1d}, or a
   *     bare number of ms; empty for no tiers
   * @throws ConfigException when a delay is not readable, not positive, or given twice
   */
  public static RetryTiers parse(String setting, List<String> texts) {
    List<Duration> delays = new ArrayList<>();
    for (String text : texts) {
      Duration delay = Duration.ofMillis(millis(setting, text.strip()));
      if (delays.contains(delay)) {
        throw new ConfigException(setting, text, "is given twice");
      }
      delays.add(delay);
    }
    Collections.sort(delays);
    return new RetryTiers(List.copyOf(delays));
  }

  private static long millis(String setting, String text) {
    int digits = 0;
    while (digits < text.length() && isDigit(text.charAt(digits))) {
      digits++;
    }
    String unit = text.substring(digits).strip().toLowerCase(Locale.ROOT);
    Long factor = unit.isEmpty() ? Long.valueOf(1) : UNIT_MILLIS.get(unit);
    if (digits == 0 || factor == null) {
      throw new ConfigException(setting, text, "must be a whole number with ms, s, m, h or d");
    }
    BigDecimal millis =
        new BigDecimal(text.substring(0, digits)).multiply(BigDecimal.valueOf(factor));
    if (millis.signum() <= 0 || millis.compareTo(BigDecimal.valueOf(MAX_MILLIS)) > 0) {
      throw new ConfigException(setting, text, "must be between 1 ms and 365 d");
    }
    return millis.longValueExact();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** How many there are; 0 when retries are not configured. */
  public int count() {
    return delays.size();
  }

  /**
   * How long a tier holds a record.
   *
   * @param tier 1 to {@link #count()}
   */
  public Duration delay(int tier) {
    return delays.get(tier - 1);
  }

  /**
   * The tier of a record that failed: the next one, or the last once all have been used (RTY-1).
   *
   * @param attemptsBefore attempts made before the one that failed; less than 0 counts as 0
   * @throws IllegalStateException when there are no tiers
   */
  public int afterFailure(int attemptsBefore) {
    if (delays.isEmpty()) {
      throw new IllegalStateException("no retry tiers");
    }
    return Math.min(Math.max(attemptsBefore, 0), delays.size() - 1) + 1;
  }

  /**
   * The tier of a delayed publish: the shortest that is long enough (DEL-1).
   *
   * @return empty when no tier is
   */
  public OptionalInt atLeast(Duration requested) {
    for (int tier = 1; tier <= delays.size(); tier++) {
      if (delay(tier).compareTo(requested) >= 0) {
        return OptionalInt.of(tier);
      }
    }
    return OptionalInt.empty();
  }

  /** The names of every retry topic of a work topic, in the order of the tiers. */
  public List<String> topics(String workTopic) {
    List<String> topics = new ArrayList<>();
    for (int tier = 1; tier <= delays.size(); tier++) {
      topics.add(new RetryTopic(workTopic, tier).name());
    }
    return topics;
  }

  /** Checks the setting. */
  public static final class Validator implements ConfigDef.Validator {
    @Override
    public void ensureValid(String setting, Object value) {
      List<String> texts = new ArrayList<>();
      if (value instanceof List<?> list) {
        list.forEach(text -> texts.add(String.valueOf(text)));
      }
      parse(setting, texts);
    }

    @Override
    public String toString() {
      return "delays such as 5s, 30s, 5m, 30m";
    }
  }
}
