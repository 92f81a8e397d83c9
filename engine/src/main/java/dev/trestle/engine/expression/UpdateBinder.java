package dev.trestle.engine.expression;

import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Turns a parsed update into one that can be applied. */
final class UpdateBinder {
    private final OperandBinder operands;

    private UpdateBinder(OperandBinder operands) {
        this.operands = operands;
    }

    static BoundUpdate bind(Syntax.Sections update, OperandBinder operands) {
        // The service resolves all targets and compares them with each other before it looks at any right-hand side.
        List<DocumentPath> targets = new ArrayList<>();
        for (Syntax.Section section : update.sections()) {
            for (Syntax.Action action : section.actions()) {
                targets.add(operands.path(action.target()));
            }
        }
        PathTree tree = new PathTree(operands.kind());
        for (int i = 0; i < targets.size(); i++) {
            tree.add(targets.get(i), i);
        }
        UpdateBinder binder = new UpdateBinder(operands);
        List<BoundUpdate.Action> actions = new ArrayList<>(targets.size());
        for (Syntax.Section section : update.sections()) {
            for (Syntax.Action action : section.actions()) {
                actions.add(binder.action(section.keyword(), targets.get(actions.size()), action.operands()));
            }
        }
        return new BoundUpdate(tree, actions, createsItem(update));
    }

    /** An update that only removes leaves a missing item missing; its paths are not looked up then. */
    private static boolean createsItem(Syntax.Sections update) {
        return update.sections().stream().anyMatch(section -> section.keyword() != Syntax.Keyword.REMOVE);
    }

    private BoundUpdate.Action action(Syntax.Keyword keyword, DocumentPath target, List<Syntax.Operand> given) {
        return switch (keyword) {
            case REMOVE -> new BoundUpdate.Action(target, oldItem -> new Change.Remove());
            case SET -> {
                NewValue value = newValue(given.get(0));
                yield new BoundUpdate.Action(target, oldItem -> new Change.Put(value.evaluate(oldItem)));
            }
            case ADD -> {
                Value operand = operands.value((Syntax.Placeholder) given.get(0));
                checkAddend(keyword, operand.type(), operand.type() == Value.Type.N || isSet(operand.type()));
                yield new BoundUpdate.Action(target, oldItem -> {
                    Value present = target.find(oldItem);
                    return new Change.Put(present == null ? operand : SetArithmetic.add(present, operand));
                });
            }
            case DELETE -> {
                Value operand = operands.value((Syntax.Placeholder) given.get(0));
                checkAddend(keyword, operand.type(), isSet(operand.type()));
                yield new BoundUpdate.Action(target, oldItem -> {
                    Value present = target.find(oldItem);
                    return present == null ? new Change.Keep() : SetArithmetic.delete(present, operand);
                });
            }
        };
    }

    private static boolean isSet(Value.Type type) {
        return type == Value.Type.SS || type == Value.Type.NS || type == Value.Type.BS;
    }

    private void checkAddend(Syntax.Keyword keyword, Value.Type type, boolean allowed) {
        if (!allowed) {
            throw operands.kind()
                    .invalid("Incorrect operand type for operator or function; operator: " + keyword
                            + ", operand type: " + longName(type)
                            + ", typeSet: ALLOWED_FOR_" + keyword + "_OPERAND");
        }
    }

    private static String longName(Value.Type type) {
        return switch (type) {
            case S -> "STRING";
            case N -> "NUMBER";
            case B -> "BINARY";
            case BOOL -> "BOOLEAN";
            case NULL -> "NULL";
            case M -> "MAP";
            case L -> "LIST";
            case SS -> "STRING_SET";
            case NS -> "NUMBER_SET";
            case BS -> "BINARY_SET";
            case MALFORMED -> throw new IllegalStateException("a value that is not canonical");
        };
    }

    private NewValue newValue(Syntax.Operand operand) {
        if (operand instanceof Syntax.Path path) {
            return NewValue.part(operands.path(path));
        }
        if (operand instanceof Syntax.Placeholder placeholder) {
            return NewValue.constant(operands.value(placeholder));
        }
        if (operand instanceof Syntax.Arithmetic arithmetic) {
            NewValue left = newValue(arithmetic.left());
            NewValue right = newValue(arithmetic.right());
            String operator = arithmetic.plus() ? "+" : "-";
            checkType(operator, Value.Type.N, List.of(arithmetic.left(), arithmetic.right()));
            return NewValue.arithmetic(arithmetic.plus(), left, right);
        }
        return call((Syntax.Call) operand);
    }

    private NewValue call(Syntax.Call call) {
        List<Syntax.Operand> given = call.operands();
        List<NewValue> bound = new ArrayList<>(given.size());
        for (Syntax.Operand operand : given) {
            bound.add(newValue(operand));
        }
        if (call.function().equals(Function.LIST_APPEND.text())) {
            operands.checkCount(Function.LIST_APPEND, given.size());
            checkType(call.function(), Value.Type.L, given);
            return NewValue.listAppend(bound.get(0), bound.get(1));
        }
        operands.checkCount(Function.IF_NOT_EXISTS, given.size());
        if (!(given.get(0) instanceof Syntax.Path first)) {
            throw operands.needsPath(Function.IF_NOT_EXISTS);
        }
        DocumentPath path = operands.path(first);
        if (given.get(1) instanceof Syntax.Path second && operands.path(second).equals(path)) {
            throw operands.notDistinct(call.function(), path);
        }
        return NewValue.ifNotExists(path, bound.get(1));
    }

    private void checkType(String operator, Value.Type wanted, List<Syntax.Operand> given) {
        for (Syntax.Operand operand : given) {
            if (operand instanceof Syntax.Placeholder placeholder) {
                Value.Type type = operands.value(placeholder).type();
                if (type != wanted) {
                    throw operands.incorrectType(operator, type.name());
                }
            }
        }
    }
}
