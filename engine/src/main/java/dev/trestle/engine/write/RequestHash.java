package dev.trestle.engine.write;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactWriteItems;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells whether two transactions with the same token are the same request: SHA-256 over their canonical, stored form. */
final class RequestHash {
    private RequestHash() {}

    static Bytes of(List<TransactWriteItems.Action> actions) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (TransactWriteItems.Action action : actions) {
                digest.update(StoredItem.of(fields(action)).bytes());
            }
            return Bytes.of(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static Map<String, Value> fields(TransactWriteItems.Action action) {
        PutItem put = action.put();
        if (put != null) {
            return fields("put", put.tableName(), put.item(), null, put.conditionExpression(), put.attributes());
        }
        UpdateItem update = action.update();
        if (update != null) {
            return fields(
                    "update",
                    update.tableName(),
                    update.key(),
                    update.updateExpression(),
                    update.conditionExpression(),
                    update.attributes());
        }
        DeleteItem delete = action.delete();
        if (delete != null) {
            return fields(
                    "delete",
                    delete.tableName(),
                    delete.key(),
                    null,
                    delete.conditionExpression(),
                    delete.attributes());
        }
        TransactWriteItems.ConditionCheck check = action.conditionCheck();
        if (check != null) {
            return fields(
                    "check", check.tableName(), check.key(), null, check.conditionExpression(), check.attributes());
        }
        return Map.of();
    }

    private static Map<String, Value> fields(
            String kind,
            @Nullable String table,
            @Nullable Map<String, Value> attributes,
            @Nullable String update,
            @Nullable String condition,
            ExpressionAttributes placeholders) {
        Map<String, Value> fields = new LinkedHashMap<>();
        fields.put("kind", new Value.S(kind));
        put(fields, "table", table);
        put(fields, "update", update);
        put(fields, "condition", condition);
        if (attributes != null) {
            fields.put("attributes", new Value.M(Canonical.item(attributes)));
        }
        if (placeholders.names() != null) {
            Map<String, Value> names = new LinkedHashMap<>();
            placeholders.names().forEach((name, path) -> names.put(name, new Value.S(path)));
            fields.put("names", new Value.M(names));
        }
        if (placeholders.values() != null) {
            Map<String, Value> values = new LinkedHashMap<>();
            placeholders.values().forEach((name, value) -> values.put(name, Canonical.value(value)));
            fields.put("values", new Value.M(values));
        }
        return fields;
    }

    private static void put(Map<String, Value> fields, String name, @Nullable String text) {
        if (text != null) {
            fields.put(name, new Value.S(text));
        }
    }
}
