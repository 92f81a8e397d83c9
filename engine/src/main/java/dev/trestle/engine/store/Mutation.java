package dev.trestle.engine.store;

import org.jspecify.annotations.Nullable;

/** One change of a batch: a put, a delete ({@code value} null), or the delete of a range ({@code end} set, exclusive). */
public record Mutation(Family family, byte[] key, byte @Nullable [] value, byte @Nullable [] end) {

    public static Mutation put(Family family, byte[] key, byte[] value) {
        return new Mutation(family, key, value, null);
    }

    public static Mutation delete(Family family, byte[] key) {
        return new Mutation(family, key, null, null);
    }

    public static Mutation deleteRange(Family family, byte[] from, byte[] end) {
        return new Mutation(family, from, null, end);
    }

    long weight() {
        return 64L + key.length + (value == null ? 0 : value.length);
    }
}
