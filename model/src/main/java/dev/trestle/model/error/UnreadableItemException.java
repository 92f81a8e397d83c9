package dev.trestle.model.error;

/** A stored item that does not fit its record: an attribute is missing, or of another type. It holds none of the item's values. */
public final class UnreadableItemException extends ModelException {
    private static final int REASON_MAX = 200;

    private final String attribute;
    private final String reason;

    /**
     * @param found the type of what is stored, or that there is nothing
     */
    public UnreadableItemException(String problem, String record, String attribute, String found) {
        super(problem, facts("record", record, "attribute", attribute, "found", found));
        this.attribute = attribute;
        String text =
                problem.replaceFirst("^a stored attribute", attribute.isEmpty() ? "it" : "the attribute " + attribute);
        this.reason = text.length() <= REASON_MAX ? text : text.substring(0, REASON_MAX) + "…";
    }

    /** The attribute, with the names of the maps around it: {@code stages.screen.status}. */
    public String attribute() {
        return attribute;
    }

    /** What is wrong, for people: {@code the attribute author is missing}. */
    public String reason() {
        return reason;
    }
}
