package dev.trestle.server.console;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to read, as it is sent. Which of the components mean something depends on the kind.
 *
 * @param table of every kind but {@link Kind#PARTIQL}
 * @param tenant whose items, where the table separates tenants
 * @param values a pattern's parameters, as texts
 * @param partition the partition key of a collection, as DynamoDB writes values
 * @param write lets a statement write
 * @param copy the restored table that is read in place of the table itself
 * @param limit how many items are read for a page, at most
 * @param cursor of the page before
 */
record Question(
        Kind kind,
        @Nullable String table,
        @Nullable String pattern,
        @Nullable String tenant,
        @Nullable Map<String, String> values,
        @Nullable String from,
        @Nullable String to,
        @Nullable String index,
        @Nullable Map<String, Object> partition,
        @Nullable Filter filter,
        @Nullable String statement,
        @Nullable List<Object> parameters,
        @Nullable Boolean write,
        @Nullable String copy,
        @Nullable Integer limit,
        @Nullable String cursor) {
    private static final int LIMIT = 50;

    /** How it is asked. */
    enum Kind {
        PATTERN,
        COLLECTION,
        SCAN,
        PARTIQL
    }

    /** What a scan keeps: items whose attribute compares so with a value. */
    record Filter(
            String attribute,
            Comparison comparison,
            @Nullable Map<String, Object> value) {}

    /** How an attribute is compared; the text is DynamoDB's. */
    enum Comparison {
        EQUAL("#f = :f"),
        UNEQUAL("#f <> :f"),
        LESS("#f < :f"),
        GREATER("#f > :f"),
        BEGINS_WITH("begins_with(#f, :f)"),
        CONTAINS("contains(#f, :f)"),
        EXISTS("attribute_exists(#f)"),
        MISSING("attribute_not_exists(#f)");

        private final String expression;

        Comparison(String expression) {
            this.expression = expression;
        }

        String expression() {
            return expression;
        }

        boolean takesValue() {
            return this != EXISTS && this != MISSING;
        }
    }

    int wanted() {
        return limit == null ? LIMIT : limit;
    }

    Question from(@Nullable String later, int items) {
        return new Question(
                kind,
                table,
                pattern,
                tenant,
                values,
                from,
                to,
                index,
                partition,
                filter,
                statement,
                parameters,
                write,
                copy,
                items,
                later);
    }
}
