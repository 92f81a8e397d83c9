package dev.trestle.engine.value;

import java.util.List;
import java.util.Map;

/**
 * An attribute value of one of DynamoDB's ten types.
 *
 * <p>A request carries <em>raw</em> values: numbers as they were typed, sets in any order and perhaps with duplicates. {@link
 * Canonical} checks them and gives the <em>canonical</em> form, which everything behind the request's validation works on:
 * numbers in plain decimal notation, sets sorted. Two canonical values are equal exactly when DynamoDB calls them equal.
 */
public sealed interface Value {

    Type type();

    record S(String value) implements Value {
        @Override
        public Type type() {
            return Type.S;
        }
    }

    record N(String text) implements Value {
        @Override
        public Type type() {
            return Type.N;
        }
    }

    record B(Bytes value) implements Value {
        @Override
        public Type type() {
            return Type.B;
        }
    }

    record Bool(boolean value) implements Value {
        @Override
        public Type type() {
            return Type.BOOL;
        }
    }

    /** The NULL type; {@code value} is always true in a canonical value. */
    record Null(boolean value) implements Value {
        @Override
        public Type type() {
            return Type.NULL;
        }
    }

    record M(Map<String, Value> entries) implements Value {
        @Override
        public Type type() {
            return Type.M;
        }
    }

    record L(List<Value> elements) implements Value {
        @Override
        public Type type() {
            return Type.L;
        }
    }

    record SS(List<String> values) implements Value {
        @Override
        public Type type() {
            return Type.SS;
        }
    }

    record NS(List<String> texts) implements Value {
        @Override
        public Type type() {
            return Type.NS;
        }
    }

    record BS(List<Bytes> values) implements Value {
        @Override
        public Type type() {
            return Type.BS;
        }
    }

    /** What a client sent in place of a value: no type at all, or several. Never canonical; {@code problem} is the service's message. */
    record Malformed(String problem) implements Value {
        public static final Value EMPTY =
                new Malformed("Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
        public static final Value AMBIGUOUS = new Malformed(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes");
        public static final Value TOO_DEEP = new Malformed(
                "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit");
        public static final Value NULL_IN_SET =
                new Malformed("One or more parameter values were invalid: A set may not contain a null element");

        /** How deep a client's values are followed: well past the service's 32, so that its own message is the one that is seen. */
        public static final int DEPTH_MAX = 64;

        @Override
        public Type type() {
            return Type.MALFORMED;
        }
    }

    /** The type descriptors of the wire format, in the order of their stored tags. */
    enum Type {
        S,
        N,
        B,
        BOOL,
        NULL,
        M,
        L,
        SS,
        NS,
        BS,
        MALFORMED
    }
}
