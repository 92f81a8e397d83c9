package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.List;

/**
 * A KeyConditionExpression with its placeholders resolved: the terms in the order written, at most one per attribute.
 * The caller matches them with the key schema.
 */
public record KeyCondition(List<Term> terms) {

    /** One comparison of a top-level attribute with one constant, or with two for BETWEEN. */
    public record Term(String attribute, Operator operator, List<Value> operands) {}

    public enum Operator {
        EQUAL,
        LESS,
        LESS_OR_EQUAL,
        GREATER,
        GREATER_OR_EQUAL,
        BETWEEN,
        BEGINS_WITH,
        /** Any other, which no expression but a legacy condition may have here. */
        NOT_INDEXABLE
    }
}
