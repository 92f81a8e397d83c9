package dev.trestle.model.mapping;

import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One component of a record, and the attribute that it is. Immutable. */
public final class Component {
    /** Where a component stands in its item. */
    public enum Kind {
        /** An attribute of its own. */
        ATTRIBUTE,
        /** Several attributes, one per entry, named by a prefix and the entry's key. */
        PREFIXED,
        /** The primary key alone. */
        KEY_ONLY,
        /** An attribute whose record is told by another attribute. */
        VARIANT
    }

    final String name;
    final String attribute;
    final Kind kind;
    final Class<?> type;
    final Function<Object, @Nullable Object> accessor;
    final @Nullable ValueCodec codec;
    final @Nullable Variants variants;
    final boolean nullable;
    final boolean orNull;
    final boolean optional;

    Component(
            String name,
            String attribute,
            Kind kind,
            Class<?> type,
            Function<Object, @Nullable Object> accessor,
            @Nullable ValueCodec codec,
            @Nullable Variants variants,
            Nullness nullness) {
        this.name = name;
        this.attribute = attribute;
        this.kind = kind;
        this.type = type;
        this.codec = codec;
        this.variants = variants;
        this.nullable = nullness.nullable;
        this.orNull = nullness.orNull;
        this.optional = nullness.optional;
        this.accessor = optional ? record -> unwrapped(accessor.apply(record)) : accessor;
    }

    /** Whether a component may be null, and how that is told. */
    record Nullness(boolean nullable, boolean orNull, boolean optional) {}

    /** The component's name in Java. */
    public String name() {
        return name;
    }

    /** The attribute's name; a prefixed map's is its prefix. */
    public String attribute() {
        return attribute;
    }

    public Kind kind() {
        return kind;
    }

    /** Java's type, without what is optional about it. */
    public Class<?> type() {
        return type;
    }

    /** Whether the attribute may be absent, or NULL. */
    public boolean nullable() {
        return nullable;
    }

    /** Whether null is written as NULL. */
    public boolean orNull() {
        return orNull;
    }

    /** The attribute that tells which record this one is; null but for variants. */
    public @Nullable String toldBy() {
        return variants == null ? null : variants.by();
    }

    /** The type in the words of the design documents. */
    public String typeName() {
        return codec == null ? "Object" : codec.typeName();
    }

    /** The component's value in a record. */
    public @Nullable Object valueIn(Object record) {
        return accessor.apply(record);
    }

    /** The attribute's value for a value of this component; null where absence tells it. */
    public @Nullable AttributeValue write(@Nullable Object value) {
        Object plain = optional ? unwrapped(value) : value;
        if (plain == null) {
            if (!nullable) {
                throw new IllegalArgumentException("the component " + name + " must not be null");
            }
            return orNull ? ValueCodecs.NULL : null;
        }
        if (variants != null) {
            return variants.write(plain);
        }
        return codec().write(plain);
    }

    /**
     * The attribute's value for a value that nobody has checked yet.
     *
     * @throws IllegalArgumentException if this component cannot have the value
     */
    public @Nullable AttributeValue writeChecked(Object value) {
        try {
            AttributeValue written = write(value);
            if (written != null && codec != null && !written.equals(ValueCodecs.NULL)) {
                codec.read(written);
            }
            return written;
        } catch (ClassCastException | Mismatch e) {
            throw new IllegalArgumentException(
                    "a " + typeName() + " cannot be a " + value.getClass().getSimpleName() + " like " + value, e);
        }
    }

    ValueCodec codec() {
        if (codec == null) {
            throw new IllegalStateException("the component " + name + " has no codec of its own");
        }
        return codec;
    }

    @Nullable
    Object read(@Nullable AttributeValue value, Map<String, AttributeValue> item) {
        Object read;
        if (value == null || nullable && Boolean.TRUE.equals(value.nul())) {
            read = ofAbsent();
        } else {
            read = variants == null ? codec().read(value) : variants.read(value, item);
        }
        return optional ? Optional.ofNullable(read) : read;
    }

    /**
     * The value as far as it can be told, where {@link #read} finds a mismatch.
     *
     * @param fromKey what the item's keys say of it; null if they say nothing. It counts more than an attribute of another type
     */
    @Nullable
    Object readLeniently(@Nullable AttributeValue value, Map<String, AttributeValue> item, @Nullable Object fromKey) {
        try {
            return read(value, item);
        } catch (Mismatch e) {
            Object read;
            if (fromKey != null
                    && MethodType.methodType(type).wrap().returnType().isInstance(fromKey)) {
                read = fromKey;
            } else if (value == null || Boolean.TRUE.equals(value.nul())) {
                read = ofAbsent();
            } else {
                read = variants == null ? codec().readLeniently(value) : variants.readLeniently(value, item);
            }
            return optional ? Optional.ofNullable(read) : read;
        }
    }

    private @Nullable Object ofAbsent() {
        Object read = codec == null ? null : nullable ? codec.absent() : codec.missing();
        if (read == null && !nullable) {
            throw new Mismatch("is missing", "nothing");
        }
        return read;
    }

    private static @Nullable Object unwrapped(@Nullable Object value) {
        return value instanceof Optional<?> maybe ? maybe.orElse(null) : value;
    }
}
