package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import org.jspecify.annotations.Nullable;

/** An operand of a condition with its placeholders resolved. */
sealed interface BoundOperand {

    /** Its value for an item; null if the item has none there. */
    @Nullable
    Value value(AttributeSource item);

    /** Its type where that is known without an item. */
    Value.@Nullable Type type();

    /** A part of the item. */
    record Part(DocumentPath path) implements BoundOperand {
        @Override
        public @Nullable Value value(AttributeSource item) {
            return path.find(item);
        }

        @Override
        public Value.@Nullable Type type() {
            return null;
        }
    }

    /** A value of the request. */
    record Constant(Value value) implements BoundOperand {
        @Override
        public Value value(AttributeSource item) {
            return value;
        }

        @Override
        public Value.Type type() {
            return value.type();
        }
    }

    /** The size of another operand; none for values without a size. */
    record Size(BoundOperand operand) implements BoundOperand {
        @Override
        public @Nullable Value value(AttributeSource item) {
            Value value = operand.value(item);
            int size = value == null ? Values.NO_SIZE : Values.size(value);
            return size == Values.NO_SIZE ? null : new Value.N(Integer.toString(size));
        }

        @Override
        public Value.Type type() {
            return Value.Type.N;
        }
    }
}
