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

    /** What an absent attribute says, where that is a value. */
    default @Nullable Object absent() {
        return null;
    }

    /** The type in the words of the design documents: {@code String}, {@code Number}, {@code Array}. */
    String typeName();
}
