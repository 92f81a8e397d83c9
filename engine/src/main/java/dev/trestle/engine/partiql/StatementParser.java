package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.partiql.Token.Kind;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Parses statements. */
final class StatementParser {
    private static final String ON_INDEX = "This operation is not supported on an index";

    private final TokenCursor cursor;
    private final ExpressionParser expressions;

    private StatementParser(TokenCursor cursor) {
        this.cursor = cursor;
        this.expressions = new ExpressionParser(cursor);
    }

    /** The statement with its parameters put in, which are raw. */
    static Statement parse(String text, @Nullable List<Value> parameters) {
        List<Value> canonical = new ArrayList<>();
        if (parameters != null) {
            parameters.forEach(parameter -> canonical.add(Canonical.value(parameter)));
        }
        TokenCursor cursor = new TokenCursor(Lexer.tokens(text), canonical);
        Statement statement = new StatementParser(cursor).statement();
        cursor.expectEnd();
        cursor.checkParameters();
        return statement;
    }

    private Statement statement() {
        if (cursor.takeWord("SELECT")) {
            return select();
        }
        if (cursor.takeWord("INSERT")) {
            return insert();
        }
        if (cursor.takeWord("UPDATE")) {
            return update();
        }
        if (cursor.takeWord("DELETE")) {
            return delete();
        }
        if (cursor.takeWord("EXISTS")) {
            cursor.expectSymbol("(");
            cursor.expectWord("SELECT");
            Statement.Select select = select();
            cursor.expectSymbol(")");
            return new Statement.Exists(select);
        }
        throw Token.malformed("Expected data manipulation");
    }

    private Statement.Select select() {
        if (cursor.next().isWord("VALUE") || cursor.next().isWord("PIVOT")) {
            throw EngineException.validation("Select projection doesn't support value or pivot keywords");
        }
        if (cursor.next().isWord("DISTINCT") || cursor.next().isWord("ALL")) {
            throw EngineException.validation(
                    "Unsupported token in expression: " + cursor.next().text().toUpperCase(Locale.ROOT));
        }
        List<Expr.Path> paths = cursor.takeSymbol("*") ? null : selected();
        cursor.expectWord("FROM");
        Source source = source();
        checkNoAlias();
        if (cursor.next().isSymbol(",")) {
            throw EngineException.validation("Only select from a single table or index is supported.");
        }
        Expr where = where();
        checkNoOtherClause();
        List<Statement.Order> orderBy = orderBy();
        checkNoOtherClause();
        return new Statement.Select(paths, source.table, source.index, where, orderBy);
    }

    private List<Expr.Path> selected() {
        List<Expr.Path> paths = new ArrayList<>();
        do {
            Token start = cursor.next();
            boolean call = start.kind() == Kind.WORD && cursor.afterNext().isSymbol("(");
            boolean literal = start.kind() != Kind.WORD && start.kind() != Kind.QUOTED && start.kind() != Kind.END;
            if (call || literal) {
                throw start.unsupportedHere("Unexpected path component");
            }
            paths.add(expressions.path());
            checkNoAlias();
            Token behind = cursor.next();
            if (behind.kind() == Kind.SYMBOL && !behind.isSymbol(",")) {
                throw behind.unsupportedHere("Unexpected path component");
            }
        } while (cursor.takeSymbol(","));
        return paths;
    }

    private void checkNoAlias() {
        if (cursor.next().isWord("AS") || cursor.atName()) {
            throw EngineException.validation("Aliasing is not supported");
        }
    }

    private void checkNoOtherClause() {
        for (String clause : List.of("LIMIT", "OFFSET", "HAVING", "LET", "GROUP")) {
            if (cursor.next().isWord(clause)) {
                throw cursor.next()
                        .unsupportedHere("Unsupported clause: " + (clause.equals("GROUP") ? "GROUP BY" : clause));
            }
        }
    }

    private record Source(String table, @Nullable String index) {}

