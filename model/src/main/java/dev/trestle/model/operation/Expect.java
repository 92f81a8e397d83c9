package dev.trestle.model.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a write expects of the item that it finds. It is written only if that holds, in one step with the check. */
public sealed interface Expect {
    /** Nothing. */
    Expect ANYTHING = new Any();

    /** That there is no item. */
    Expect ABSENT = new Absent();

    /** That there is an item. */
    Expect PRESENT = new Present();

    /** That the attributes that the decision read are what they were; the version, or all that the record has, if none is named. */
    static Expect unchanged(Stored<?> read, String... attributes) {
        return new Unchanged(read, List.of(attributes));
    }

    /** That an attribute has a value. */
    static Expect equal(String attribute, Object value) {
        return new Equal(attribute, value);
    }

    /** That the item has no such attribute. */
    static Expect without(String attribute) {
        return new Equal(attribute, null);
    }

    /** All of these. */
    static Expect all(Expect... expectations) {
        return new All(List.of(expectations));
    }

    /** See {@link Expect#ANYTHING}. */
    record Any() implements Expect {}

    /** See {@link Expect#ABSENT}. */
    record Absent() implements Expect {}

    /** See {@link Expect#PRESENT}. */
    record Present() implements Expect {}

    /** See {@link Expect#unchanged}. */
    record Unchanged(Stored<?> read, List<String> attributes) implements Expect {}

    /** See {@link Expect#equal}. */
    record Equal(String attribute, @Nullable Object value) implements Expect {}

    /** That there is no item, or one whose changes nobody has counted in this attribute. */
    record Uncounted(String attribute) implements Expect {}

    /** See {@link Expect#all}. */
    record All(List<Expect> expectations) implements Expect {}
}
