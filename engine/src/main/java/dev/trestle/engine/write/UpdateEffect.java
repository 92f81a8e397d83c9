package dev.trestle.engine.write;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.expression.Update;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What UpdateItem makes of an item: the update applied, or a new item with the key and the update if there is none. */
final class UpdateEffect implements Action.Effect {
    private final TableDef table;
    private final Map<String, Value> key;
    private final @Nullable Update update;
    private final boolean byExpression;

    UpdateEffect(TableDef table, Map<String, Value> key, @Nullable Update update, boolean byExpression) {
        this.table = table;
        this.key = key;
        this.update = update;
        this.byExpression = byExpression;
        if (update != null) {
            for (String attribute : update.attributes()) {
                if (table.key().names().contains(attribute)) {
                    throw EngineException.validation(
                            "One or more parameter values were invalid: Cannot update attribute " + attribute
                                    + ". This attribute is part of the key");
                }
            }
        }
    }

    @Override
    public Action.Outcome apply(@Nullable StoredItem before) {
        Map<String, Value> old = before == null ? new LinkedHashMap<>(key) : before.toMap();
        if (update == null) {
            return Action.Outcome.of(before == null ? StoredItem.of(old) : before);
        }
        if (before == null && !update.createsItem()) {
            return Action.Outcome.of(null);
        }
        Update.Applied applied = update.apply(old);
        Map<String, Value> item = Canonical.item(applied.item());
        if (byExpression) {
            KeyRules.checkUpdatedIndexKeys(table, item);
        } else {
            KeyRules.checkIndexKeys(table, item);
        }
        StoredItem after = StoredItem.of(item);
        ItemLimits.checkUpdated(after);
        return new Action.Outcome(after, part(applied.updatedOld()), part(applied.updatedNew()));
    }

    private static @Nullable StoredItem part(Map<String, Value> attributes) {
        return attributes.isEmpty() ? null : StoredItem.of(attributes);
    }
}
