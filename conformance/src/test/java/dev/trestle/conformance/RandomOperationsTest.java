package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random operations on a few keys, each followed by a comparison of its key, and every few ones of everything readable, with a naive model
 * of the table.
 */
class RandomOperationsTest extends ConformanceTest {
    private static final int STEPS_SHORT = 300;
    private static final int STEPS_LONG = 20_000;

    /** Comparing the whole table after each step would cost more than it tells: what differs goes on to. */
    private static final int STEPS_BETWEEN_FULL_COMPARISONS_SHORT = 4;

    private static final int STEPS_BETWEEN_FULL_COMPARISONS_LONG = 20;

    @Test
    void randomOperations_briefly_agreeWithTheModel() {
        run(seed(), STEPS_SHORT, STEPS_BETWEEN_FULL_COMPARISONS_SHORT);
    }

    @Test
    @Tag("slow")
    void randomOperations_atLength_agreeWithTheModel() {
        run(seed(), STEPS_LONG, STEPS_BETWEEN_FULL_COMPARISONS_LONG);
    }

    private static long seed() {
        return Long.getLong("trestle.conformance.seed", System.nanoTime());
    }

    private void run(long seed, int steps, int stepsBetweenComparisons) {
        System.out.println(target + ": random operations with -Dtrestle.conformance.seed=" + seed);
        String table = create(ModelTable.shape());
        RandomOperations operations = new RandomOperations(client, table, new Random(seed));
        for (int step = 0; step < steps; step++) {
            String done = operations.step();
            try {
                operations.assertOneKeyAgrees();
                if (step % stepsBetweenComparisons == 0) {
                    operations.assertAllAgrees();
                }
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", step " + step + ": after " + done, e);
            }
        }
        operations.assertAllAgrees();
        assertThat(operations.writes()).as("writes that went through").isGreaterThan(steps / 4);
        assertThat(operations.refusals()).as("writes that were refused").isPositive();
    }
}
