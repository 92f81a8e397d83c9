package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;

/** A piece of a statement. {@code text} is what it stands for: a string without its quotes, a word as it was written. */
record Token(Kind kind, String text, int line, int column, int length) {
    enum Kind {
        /** A keyword or a name without quotes. */
        WORD,
        /** A name in double quotes. */
        QUOTED,
        STRING,
        NUMBER,
        PARAMETER,
        SYMBOL,
        END
    }

    boolean isWord(String keyword) {
        return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** As the service's messages show a place: line, column and length. */
    String position() {
        return " at " + line + ":" + column + ":" + length;
    }

    /** A statement that cannot be read at all. */
    static EngineException malformed(String problem) {
        return EngineException.validation("Statement wasn't well formed, can't be processed: " + problem);
    }

    EngineException malformedHere(String problem) {
        return malformed(problem + position());
    }

    /** A statement that can be read, and has something that DynamoDB does not. */
    EngineException unsupportedHere(String problem) {
        return EngineException.validation(problem + position());
    }
}
