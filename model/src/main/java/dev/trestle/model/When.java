package dev.trestle.model;

import dev.trestle.model.value.WireNames;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The condition under which a key is the one that an item has: a statement about its attributes that can be shown and reasoned about. */
public sealed interface When {
    /** Holds for every item. */
    When ALWAYS = new All(List.of());

    /** The attribute has one of these values. */
    static When is(String attribute, Object... values) {
        return new Is(attribute, List.of(values));
    }

    /** The attribute is there. */
    static When present(String attribute) {
        return new Present(attribute);
    }

    /** The attribute is not there. */
    static When absent(String attribute) {
        return new Absent(attribute);
    }

    /** All of these hold. */
    static When all(When... conditions) {
        return new All(List.of(conditions));
    }

    /** Whether it holds for an item whose attributes are these. */
    boolean holds(Function<String, @Nullable Object> attributes);

    /** The attributes that it looks at. */
    Set<String> attributes();

    /** See {@link When#is}. */
    record Is(String attribute, List<Object> values) implements When {
        @Override
        public boolean holds(Function<String, @Nullable Object> attributes) {
            Object value = attributes.apply(attribute);
            return value != null && values.contains(value);
        }

        @Override
        public Set<String> attributes() {
            return Set.of(attribute);
        }

        @Override
        public String toString() {
            return attribute + " = " + values.stream().map(Is::shown).collect(Collectors.joining(" | "));
        }

        private static String shown(Object value) {
            return value instanceof Enum<?> constant
                    ? WireNames.of(constant.getDeclaringClass()).name(constant)
                    : value.toString();
        }
    }

    /** See {@link When#present}. */
    record Present(String attribute) implements When {
        @Override
        public boolean holds(Function<String, @Nullable Object> attributes) {
            return attributes.apply(attribute) != null;
        }

        @Override
        public Set<String> attributes() {
            return Set.of(attribute);
        }

        @Override
        public String toString() {
            return attribute + " is there";
        }
    }

    /** See {@link When#absent}. */
    record Absent(String attribute) implements When {
        @Override
        public boolean holds(Function<String, @Nullable Object> attributes) {
            return attributes.apply(attribute) == null;
        }

        @Override
        public Set<String> attributes() {
            return Set.of(attribute);
        }

        @Override
        public String toString() {
            return attribute + " is not there";
        }
    }

    /** See {@link When#all}. */
    record All(List<When> conditions) implements When {
        @Override
        public boolean holds(Function<String, @Nullable Object> attributes) {
            for (When condition : conditions) {
                if (!condition.holds(attributes)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        public Set<String> attributes() {
            Set<String> all = new TreeSet<>();
            conditions.forEach(condition -> all.addAll(condition.attributes()));
            return all;
        }

        @Override
        public String toString() {
            return conditions.stream().map(When::toString).collect(Collectors.joining(" and "));
        }
    }
}
