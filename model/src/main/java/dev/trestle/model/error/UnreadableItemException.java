package dev.trestle.model.error;

import org.jspecify.annotations.Nullable;

/** A stored item that does not fit its record: an attribute is missing, or of another type. */
public final class UnreadableItemException extends ModelException {
    private final String attribute;

    public UnreadableItemException(String problem, String record, String attribute, @Nullable Object found) {
        super(problem, facts("record", record, "attribute", attribute, "found", found == null ? "nothing" : found));
        this.attribute = attribute;
    }

    /** The attribute, with the names of the maps around it: {@code stages.screen.status}. */
    public String attribute() {
        return attribute;
    }
}
