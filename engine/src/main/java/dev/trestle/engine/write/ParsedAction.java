package dev.trestle.engine.write;

import dev.trestle.engine.api.DeleteItem;
import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.api.LegacyWrite;
import dev.trestle.engine.api.PutItem;
import dev.trestle.engine.api.TransactWriteItems.ConditionCheck;
import dev.trestle.engine.api.UpdateItem;
import dev.trestle.engine.check.Expressions;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.expression.Condition;
import dev.trestle.engine.expression.ExpressionScope;
import dev.trestle.engine.expression.Update;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.legacy.LegacyConditions;
import dev.trestle.engine.legacy.LegacyUpdates;
import dev.trestle.engine.legacy.ParameterKinds;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.ItemSize;
import dev.trestle.engine.value.Value;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A write whose values and expressions are read, but whose table is not looked up yet: the service complains of the former even if the
 * table does not exist. Its constraints have been checked before.
 */
record ParsedAction(
        String tableName,
        /* what is wrong with the attributes and types of the key, or null */ Function<TableDef, @Nullable String>
                misfit,
        /* what is wrong with the types of the item's index keys, or null */ Function<TableDef, @Nullable String>
                indexMisfit,
        Function<TableDef, Action> bind) {

    private static final Function<TableDef, @Nullable String> NO_ITEM = table -> null;

    static ParsedAction put(PutItem request) {
        checkUnmixed(request.conditionExpression(), request.legacy());
        Map<String, Value> item = Canonical.item(Required.of(request.item()));
        int size = ItemLimits.checkPut(item);
        Condition condition = condition(request.conditionExpression(), request.attributes(), request.legacy());
        boolean returnItem = returnsItem(request.returnValuesOnConditionCheckFailure());
        Function<TableDef, @Nullable String> misfit = table -> KeyRules.itemMisfit(table, item);
        Function<TableDef, @Nullable String> indexMisfit = table -> KeyRules.indexMisfit(table, item);
        return new ParsedAction(Required.of(request.tableName()), misfit, indexMisfit, table -> {
            KeyRules.checkItem(table, item);
            KeyRules.checkIndexKeys(table, item);
            StoredItem stored = StoredItem.of(item, size);
            Bytes key = Keys.item(table, item::get);
            return new Action(table, key, condition, returnItem, before -> Action.Outcome.of(stored), stored.size());
        });
    }

    static ParsedAction delete(DeleteItem request) {
        checkUnmixed(request.conditionExpression(), request.legacy());
        Map<String, Value> key = Canonical.item(Required.of(request.key()));
        Condition condition = condition(request.conditionExpression(), request.attributes(), request.legacy());
        boolean returnItem = returnsItem(request.returnValuesOnConditionCheckFailure());
        return new ParsedAction(
                Required.of(request.tableName()),
                table -> KeyRules.keyMisfit(table, key),
                NO_ITEM,
                table -> keyed(table, key, condition, returnItem, before -> Action.Outcome.of(null)));
    }

    static ParsedAction check(ConditionCheck request) {
        Map<String, Value> key = Canonical.item(Required.of(request.key()));
        Condition condition = condition(request.conditionExpression(), request.attributes(), null);
        boolean returnItem = returnsItem(request.returnValuesOnConditionCheckFailure());
        return new ParsedAction(
                Required.of(request.tableName()),
                table -> KeyRules.keyMisfit(table, key),
                NO_ITEM,
                table -> keyed(table, key, condition, returnItem, Action.Outcome::of));
    }

    static ParsedAction update(UpdateItem request) {
        LegacyWrite legacy = request.legacy();
        if (legacy != null) {
            new ParameterKinds()
                    .legacy("AttributeUpdates", legacy.attributeUpdates())
                    .legacy("Expected", legacy.expected())
                    .legacy("ConditionalOperator", legacy.conditionalOperator())
                    .expression("UpdateExpression", request.updateExpression())
                    .expression("ConditionExpression", request.conditionExpression())
                    .checkUnmixed();
        }
        Map<String, Value> key = Canonical.item(Required.of(request.key()));
        ExpressionScope scope = Expressions.scope(request.attributes());
        String updateText = request.updateExpression();
        String conditionText = request.conditionExpression();
        if (updateText == null && conditionText == null) {
            scope.checkNoneGiven("UpdateExpression", "ConditionExpression");
        }
        Update update = updateText == null ? LegacyUpdates.update(legacy) : scope.update(updateText);
        Condition condition =
                conditionText == null ? LegacyConditions.expected(legacy) : scope.condition(conditionText);
        scope.checkAllUsed();
        boolean returnItem = returnsItem(request.returnValuesOnConditionCheckFailure());
        Function<TableDef, @Nullable String> misfit = table -> KeyRules.keyMisfit(table, key);
        return new ParsedAction(Required.of(request.tableName()), misfit, NO_ITEM, table -> {
            UpdateEffect effect = new UpdateEffect(table, key, update, updateText != null);
            return keyed(table, key, condition, returnItem, effect);
        });
    }

    private static Action keyed(
            TableDef table,
            Map<String, Value> key,
            @Nullable Condition condition,
            boolean returnItem,
            Action.Effect effect) {
        KeyRules.checkKey(table, key);
        return new Action(table, Keys.item(table, key::get), condition, returnItem, effect, ItemSize.ofItem(key));
    }

    private static void checkUnmixed(@Nullable String conditionExpression, @Nullable LegacyWrite legacy) {
        if (legacy != null) {
            new ParameterKinds()
                    .legacy("Expected", legacy.expected())
                    .legacy("ConditionalOperator", legacy.conditionalOperator())
                    .expression("ConditionExpression", conditionExpression)
                    .checkUnmixed();
        }
    }

    private static @Nullable Condition condition(
            @Nullable String text, ExpressionAttributes attributes, @Nullable LegacyWrite legacy) {
        ExpressionScope scope = Expressions.scope(attributes);
        if (text == null) {
            scope.checkNoneGiven("ConditionExpression");
            return LegacyConditions.expected(legacy);
        }
        Condition condition = scope.condition(text);
        scope.checkAllUsed();
        return condition;
    }

    private static boolean returnsItem(@Nullable String returnValuesOnConditionCheckFailure) {
        return "ALL_OLD".equals(returnValuesOnConditionCheckFailure);
    }
}
