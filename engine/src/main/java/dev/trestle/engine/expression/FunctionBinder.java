package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** Turns a call that stands as a condition into one that can be tested. */
final class FunctionBinder {
    private static final String TYPE_NAMES = "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}";

    private final OperandBinder binder;

    FunctionBinder(OperandBinder binder) {
        this.binder = binder;
    }

    Condition bind(Syntax.Call call) {
        Function function = Function.named(call.function());
        if (function == null) {
            throw new IllegalStateException("unknown function: " + call.function());
        }
        List<BoundOperand> operands = binder.operands(call.operands());
        binder.checkCount(function, operands.size());
        return switch (function) {
            case ATTRIBUTE_EXISTS -> {
                DocumentPath path = path(function, operands.get(0));
                yield item -> path.find(item) != null;
            }
            case ATTRIBUTE_NOT_EXISTS -> {
                DocumentPath path = path(function, operands.get(0));
                yield item -> path.find(item) == null;
            }
            case ATTRIBUTE_TYPE -> attributeType(operands.get(0), operands.get(1));
            case BEGINS_WITH -> beginsWith(operands.get(0), operands.get(1));
            case CONTAINS -> ofBoth(function, operands.get(0), operands.get(1), Values::contains);
            case SIZE, IF_NOT_EXISTS, LIST_APPEND -> throw new IllegalStateException("not a condition: " + function);
        };
    }

    private DocumentPath path(Function function, BoundOperand operand) {
        if (operand instanceof BoundOperand.Part part) {
            return part.path();
        }
        throw binder.needsPath(function);
    }

    private Condition attributeType(BoundOperand operand, BoundOperand typeName) {
        String function = Function.ATTRIBUTE_TYPE.text();
        binder.checkDistinct(function, operand, List.of(typeName));
        Value.Type known = typeName.type();
        if (!(typeName instanceof BoundOperand.Constant constant) || !(constant.value() instanceof Value.S name)) {
            throw binder.incorrectType(function, known == null ? TYPE_NAMES : known.name());
        }
        Value.Type sought = type(name.value());
        if (sought == null) {
            throw binder.kind()
                    .invalid("Invalid attribute type name found; type: "
                            + name.value()
                            + ", valid types: "
                            + TYPE_NAMES);
        }
        return item -> {
            Value value = operand.value(item);
            return value != null && value.type() == sought;
        };
    }

    private static Value.@Nullable Type type(String name) {
        for (Value.Type type : Value.Type.values()) {
            if (type != Value.Type.MALFORMED && type.name().equals(name)) {
                return type;
            }
        }
        return null;
    }

    private Condition beginsWith(BoundOperand operand, BoundOperand prefix) {
        for (BoundOperand each : List.of(operand, prefix)) {
            Value.Type type = each.type();
            if (type != null && type != Value.Type.S && type != Value.Type.B) {
                throw binder.incorrectType(Function.BEGINS_WITH.text(), type.name());
            }
        }
        return ofBoth(Function.BEGINS_WITH, operand, prefix, Values::beginsWith);
    }

    /** A condition on two values, false if one is missing. */
    private Condition ofBoth(
            Function function, BoundOperand first, BoundOperand second, BiPredicate<Value, Value> predicate) {
        binder.checkDistinct(function.text(), first, List.of(second));
        return item -> {
            Value a = first.value(item);
            Value b = second.value(item);
            return a != null && b != null && predicate.test(a, b);
        };
    }
}
