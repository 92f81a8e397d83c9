package dev.trestle.engine.expression;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Resolves the placeholders in operands, and makes the checks that operators and functions share. */
final class OperandBinder {
    private final ExpressionKind kind;
    private final Placeholders placeholders;
    private final List<DocumentPath> paths = new ArrayList<>();

    OperandBinder(ExpressionKind kind, Placeholders placeholders) {
        this.kind = kind;
        this.placeholders = placeholders;
    }

    ExpressionKind kind() {
        return kind;
    }

    /** All paths bound so far. */
    List<DocumentPath> paths() {
        return paths;
    }

    DocumentPath path(Syntax.Path path) {
        List<Syntax.Step> written = path.steps();
        String attribute = null;
        List<DocumentPath.Step> steps = written.size() == 1 ? List.of() : new ArrayList<>(written.size() - 1);
        for (Syntax.Step step : written) {
            if (step instanceof Syntax.Name name) {
                String resolved = name.isPlaceholder() ? placeholders.name(kind, name.text()) : name.text();
                if (attribute == null) {
                    attribute = resolved;
                } else {
                    steps.add(new DocumentPath.Field(resolved));
                }
            } else if (step instanceof Syntax.Index index) {
                steps.add(new DocumentPath.Element(Integer.parseInt(index.digits())));
            }
        }
        if (attribute == null) {
            throw new IllegalStateException("a path without a name");
        }
        if (written.size() > DocumentPath.LEVELS_MAX) {
            throw kind.invalid("The document path has too many nesting levels; nesting levels: " + written.size());
        }
        DocumentPath bound = new DocumentPath(attribute, steps);
        paths.add(bound);
        return bound;
    }

    Value value(Syntax.Placeholder placeholder) {
        return placeholders.value(kind, placeholder.name());
    }

    /** An operand of a condition. */
    BoundOperand operand(Syntax.Operand operand) {
        if (operand instanceof Syntax.Path path) {
            return new BoundOperand.Part(path(path));
        }
        if (operand instanceof Syntax.Placeholder placeholder) {
            return new BoundOperand.Constant(value(placeholder));
        }
        if (operand instanceof Syntax.Call call && call.function().equals(Function.SIZE.text())) {
            List<BoundOperand> operands = operands(call.operands());
            checkCount(Function.SIZE, operands.size());
            BoundOperand measured = operands.get(0);
            Value.Type type = measured.type();
            if (type != null && !Values.hasSize(type)) {
                throw incorrectType(Function.SIZE.text(), type.name());
            }
            return new BoundOperand.Size(measured);
        }
        throw new IllegalStateException("not an operand of conditions: " + operand);
    }

    List<BoundOperand> operands(List<Syntax.Operand> operands) {
        List<BoundOperand> bound = new ArrayList<>(operands.size());
        for (Syntax.Operand operand : operands) {
            bound.add(operand(operand));
        }
        return bound;
    }

    void checkCount(Function function, int count) {
        if (count != function.operands()) {
            throw kind.invalid("Incorrect number of operands for operator or function; operator or function: "
                    + function.text()
                    + ", number of operands: "
                    + count);
        }
    }

    /** Refuses {@code a = a}: the first operand may not be among the others, if it is a path. */
    void checkDistinct(String operator, BoundOperand first, List<BoundOperand> others) {
        if (first instanceof BoundOperand.Part part && others.contains(first)) {
            throw notDistinct(operator, part.path());
        }
    }

    EngineException notDistinct(String operator, DocumentPath first) {
        return kind.invalid(
                "The first operand must be distinct from the remaining operands for this operator or function;"
                        + " operator: "
                        + operator
                        + ", first operand: "
                        + first);
    }

    EngineException incorrectType(String operator, String type) {
        return kind.invalid("Incorrect operand type for operator or function; operator or function: "
                + operator
                + ", operand type: "
                + type);
    }

    EngineException needsPath(Function function) {
        return kind.invalid("Operator or function requires a document path; operator or function: " + function.text());
    }
}
