package dev.trestle.engine.expression;

import dev.trestle.engine.expression.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/** Parses UpdateExpressions and ProjectionExpressions. */
final class UpdateParser {
    private final TokenCursor cursor;
    private final OperandParser operands;

    private UpdateParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.operands = new OperandParser(cursor);
    }

    static Syntax.PathList parsePaths(TokenCursor cursor) {
        List<Syntax.Path> paths = new ArrayList<>();
        do {
            paths.add(cursor.path());
        } while (cursor.takeIf(Kind.COMMA));
        cursor.expect(Kind.END);
        return new Syntax.PathList(List.copyOf(paths));
    }

    static Syntax.Sections parseUpdate(TokenCursor cursor) {
        UpdateParser parser = new UpdateParser(cursor);
        List<Syntax.Section> sections = new ArrayList<>(2);
        do {
            sections.add(parser.section());
        } while (cursor.next() != Kind.END);
        return new Syntax.Sections(List.copyOf(sections));
    }

    private Syntax.Section section() {
        Syntax.Keyword keyword = switch (cursor.next()) {
            case SET -> Syntax.Keyword.SET;
            case REMOVE -> Syntax.Keyword.REMOVE;
            case ADD -> Syntax.Keyword.ADD;
            case DELETE -> Syntax.Keyword.DELETE;
            default -> throw cursor.syntaxError();
        };
        cursor.take();
        List<Syntax.Action> actions = new ArrayList<>(2);
        do {
            actions.add(action(keyword));
        } while (cursor.takeIf(Kind.COMMA));
        return new Syntax.Section(keyword, List.copyOf(actions));
    }

    private Syntax.Action action(Syntax.Keyword keyword) {
        Syntax.Path target = cursor.path();
        return switch (keyword) {
            case REMOVE -> new Syntax.Action(target, List.of());
            case SET -> {
                cursor.expect(Kind.EQUAL);
                yield new Syntax.Action(target, List.of(newValue()));
            }
            case ADD, DELETE -> {
                Token value = cursor.expect(Kind.VALUE_PLACEHOLDER);
                yield new Syntax.Action(target, List.of(new Syntax.Placeholder(value.text())));
            }
        };
    }

    /** What was parsed and how many pairs of parentheses stand around it. */
    private record Group(Syntax.Operand content, int pairs) {}

    /** An operand, or a sum or difference of two, perhaps in one pair of parentheses. */
    private Syntax.Operand newValue() {
        return group().content;
    }

    /** {@code (a) + b} and {@code (a + b)} start alike: which one it is shows behind the closing parenthesis. */
    private Group group() {
        Group first = cursor.next() == Kind.OPEN ? parenthesised() : new Group(operands.bare(), 0);
        boolean arithmetic = cursor.next() == Kind.PLUS || cursor.next() == Kind.MINUS;
        if (!arithmetic || first.content instanceof Syntax.Arithmetic) {
            return first;
        }
        boolean plus = cursor.take().kind() == Kind.PLUS;
        return new Group(new Syntax.Arithmetic(plus, first.content, operands.operand()), 0);
    }

    private Group parenthesised() {
        cursor.open();
        Group inner = group();
        cursor.close();
        if (inner.pairs > 0) {
            throw cursor.redundantParentheses();
        }
        return new Group(inner.content, 1);
    }
}
