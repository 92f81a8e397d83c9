package dev.trestle.platform.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.operation.Places.Past;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PlacesTest {
    private static final long PREVIEW = Duration.ofMillis(20).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** The share of the time that somebody works who comes again as soon as they may. */
    private static double share(Duration duration) {
        Past past = Past.none(0);
        long now = 0;
        long worked = 0;
        while (now < duration.toNanos()) {
            now += PREVIEW;
            worked += PREVIEW;
            past = past.after(PREVIEW, now);
            now = past.restUntil();
        }
        return (double) worked / now;
    }

    @Test
    void rest_ofSomebodyWhoTypes_isShortHoweverLongTheyType() {
        Past past = Past.none(0);
        for (long now = SECOND; now < 600 * SECOND; now += SECOND) {
            past = past.after(PREVIEW, now);
            assertThat(past.restUntil() - now).isEqualTo(3 * PREVIEW);
        }
    }

    @Test
    void rest_ofSomebodyWhoNeverStops_becomesLong() {
        assertThat(share(Duration.ofSeconds(2))).isBetween(0.2, 0.3);
        assertThat(share(Duration.ofMinutes(10))).isLessThan(0.06);
    }

    @Test
    void rest_afterMuchWork_isShortAgainAfterAWhile() {
        Past past = Past.none(0).after(2 * SECOND, 0);
        assertThat(past.restUntil()).as("never longer than this").isEqualTo(2 * SECOND);

        assertThat(past.usedAt(40 * SECOND)).isZero();
        assertThat(past.after(PREVIEW, 40 * SECOND).restUntil()).isEqualTo(40 * SECOND + 3 * PREVIEW);
    }
}
