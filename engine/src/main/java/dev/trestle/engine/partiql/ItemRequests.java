package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.GetItem;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactWriteItems.ConditionCheck;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns statements about one item into requests of the other operations. */
final class ItemRequests {
    private ItemRequests() {}

    /** An INSERT is a put that fails if there is such an item. */
    static PutItem insert(Statement.Insert insert, TableDef table, WriteOptions options) {
        ExpressionText text = new ExpressionText();
        String condition = new ConditionText(text).condition(call("attribute_not_exists", table));
        return new PutItem(
                insert.table(),
                insert.item(),
                condition,
                text.attributes(),
                null,
                options.onFailure(),
                null,
                options.metering());
    }

    /** The key of an INSERT's item. */
    static Map<String, Value> key(Statement.Insert insert, TableDef table) {
        Map<String, Value> key = new LinkedHashMap<>();
        for (KeyAttribute part : table.key().all()) {
            Value value = insert.item().get(part.name());
            if (value == null) {
                throw EngineException.validation("Key attribute should be present in the item: Key " + part.name());
            }
            Where.checkType(part, value);
            key.put(part.name(), value);
        }
        return key;
    }

    /** An UPDATE makes no item: that there is one belongs to its condition. */
    static UpdateItem update(Statement.Update update, TableDef table, Where.Single single, WriteOptions options) {
        ExpressionText text = new ExpressionText();
        String changes = new UpdateText(text).update(update);
        String condition = new ConditionText(text).condition(existsAnd(table, single.rest()));
        return new UpdateItem(
                update.table(),
                single.key(),
                changes,
                condition,
                text.attributes(),
                update.returning(),
                options.onFailure(),
                null,
                options.metering());
    }

    /** A DELETE of an item that is not there succeeds, whatever its condition. */
    static DeleteItem delete(Statement.Delete delete, TableDef table, Where.Single single, WriteOptions options) {
        ExpressionText text = new ExpressionText();
        String condition = null;
        if (!single.rest().isEmpty()) {
            Expr missing = call("attribute_not_exists", table);
            condition = new ConditionText(text)
                    .condition(new Expr.Junction(false, List.of(missing, Where.joined(single.rest()))));
        }
        return new DeleteItem(
                delete.table(),
                single.key(),
                condition,
                text.attributes(),
                delete.returning(),
                options.onFailure(),
                null,
                options.metering());
    }

    static ConditionCheck exists(
            Statement.Exists exists, TableDef table, Where.Single single, @Nullable String onFailure) {
        ExpressionText text = new ExpressionText();
        String condition = new ConditionText(text).condition(existsAnd(table, single.rest()));
        return new ConditionCheck(exists.table(), single.key(), condition, text.attributes(), onFailure);
    }

    /** {@code capacity} is what the request has as ReturnConsumedCapacity. */
    static GetItem get(
            Statement.Select select, Where.Single single, boolean consistentRead, @Nullable String capacity) {
        ExpressionText text = new ExpressionText();
        String projection = select.paths() == null
                ? null
                : select.paths().stream().map(text::path).collect(Collectors.joining(", "));
        return new GetItem(select.table(), single.key(), consistentRead, projection, text.attributes(), null, capacity);
    }

    /** The item that an UPDATE or DELETE is about. */
    static Where.Single single(@Nullable Expr where, TableDef table) {
        Where.Single single = new Where(where).single(table.key());
        if (single == null) {
            throw EngineException.validation(
                    "Where clause does not contain a mandatory equality on all key attributes");
        }
        return single;
    }

    private static Expr existsAnd(TableDef table, List<Expr> rest) {
        List<Expr> all = new ArrayList<>();
        all.add(call("attribute_exists", table));
        all.addAll(rest);
        return Where.joined(all);
    }

    private static Expr call(String function, TableDef table) {
        String attribute = table.key().partition().get(0).name();
        return new Expr.Call(function, List.of(new Expr.Path(List.of(new Expr.Field(attribute)))));
    }
}
