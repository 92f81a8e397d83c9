package dev.trestle.model.evolution;

import dev.trestle.model.error.ModelException;
import java.util.List;
import java.util.stream.Collectors;

/** A model that stored items do not fit, with what it would break. */
public final class IncompatibleModelException extends ModelException {
    private final transient List<Change> changes;

    IncompatibleModelException(String system, List<Change> changes, String remedy) {
        super(
                "stored items were written by another model, which this one does not fit:\n"
                        + changes.stream().map(change -> "  " + change + "\n").collect(Collectors.joining()),
                facts("model", system, "what to do", remedy));
        this.changes = List.copyOf(changes);
    }

    /** What does not fit. */
    public List<Change> changes() {
        return changes;
    }
}
