package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.http.Tarpit.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** How refusals are slowed down, without connections and on a clock that stands still. */
class TarpitTest {
    private static final Caller ANN = new Caller("ann", "acme", true);
    private static final Caller BOB = new Caller("bob", "acme", true);

    private final AtomicLong nanos = new AtomicLong();
    private final Tarpit tarpit = new Tarpit(100, nanos::get);

    private List<Refusal> refusals(Caller caller, int count) {
        List<Refusal> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Refusal one = tarpit.refuse(caller);
            all.add(one);
            if (one.isDelayed()) {
                tarpit.release(caller);
            }
        }
        return all;
    }

    @Test
    void refuse_aFewDozenInARow_isPrompt() {
        assertThat(refusals(ANN, Tarpit.PROMPT_MAX)).containsOnly(new Refusal(true, 0));
    }

    @Test
    void refuse_stillMoreInARow_isDelayedLongerEachTimeUpToALimit() {
        refusals(ANN, Tarpit.PROMPT_MAX);

        assertThat(refusals(ANN, 3)).containsExactly(delayed(50), delayed(100), delayed(150));
        assertThat(refusals(ANN, 1000)).endsWith(delayed(2000), delayed(2000));
        assertThat(refusals(BOB, 1)).as("another person").containsExactly(new Refusal(true, 0));
    }

    private static Refusal delayed(long millis) {
        return new Refusal(false, millis);
    }

    @Test
    void refuse_afterARest_isPromptAgain() {
        Duration forgiven = Duration.ofSeconds(Tarpit.FORGIVEN_SECONDS);
        refusals(ANN, 100);
        nanos.addAndGet(forgiven.minusMillis(1).toNanos());
        assertThat(tarpit.refuse(ANN).isDelayed())
                .as("each refusal begins the rest anew")
                .isTrue();
        nanos.addAndGet(forgiven.minusMillis(1).toNanos());
        assertThat(tarpit.refuse(ANN).isDelayed()).isTrue();

        nanos.addAndGet(forgiven.toNanos());
        assertThat(tarpit.refuse(ANN)).isEqualTo(new Refusal(true, 0));
    }

    @Test
    void refuse_moreThanMayBeDelayed_isCutOffAndLeavesRoomForOthers() {
        refusals(ANN, Tarpit.PROMPT_MAX);
        refusals(BOB, Tarpit.PROMPT_MAX);
        for (int i = 0; i < 50; i++) {
            assertThat(tarpit.refuse(ANN).isDelayed()).isTrue();
        }

        assertThat(tarpit.refuse(ANN)).isEqualTo(new Refusal(false, 0));
        assertThat(tarpit.delayed()).isEqualTo(50);
        assertThat(tarpit.refuse(BOB).isDelayed()).isTrue();
        tarpit.release(BOB);
        tarpit.release(ANN);
        assertThat(tarpit.refuse(ANN).isDelayed()).as("when one was answered").isTrue();
        assertThat(tarpit.delayed()).isEqualTo(50);
    }
}
