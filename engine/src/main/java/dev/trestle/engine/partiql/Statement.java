package dev.trestle.engine.partiql;

import dev.trestle.engine.value.Value;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A statement as it was read, before its table is known. */
sealed interface Statement {
    /** The table's name or ARN. */
    String table();

    /** {@code paths} is null for {@code *}. */
    record Select(
            @Nullable List<Expr.Path> paths,
            String table,
            @Nullable String index,
            @Nullable Expr where,
            List<Order> orderBy)
            implements Statement {}

    record Order(String attribute, boolean ascending) {}

    record Insert(String table, Map<String, Value> item) implements Statement {}

    /** {@code returning} is the ReturnValues of UpdateItem that the clause stands for. */
    record Update(
            String table,
            List<Assignment> assignments,
            List<Expr.Path> removed,
            @Nullable Expr where,
            @Nullable String returning)
            implements Statement {}

    record Assignment(Expr.Path target, Expr value) {}

    record Delete(
            String table, @Nullable Expr where, @Nullable String returning) implements Statement {}

    /** A transaction's check that an item is there and meets a condition. */
    record Exists(Select select) implements Statement {
        @Override
        public String table() {
            return select.table();
        }
    }

    default boolean isRead() {
        return this instanceof Select;
    }
}
