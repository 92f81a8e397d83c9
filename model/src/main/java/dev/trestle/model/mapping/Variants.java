package dev.trestle.model.mapping;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The records of a sealed type, told by an attribute beside theirs. */
record Variants(String by, Map<String, RecordCodec> byValue, Map<Class<?>, RecordCodec> byType) {
    AttributeValue write(Object value) {
        RecordCodec codec = byType.get(value.getClass());
        if (codec == null) {
            throw new IllegalArgumentException(value.getClass().getName() + " is no variant of its component");
        }
        return codec.write(value);
    }

    Object read(AttributeValue value, Map<String, AttributeValue> item) {
        return codecIn(item).read(value);
    }

    Object readLeniently(AttributeValue value, Map<String, AttributeValue> item) {
        return codecIn(item).readLeniently(value);
    }

    private RecordCodec codecIn(Map<String, AttributeValue> item) {
        AttributeValue told = item.get(by);
        RecordCodec codec = told == null || told.s() == null ? null : byValue.get(told.s());
        if (codec == null) {
            throw new Mismatch("has no variant for the attribute " + by, told == null ? "nothing" : told);
        }
        return codec;
    }

    /** Complains of a variant that stands beside another's attribute: it could not be read again. */
    void check(Object value, @Nullable AttributeValue told) {
        String text = told == null ? null : told.s();
        if (text == null || byValue.get(text) != byType.get(value.getClass())) {
            throw new IllegalArgumentException(value.getClass().getSimpleName() + " is not the variant for " + by
                    + " = " + text + "; @For on the records says which is");
        }
    }
}
