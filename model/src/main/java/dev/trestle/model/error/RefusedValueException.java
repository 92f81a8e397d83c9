package dev.trestle.model.error;

/** A value that its place cannot hold: a delimiter inside a key part, a time out of range, a name that an enumeration lacks. */
public final class RefusedValueException extends ModelException {
    private final String field;

    public RefusedValueException(String problem, String field, Object value, String place) {
        super(problem, facts("field", field, "value", value, "where", place));
        this.field = field;
    }

    /** The attribute whose value is refused. */
    public String field() {
        return field;
    }
}
