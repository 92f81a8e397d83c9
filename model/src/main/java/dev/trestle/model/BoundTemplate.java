package dev.trestle.model;

import dev.trestle.model.mapping.Field;
import dev.trestle.model.template.KeyCodec;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A template of an entity: its codec, and where each part's value comes from. Immutable. */
public final class BoundTemplate {
    private final KeyCodec codec;
    /** One per part; null where the part is the scope's. */
    private final @Nullable Field[] sources;

    private final int scopePart;

    BoundTemplate(KeyCodec codec, @Nullable Field[] sources) {
        this.codec = codec;
        this.sources = sources;
        int found = -1;
        for (int i = 0; i < sources.length; i++) {
            found = sources[i] == null ? i : found;
        }
        this.scopePart = found;
    }

    public KeyCodec codec() {
        return codec;
    }

    public List<String> fields() {
        return codec.fields();
    }

    /** The field of a part; null where the part is the scope's. */
    public @Nullable Field source(int part) {
        return sources[part];
    }

    /** Whether one of its parts is the scope. */
    public boolean namesScope() {
        return scopePart >= 0;
    }

    /** The attributes that its text depends on. */
    public Set<String> attributes() {
        Set<String> all = new TreeSet<>();
        for (Field source : sources) {
            if (source != null) {
                all.addAll(source.attributes());
            }
        }
        return all;
    }

    /** The key of a record; null if one of its parts has no value. */
    @Nullable
    String encode(Object record, @Nullable String scope) {
        if (codec.isConstant()) {
            return codec.constantPrefix();
        }
        @Nullable Object[] values = new @Nullable Object[sources.length];
        for (int i = 0; i < values.length; i++) {
            Field source = sources[i];
            values[i] = source == null ? scope : source.accessor().apply(record);
        }
        return codec.encode(values);
    }

    /** The key of values by name; null if one of them is missing. */
    @Nullable
    String encode(Function<String, @Nullable Object> named, @Nullable String scope) {
        return codec.encode(values(codec.parts(), named, scope));
    }

    /** The values of the first parts. */
    @Nullable
    Object[] values(int parts, Function<String, @Nullable Object> named, @Nullable String scope) {
        @Nullable Object[] values = new @Nullable Object[parts];
        for (int i = 0; i < parts; i++) {
            values[i] = i == scopePart ? scope : named.apply(codec.fields().get(i));
        }
        return values;
    }

    /** Whether a key is one of this template, of this scope. */
    boolean owns(String key, @Nullable String scope) {
        if (scopePart < 0) {
            return codec.matches(key);
        }
        @Nullable Object[] values = codec.decode(key);
        return values != null && values[scopePart] != null && values[scopePart].equals(scope);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
