package dev.trestle.model.evolution;

import dev.trestle.model.UnreadableItem;
import java.util.ArrayList;
import java.util.List;

/**
 * How a work over stored items ended.
 *
 * @param done how many items were looked at, before an interruption too
 * @param changed how many were changed
 * @param conflictCount how many conflicts there were, before an interruption too
 * @param conflicts those of this run, up to a bound
 * @param unreadableCount how many items do not fit their record, before an interruption too
 * @param unreadable those of this run, up to a bound
 */
public record Outcome(
        long done,
        long changed,
        long conflictCount,
        List<Conflict> conflicts,
        long unreadableCount,
        List<UnreadableItem> unreadable) {
    Outcome(long done, long changed, long conflictCount, List<Conflict> conflicts) {
        this(done, changed, conflictCount, conflicts, 0, List.of());
    }

    /** This, and another work's. */
    Outcome and(Outcome other) {
        List<Conflict> both = new ArrayList<>(conflicts);
        both.addAll(other.conflicts);
        List<UnreadableItem> left = new ArrayList<>(unreadable);
        left.addAll(other.unreadable);
        return new Outcome(
                done + other.done,
                changed + other.changed,
                conflictCount + other.conflictCount,
                List.copyOf(both),
                unreadableCount + other.unreadableCount,
                List.copyOf(left));
    }

    /**
     * Whether no conflict is left for a person to settle. An item that cannot be read is none: it stands in nobody's way, and a model must
     * not wait for it.
     */
    public boolean isClean() {
        return conflictCount == 0;
    }
}
