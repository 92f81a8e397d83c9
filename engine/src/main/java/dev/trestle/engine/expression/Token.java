package dev.trestle.engine.expression;

/** A piece of an expression's text, from {@code start} to before {@code end}. */
record Token(Kind kind, String text, int start, int end) {

    static final String END_TEXT = "<EOF>";

    enum Kind {
        /** An attribute's or function's name. */
        NAME,
        /** A {@code #name} placeholder. */
        NAME_PLACEHOLDER,
        /** A {@code :value} placeholder. */
        VALUE_PLACEHOLDER,
        /** A list index, without sign or leading zeros. */
        INDEX,
        AND,
        OR,
        NOT,
        IN,
        BETWEEN,
        SET,
        REMOVE,
        ADD,
        DELETE,
        EQUAL,
        NOT_EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        OPEN,
        CLOSE,
        OPEN_INDEX,
        CLOSE_INDEX,
        DOT,
        COMMA,
        PLUS,
        MINUS,
        /** A character that no expression may contain. */
        UNKNOWN,
        END
    }
}
