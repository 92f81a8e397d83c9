package dev.trestle.engine.expression;

import java.util.List;

/**
 * A parsed expression, its placeholders not yet resolved. Immutable, and shared by all requests that send the same
 * text. A {@link Call} is an operand or a condition, by its function.
 */
sealed interface Syntax {

    /** Something with a value. */
    sealed interface Operand extends Syntax {}

    /** A document path such as {@code a.#b[0]}; the first step is a name. */
    record Path(List<Step> steps) implements Operand {}

    /** One step of a path: into a map by name, or into a list by index. */
    sealed interface Step {}

    /** A name as written, which is a placeholder if it starts with {@code #}. */
    record Name(String text) implements Step {
        boolean isPlaceholder() {
            return text.charAt(0) == '#';
        }
    }

    /** An index as written; it may be too large for any list. */
    record Index(String digits) implements Step {}

    /** A {@code :value} placeholder. */
    record Placeholder(String name) implements Operand {}

    /** A function's call; the function need not exist. */
    record Call(String function, List<Operand> operands) implements Operand {}

    /** {@code left + right} or {@code left - right}; only in updates. */
    record Arithmetic(boolean plus, Operand left, Operand right) implements Operand {}

    record Comparison(Comparator comparator, Operand left, Operand right) implements Syntax {}

    record Between(Operand operand, Operand low, Operand high) implements Syntax {}

    record In(Operand operand, List<Operand> candidates) implements Syntax {}

    /** {@code times} NOTs in a row. */
    record Not(int times, Syntax condition) implements Syntax {}

    /** Two or more conditions joined by AND, or by OR. */
    record Junction(boolean and, List<Syntax> parts) implements Syntax {}

    /** A ProjectionExpression: the paths in the order written. */
    record PathList(List<Path> paths) implements Syntax {}

    /** An UpdateExpression: the sections in the order written. */
    record Sections(List<Section> sections) implements Syntax {}

    /** One SET, REMOVE, ADD or DELETE with its actions. */
    record Section(Keyword keyword, List<Action> actions) {}

    /** What is to be done at a path; a REMOVE has no operands, all others have one. */
    record Action(Path target, List<Operand> operands) {}

    enum Keyword {
        SET,
        REMOVE,
        ADD,
        DELETE
    }

    enum Comparator {
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">=");

        private final String symbol;

        Comparator(String symbol) {
            this.symbol = symbol;
        }

        String symbol() {
            return symbol;
        }

        boolean ordering() {
            return this != EQUAL && this != NOT_EQUAL;
        }

        /** Whether it holds for two values that compare as {@code order}; only for those that need an order. */
        boolean accepts(int order) {
            return switch (this) {
                case LESS -> order < 0;
                case LESS_OR_EQUAL -> order <= 0;
                case GREATER -> order > 0;
                case GREATER_OR_EQUAL -> order >= 0;
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
            };
        }
    }
}
