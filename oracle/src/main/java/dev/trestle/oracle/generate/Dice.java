package dev.trestle.oracle.generate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The one source of chance: equal seeds give equal sequences. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        this.random = new Random(seed);
    }

    /** From 0 to one less than the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    @SafeVarargs
    final <T> T pick(T... choices) {
        return choices[random.nextInt(choices.length)];
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Some of them, each once, in any order. */
    <T> List<T> some(List<T> choices, int count) {
        List<T> shuffled = new ArrayList<>(choices);
        Collections.shuffle(shuffled, random);
        return new ArrayList<>(shuffled.subList(0, Math.min(count, shuffled.size())));
    }
}
