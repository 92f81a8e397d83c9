package dev.trestle.model.mapping;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A Java value as an attribute's value and back. */
interface ValueCodec {
    /** The attribute's value; null if this value is told by the attribute's absence. */
    @Nullable
    AttributeValue write(Object value);

    /**
     * The Java value.
     *
     * @throws Mismatch if the attribute has another type
     */
    Object read(AttributeValue value);

    /**
     * The Java value of an attribute that may have another type, where there is no doubt what it says: a set where a list is expected,
     * digits where a number is.
     *
     * @throws Mismatch if it says nothing that the record can hold
     */
    default Object readLeniently(AttributeValue value) {
        return read(value);
    }

    /** What an absent attribute says, where that is a value. */
    default @Nullable Object absent() {
        return null;
    }

    /** What an absent attribute stands for in a component that is never null: collections are empty. */
    default @Nullable Object missing() {
        return absent();
    }

    /** The type in the words of the design documents: {@code String}, {@code Number}, {@code Array}. */
    String typeName();
}
