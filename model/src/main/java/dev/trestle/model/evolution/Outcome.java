package dev.trestle.model.evolution;

import java.util.ArrayList;
import java.util.List;

/**
 * How a work over stored items ended.
 *
 * @param done how many items were looked at, before an interruption too
 * @param changed how many were changed
 * @param conflictCount how many conflicts there were, before an interruption too
 * @param conflicts those of this run, up to a bound
 */
public record Outcome(long done, long changed, long conflictCount, List<Conflict> conflicts) {
    /** This, and another work's. */
    Outcome and(Outcome other) {
        List<Conflict> both = new ArrayList<>(conflicts);
        both.addAll(other.conflicts);
        return new Outcome(
                done + other.done, changed + other.changed, conflictCount + other.conflictCount, List.copyOf(both));
    }

    /** Whether nothing is left for a person to settle. */
    public boolean isClean() {
        return conflictCount == 0;
    }
}