    private Source source() {
        String table = cursor.name();
        String index = cursor.takeSymbol(".") ? cursor.name() : null;
        Token behind = cursor.next();
        if (behind.kind() == Kind.SYMBOL
                && !behind.isSymbol(",")
                && !behind.isSymbol(")")
                && !behind.isSymbol(";")
                && !behind.isSymbol("<<")) {
            throw EngineException.validation("Unexpected from source");
        }
        return new Source(table, index);
    }

    private @Nullable Expr where() {
        if (!cursor.takeWord("WHERE")) {
            return null;
        }
        Expr where = expressions.expression();
        if (!where.isCondition()) {
            throw EngineException.validation("WHERE clause must contain an expression that resolves to a boolean");
        }
        return where;
    }

    private List<Statement.Order> orderBy() {
        List<Statement.Order> orders = new ArrayList<>();
        if (!cursor.takeWord("ORDER")) {
            return orders;
        }
        cursor.expectWord("BY");
        do {
            Expr.Path key = expressions.path();
            if (!key.isTopLevel()) {
                throw EngineException.validation("Argument to ORDER BY must be of type VariableReference. Type: PATH");
            }
            boolean descending = cursor.takeWord("DESC");
            if (!descending) {
                cursor.takeWord("ASC");
            }
            orders.add(new Statement.Order(key.attribute(), !descending));
        } while (cursor.takeSymbol(","));
        return orders;
    }

    private Statement insert() {
        cursor.expectWord("INTO");
        Source source = source();
        if (source.index != null) {
            throw EngineException.validation(
                    "FROM clause may only contain a single table name in data manipulation statements");
        }
        if (cursor.next().isSymbol("<<")) {
            throw EngineException.validation("Unsupported operation: InsertOp");
        }
        cursor.expectWord("VALUE");
        Statement insert = new Statement.Insert(source.table, new ValueParser(cursor).item());
        if (cursor.next().isWord("RETURNING")) {
            throw EngineException.validation("RETURNING is not supported in INSERT");
        }
        return insert;
    }

    private Statement update() {
        Source source = source();
        List<Statement.Assignment> assignments = new ArrayList<>();
        List<Expr.Path> removed = new ArrayList<>();
        do {
            if (cursor.takeWord("REMOVE")) {
                removed.add(expressions.path());
                continue;
            }
            cursor.expectWord("SET");
            do {
                Expr.Path target = expressions.path();
                cursor.expectSymbol("=");
                assignments.add(new Statement.Assignment(target, expressions.sum()));
            } while (cursor.takeSymbol(","));
        } while (cursor.next().isWord("SET") || cursor.next().isWord("REMOVE"));
        Expr where = where();
        String returning = returning();
        if (source.index != null) {
            throw EngineException.validation(ON_INDEX);
        }
        return new Statement.Update(source.table, assignments, removed, where, returning);
    }

    private Statement delete() {
        cursor.expectWord("FROM");
        Source source = source();
        Expr where = where();
        String returning = returning();
        if (returning != null && !returning.equals("ALL_OLD")) {
            throw EngineException.validation("Invalid returning clause: RETURNING "
                    + returning.replace("UPDATED", "MODIFIED").replace('_', ' ')
                    + " *. Only RETURNING ALL OLD * is allowed in DELETE statements.");
        }
        if (source.index != null) {
            throw EngineException.validation(ON_INDEX);
        }
        return new Statement.Delete(source.table, where, returning);
    }

    private @Nullable String returning() {
        if (!cursor.takeWord("RETURNING")) {
            return null;
        }
        boolean all = cursor.takeWord("ALL");
        if (!all) {
            cursor.expectWord("MODIFIED");
        }
        boolean old = cursor.takeWord("OLD");
        if (!old) {
            cursor.expectWord("NEW");
        }
        if (!cursor.takeSymbol("*")) {
            throw EngineException.validation("Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause");
        }
        if (cursor.next().isSymbol(",")) {
            throw EngineException.validation("Invalid syntax with multiple returning elements in RETURNING clause");
        }
        return (all ? "ALL_" : "UPDATED_") + (old ? "OLD" : "NEW");
    }
}
