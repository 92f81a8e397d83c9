package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A path to an attribute or to a part of one, all names resolved. {@code steps} lead on from the attribute. */
record DocumentPath(String attribute, List<Step> steps) {
    static final int LEVELS_MAX = 32;

    /** A step into a map or into a list. */
    sealed interface Step {
        /** The part of a value that the step leads to; null if there is none. */
        @Nullable
        Value into(Value value);
    }

    /** A step into a map. */
    record Field(String name) implements Step {
        @Override
        public @Nullable Value into(Value value) {
            return value instanceof Value.M map ? map.entries().get(name) : null;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** A step into a list. */
    record Element(int index) implements Step {
        @Override
        public @Nullable Value into(Value value) {
            return value instanceof Value.L list && index < list.elements().size()
                    ? list.elements().get(index)
                    : null;
        }

        @Override
        public String toString() {
            return "[" + index + "]";
        }
    }

    boolean isTopLevel() {
        return steps.isEmpty();
    }

    /** The value that the path leads to; null if there is none. */
    @Nullable
    Value find(AttributeSource item) {
        return find(item, steps.size());
    }

    /** The value that the path without its last step leads to; null if there is none. */
    @Nullable
    Value findParent(AttributeSource item) {
        return find(item, steps.size() - 1);
    }

    private @Nullable Value find(AttributeSource item, int stepCount) {
        Value value = item.attribute(attribute);
        for (int i = 0; i < stepCount && value != null; i++) {
            value = steps.get(i).into(value);
        }
        return value;
    }

    /** As the service's messages show a path: {@code [a, [0], b]}. */
    @Override
    public String toString() {
        return Stream.concat(Stream.of(attribute), steps.stream().map(Step::toString))
                .collect(Collectors.joining(", ", "[", "]"));
    }
}
