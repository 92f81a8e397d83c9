package dev.trestle.model;

/** What a query asks of the sort key. */
public sealed interface SortCondition {
    /** Nothing. */
    record Any() implements SortCondition {}

    /** {@code SK = value}. */
    record Equal(String value) implements SortCondition {}

    /** {@code begins_with(SK, prefix)}. */
    record BeginsWith(String prefix) implements SortCondition {}

    /** {@code SK BETWEEN lower AND upper}. */
    record Between(String lower, String upper) implements SortCondition {}

    /** {@code SK >= lower}. */
    record AtLeast(String lower) implements SortCondition {}

    /** {@code SK <= upper}. */
    record AtMost(String upper) implements SortCondition {}

    /** {@code SK < upper}. */
    record Below(String upper) implements SortCondition {}
}
