package dev.trestle.engine.expression;

import org.jspecify.annotations.Nullable;

/** The functions of expressions. Their names, unlike keywords, are case-sensitive. */
enum Function {
    ATTRIBUTE_EXISTS("attribute_exists", 1, false),
    ATTRIBUTE_NOT_EXISTS("attribute_not_exists", 1, false),
    ATTRIBUTE_TYPE("attribute_type", 2, false),
    BEGINS_WITH("begins_with", 2, false),
    CONTAINS("contains", 2, false),
    SIZE("size", 1, false),
    IF_NOT_EXISTS("if_not_exists", 2, true),
    LIST_APPEND("list_append", 2, true);

    /** Where a call stands. */
    enum Place {
        /** As a condition of its own. */
        CONDITION,
        /** As operand of an operator or of another function. */
        OPERAND,
        /** As all that is behind the equals sign of a SET. */
        NEW_VALUE
    }

    private final String text;
    private final int operands;
    private final boolean inUpdate;

    Function(String text, int operands, boolean inUpdate) {
        this.text = text;
        this.operands = operands;
        this.inUpdate = inUpdate;
    }

    static @Nullable Function named(String text) {
        for (Function function : values()) {
            if (function.text.equals(text)) {
                return function;
            }
        }
        return null;
    }

    String text() {
        return text;
    }

    /** How many operands it takes. */
    int operands() {
        return operands;
    }

    /** Whether it belongs to updates; all others belong to conditions. */
    boolean inUpdate() {
        return inUpdate;
    }

    boolean allowedAs(Place place) {
        return switch (this) {
            case SIZE -> place == Place.OPERAND;
            case IF_NOT_EXISTS -> place != Place.CONDITION;
            case LIST_APPEND -> place == Place.NEW_VALUE;
            default -> place == Place.CONDITION;
        };
    }
}
