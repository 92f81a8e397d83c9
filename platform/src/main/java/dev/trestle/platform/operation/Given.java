package dev.trestle.platform.operation;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.time.Ids;
import dev.trestle.platform.time.Times;
import java.time.Instant;

/**
 * What a decision is given beside what was read.
 *
 * @param by who calls, as the system knows them
 * @param asked the request, which is valid
 * @param once names what a request with an Idempotency-Key makes, the same each time it is carried out
 * @param at the time of the decision, in milliseconds; the same in all that it writes
 */
public record Given<C, Q>(C by, Q asked, Call call, Once once, Instant at, Ids ids) {
    /** The time of a change to something that was last changed at {@code last}: later than that. */
    public Instant after(Instant last) {
        return Times.after(at, last);
    }
}
