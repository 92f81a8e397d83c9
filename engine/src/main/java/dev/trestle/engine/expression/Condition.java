package dev.trestle.engine.expression;

/** A ConditionExpression or FilterExpression with its placeholders resolved. Immutable. */
@FunctionalInterface
public interface Condition {
    boolean test(AttributeSource item);
}
