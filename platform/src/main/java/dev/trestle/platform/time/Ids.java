package dev.trestle.platform.time;

import java.time.Instant;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Makes ids: ones that nobody can guess, and ones that sort as their times do. For any number of threads, as its source is. */
public final class Ids {
    private static final int RADIX = 32;
    private static final int RANDOM_LENGTH = 16;
    private static final int LONG_LENGTH = 26;
    private static final int TAIL_LENGTH = 6;
    private static final int MILLIS_LENGTH = 10;
    private static final int PLACES_MAX = 100;

    private final RandomGenerator random;

    /** {@code random} is a {@link java.security.SecureRandom} but in tests. */
    public Ids(RandomGenerator random) {
        this.random = random;
    }

    /** 80 random bits behind a prefix. */
    public String random(String prefix) {
        return prefix + letters(RANDOM_LENGTH);
    }

    /** 130 random bits: for what must not be found by trying. */
    public String random() {
        return letters(LONG_LENGTH);
    }

    /**
     * An id that is greater, as text, than those of earlier times and of lower places.
     *
     * @param place among those of one time, below 100
     */
    public String rising(String prefix, Instant at, int place) {
        if (place < 0 || place >= PLACES_MAX) {
            throw new IllegalArgumentException("More than " + PLACES_MAX + " ids of one time.");
        }
        String millis = Long.toString(at.toEpochMilli(), RADIX);
        return prefix
                + "0".repeat(MILLIS_LENGTH - millis.length())
                + millis
                + String.format(Locale.ROOT, "%02d", place)
                + letters(TAIL_LENGTH);
    }

    private String letters(int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(Character.forDigit(random.nextInt(RADIX), RADIX));
        }
        return text.toString();
    }
}
