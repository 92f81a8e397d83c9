package dev.trestle.engine.expression;

import dev.trestle.engine.value.Numbers;
import dev.trestle.engine.value.Utf8;
import dev.trestle.engine.value.Value;

/** What conditions ask of canonical values. Equality is {@code equals}. */
final class Values {
    /** Stands for the size of a value that has none. */
    static final int NO_SIZE = -1;

    private Values() {}

    static boolean hasOrder(Value.Type type) {
        return type == Value.Type.S || type == Value.Type.N || type == Value.Type.B;
    }

    /** Whether one comes before the other; values of different types, and all but S, N and B, do not. */
    static boolean ordered(Value a, Value b) {
        return a.type() == b.type() && hasOrder(a.type());
    }

    /** The order of two values that are {@link #ordered}. */
    static int compare(Value a, Value b) {
        if (a instanceof Value.S left && b instanceof Value.S right) {
            return Utf8.compare(left.value(), right.value());
        }
        if (a instanceof Value.N left && b instanceof Value.N right) {
            return Numbers.compare(left.text(), right.text());
        }
        if (a instanceof Value.B left && b instanceof Value.B right) {
            return left.value().compareTo(right.value());
        }
        throw new IllegalArgumentException("no order between " + a.type() + " and " + b.type());
    }

    static boolean beginsWith(Value value, Value prefix) {
        if (value instanceof Value.S whole && prefix instanceof Value.S start) {
            return whole.value().startsWith(start.value());
        }
        return value instanceof Value.B whole
                && prefix instanceof Value.B start
                && whole.value().startsWith(start.value());
    }

    /** Whether a string or binary has the other as a part, or a set or list has it as an element. */
    static boolean contains(Value value, Value sought) {
        if (value instanceof Value.L list) {
            return list.elements().contains(sought);
        }
        if (sought instanceof Value.S string) {
            return (value instanceof Value.S whole && Search.contains(whole.value(), string.value()))
                    || (value instanceof Value.SS set && set.values().contains(string.value()));
        }
        if (sought instanceof Value.N number) {
            return value instanceof Value.NS set && set.texts().contains(number.text());
        }
        if (sought instanceof Value.B binary) {
            return (value instanceof Value.B whole
                            && Search.contains(
                                    whole.value().array(), binary.value().array()))
                    || (value instanceof Value.BS set && set.values().contains(binary.value()));
        }
        return false;
    }

    static boolean hasSize(Value.Type type) {
        return type != Value.Type.N && type != Value.Type.BOOL && type != Value.Type.NULL;
    }

    /** A string's length, a binary's bytes, or how many elements; {@link #NO_SIZE} for N, BOOL and NULL. */
    static int size(Value value) {
        return switch (value.type()) {
            case S -> ((Value.S) value).value().length();
            case B -> ((Value.B) value).value().length();
            case M -> ((Value.M) value).entries().size();
            case L -> ((Value.L) value).elements().size();
            case SS -> ((Value.SS) value).values().size();
            case NS -> ((Value.NS) value).texts().size();
            case BS -> ((Value.BS) value).values().size();
            case N, BOOL, NULL, MALFORMED -> NO_SIZE;
        };
    }
}
