package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;

/** The request parameters that hold an expression; each names itself in the errors that are found in it. */
enum ExpressionKind {
    CONDITION("ConditionExpression", Grammar.CONDITION),
    FILTER("FilterExpression", Grammar.CONDITION),
    KEY_CONDITION("KeyConditionExpression", Grammar.CONDITION),
    PROJECTION("ProjectionExpression", Grammar.PROJECTION),
    UPDATE("UpdateExpression", Grammar.UPDATE);

    /** What a text is parsed as. Parsed trees are shared between the kinds of one grammar. */
    enum Grammar {
        CONDITION,
        PROJECTION,
        UPDATE
    }

    private final String parameter;
    private final Grammar grammar;

    ExpressionKind(String parameter, Grammar grammar) {
        this.parameter = parameter;
        this.grammar = grammar;
    }

    Grammar grammar() {
        return grammar;
    }

    EngineException invalid(String problem) {
        return EngineException.validation("Invalid " + parameter + ": " + problem);
    }
}
