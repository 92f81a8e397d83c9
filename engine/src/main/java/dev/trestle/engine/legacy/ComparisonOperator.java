package dev.trestle.engine.legacy;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.AttributeConditions;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.KeyCondition;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operators of legacy conditions: how many arguments each takes, of which types, and what it means. */
enum ComparisonOperator {
    EQ(1, 1, Types.ALL, KeyCondition.Operator.EQUAL),
    NE(1, 1, Types.ALL, KeyCondition.Operator.NOT_INDEXABLE),
    IN(1, Integer.MAX_VALUE, Types.ORDERED, KeyCondition.Operator.NOT_INDEXABLE),
    LE(1, 1, Types.ORDERED, KeyCondition.Operator.LESS_OR_EQUAL),
    LT(1, 1, Types.ORDERED, KeyCondition.Operator.LESS),
    GE(1, 1, Types.ORDERED, KeyCondition.Operator.GREATER_OR_EQUAL),
    GT(1, 1, Types.ORDERED, KeyCondition.Operator.GREATER),
    BETWEEN(2, 2, Types.ORDERED, KeyCondition.Operator.BETWEEN),
    NOT_NULL(0, 0, Types.ALL, KeyCondition.Operator.NOT_INDEXABLE),
    NULL(0, 0, Types.ALL, KeyCondition.Operator.NOT_INDEXABLE),
    CONTAINS(1, 1, Types.SINGLE, KeyCondition.Operator.NOT_INDEXABLE),
    NOT_CONTAINS(1, 1, Types.SINGLE, KeyCondition.Operator.NOT_INDEXABLE),
    BEGINS_WITH(1, 1, Types.TEXTS, KeyCondition.Operator.BEGINS_WITH);

    private static final String INVALID = "One or more parameter values were invalid: ";

    private final int argumentsMin;
    private final int argumentsMax;
    private final Set<Value.Type> types;
    private final KeyCondition.Operator inKeys;

    ComparisonOperator(int argumentsMin, int argumentsMax, Set<Value.Type> types, KeyCondition.Operator inKeys) {
        this.argumentsMin = argumentsMin;
        this.argumentsMax = argumentsMax;
        this.types = types;
        this.inKeys = inKeys;
    }

    /** Sets of types that arguments may have. */
    private static final class Types {
        static final Set<Value.Type> TEXTS = Set.of(Value.Type.S, Value.Type.B);
        static final Set<Value.Type> ORDERED = Set.of(Value.Type.S, Value.Type.N, Value.Type.B);
        static final Set<Value.Type> SINGLE =
                Set.of(Value.Type.S, Value.Type.N, Value.Type.B, Value.Type.BOOL, Value.Type.NULL);
        static final Set<Value.Type> ALL = EnumSet.complementOf(EnumSet.of(Value.Type.MALFORMED));
    }

    boolean takesArguments() {
        return argumentsMax > 0;
    }

    /** The arguments in canonical form. */
    List<Value> checked(@Nullable List<Value> raw) {
        List<Value> arguments = new ArrayList<>();
        if (raw != null) {
            raw.forEach(value -> arguments.add(Canonical.value(value)));
        }
        if (arguments.size() < argumentsMin || arguments.size() > argumentsMax) {
            throw EngineException.validation(
                    INVALID + "Invalid number of argument(s) for the " + this + " ComparisonOperator");
        }
        for (Value argument : arguments) {
            if (!types.contains(argument.type())) {
                throw EngineException.validation(INVALID + "ComparisonOperator " + this + " is not valid for "
                        + argument.type() + " AttributeValue type");
            }
        }
        if (arguments.stream().map(Value::type).distinct().count() > 1) {
            throw EngineException.validation(
                    INVALID + "AttributeValues inside AttributeValueList must be of same type");
        }
        if (this == BETWEEN && AttributeConditions.order(arguments.get(0), arguments.get(1)) > 0) {
            throw EngineException.validation(
                    "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound");
        }
        return arguments;
    }

    /** The condition that the operator makes with arguments that are {@link #checked}. */
    Condition condition(String attribute, List<Value> arguments) {
        return switch (this) {
            case NE -> AttributeConditions.notEqual(attribute, arguments.get(0));
            case IN -> AttributeConditions.in(attribute, arguments);
            case NOT_NULL -> AttributeConditions.exists(attribute);
            case NULL -> AttributeConditions.notExists(attribute);
            case CONTAINS -> AttributeConditions.contains(attribute, arguments.get(0));
            case NOT_CONTAINS -> {
                // Unlike the negation of contains, it does not hold for an item without the attribute.
                Condition contains = AttributeConditions.contains(attribute, arguments.get(0));
                yield AttributeConditions.all(
                        List.of(AttributeConditions.exists(attribute), item -> !contains.test(item)));
            }
            case EQ, LE, LT, GE, GT, BETWEEN, BEGINS_WITH -> AttributeConditions.of(term(attribute, arguments));
        };
    }

    KeyCondition.Term term(String attribute, List<Value> arguments) {
        return new KeyCondition.Term(attribute, inKeys, arguments);
    }
}
