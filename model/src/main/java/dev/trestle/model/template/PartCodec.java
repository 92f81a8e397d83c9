package dev.trestle.model.template;

import org.jspecify.annotations.Nullable;

/** A part's value as text and back. */
public interface PartCodec {
    /**
     * The text of a value.
     *
     * @throws IllegalArgumentException if it cannot be written, with the reason
     */
    String encode(Object value);

    /** The value of a text; null if no value has it. */
    @Nullable
    Object decode(String text);

    /** Java's type of the values, for messages and documentation. */
    Class<?> type();

    /** How a value is written, in a word: {@code text}, {@code number}, {@code yyyy-MM-dd}. */
    String description();

    /** Whether the texts of all values are equally long. */
    boolean fixedWidth();

    /** Whether texts compare as their values do. */
    boolean ordered();

    /** Whether a text gives its value back whole. */
    boolean reversible();

    /** Whether a value may hold any character. */
    default boolean freeText() {
        return false;
    }
}
