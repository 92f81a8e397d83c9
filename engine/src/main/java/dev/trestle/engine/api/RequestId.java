package dev.trestle.engine.api;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The identity of one answer: 52 characters of 0-9 and A-V, as the service makes them. The text is written out when somebody asks
 * for it, which is rare; until then an id costs one random number.
 */
public final class RequestId {
    private static final int LENGTH = 52;
    private static final char[] DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUV".toCharArray();
    private static final int CHARACTERS_PER_LONG = 12;
    private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

    private final long seed;
    private @Nullable String text;

    private RequestId(long seed) {
        this.seed = seed;
    }

    public static RequestId next() {
        return new RequestId(ThreadLocalRandom.current().nextLong());
    }

    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = spell(seed);
            text = known;
        }
        return known;
    }

    private static String spell(long seed) {
        char[] characters = new char[LENGTH];
        long state = seed;
        long bits = 0;
        for (int i = 0; i < LENGTH; i++) {
            if (i % CHARACTERS_PER_LONG == 0) {
                state += GOLDEN_GAMMA;
                bits = mix(state);
            }
            characters[i] = DIGITS[(int) bits & 31];
            bits >>>= 5;
        }
        return new String(characters);
    }

    /** The finalizer of splitmix64, which spreads a counter over all bits. */
    private static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
