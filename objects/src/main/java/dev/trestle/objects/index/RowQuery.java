package dev.trestle.objects.index;

import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.Query;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one partition, in the order of their sort keys or against it.
 *
 * @param byKey whether the index by key is read in place of the table
 * @param condition about the sort key: an operator and {@code :s}; null for all
 * @param behind the position behind which to begin; null for the start
 */
public record RowQuery(
        Table table,
        boolean byKey,
        Bytes partition,
        @Nullable String condition,
        @Nullable Bytes operand,
        @Nullable Map<String, Value> behind,
        int limit,
        boolean forward) {

    /** All rows of a partition. */
    public static RowQuery of(Table table, Bytes partition, @Nullable Map<String, Value> behind, int limit) {
        return new RowQuery(table, false, partition, null, null, behind, limit, true);
    }

    /** The rows of one key of a bucket, from a table with an index by key. */
    static RowQuery ofKey(Table table, Bytes bucket, Bytes key, int limit) {
        return new RowQuery(table, true, bucket, "# = :s", key, null, limit, true);
    }

    /** The rows of a bucket whose keys begin with the prefix. */
    public static RowQuery ofPrefix(
            Table table, Bytes bucket, Bytes prefix, @Nullable Map<String, Value> behind, int limit) {
        boolean all = prefix.length() == 0;
        return new RowQuery(
                table,
                !table.listed().isEmpty(),
                bucket,
                all ? null : "begins_with(#, :s)",
                all ? null : prefix,
                behind,
                limit,
                true);
    }

    /** The last row of a partition whose sort key is not behind the operand. */
    public static RowQuery lastUpTo(Table table, Bytes partition, Bytes operand) {
        return new RowQuery(table, false, partition, "# <= :s", operand, null, 1, false);
    }

    Query toRequest() {
        Map<String, Value> values = new LinkedHashMap<>();
        values.put(":p", new Value.B(partition));
        String text = (byKey ? Attribute.BUCKET : table.partition()) + " = :p";
        if (condition != null && operand != null) {
            text += " AND " + condition.replace("#", String.valueOf(byKey ? Attribute.KEY : table.sort()));
            values.put(":s", new Value.B(operand));
        }
        return new Query(
                table.tableName(),
                byKey ? Table.BY_KEY : null,
                text,
                null,
                null,
                new ExpressionAttributes(null, values),
                null,
                limit,
                false,
                forward,
                behind,
                null,
                null);
    }
}
