package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.Map;

/** Requests about one item. */
final class ItemRequests {
    private final Dice dice;
    private final Values values;
    private final Conditions conditions;
    private final Updates updates;

    ItemRequests(Dice dice, Values values, Conditions conditions) {
        this.dice = dice;
        this.values = values;
        this.conditions = conditions;
        this.updates = new Updates(dice, values, conditions);
    }

    private Table table() {
        return dice.pick(Universe.TABLES);
    }

    Step put() {
        Map<String, Object> request = putAction(table());
        returning(request, "NONE", "ALL_OLD");
        return Step.once("PutItem", request);
    }

    Step delete() {
        Map<String, Object> request = deleteAction(table());
        returning(request, "NONE", "ALL_OLD");
        return Step.once("DeleteItem", request);
    }

    Step update() {
        Map<String, Object> request = updateAction(table(), dice.chance(97));
        returning(request, "NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW");
        return Step.once("UpdateItem", request);
    }

    Step get() {
        Table table = table();
        Map<String, Object> request = getAction(table);
        if (dice.chance(50)) {
            request.put("ConsistentRead", dice.chance(50));
        }
        return Step.once("GetItem", request);
    }

    Map<String, Object> getAction(Table table) {
        Map<String, Object> action = Json.of("TableName", table.name(), "Key", values.key(table));
        if (dice.chance(40)) {
            Placeholders placeholders = new Placeholders(dice);
            action.put("ProjectionExpression", conditions.projection(table, placeholders));
            placeholders.into(action);
        }
        return action;
    }

    Map<String, Object> putAction(Table table) {
        Map<String, Object> action = Json.of("TableName", table.name(), "Item", values.item(table));
        conditioned(table, action, 30, new Placeholders(dice));
        return action;
    }

    Map<String, Object> deleteAction(Table table) {
        Map<String, Object> action = Json.of("TableName", table.name(), "Key", values.key(table));
        conditioned(table, action, 40, new Placeholders(dice));
        return action;
    }

    Map<String, Object> checkAction(Table table) {
        Map<String, Object> action = Json.of("TableName", table.name(), "Key", values.key(table));
        conditioned(table, action, 100, new Placeholders(dice));
        return action;
    }

    /** With no expression an update makes an item of its key alone; in a transaction it needs one. */
    Map<String, Object> updateAction(Table table, boolean expression) {
        Map<String, Object> action = Json.of("TableName", table.name(), "Key", values.key(table));
        Placeholders placeholders = new Placeholders(dice);
        if (expression) {
            action.put("UpdateExpression", updates.update(table, placeholders));
        }
        conditioned(table, action, 25, placeholders);
        return action;
    }

    private void conditioned(Table table, Map<String, Object> action, int percent, Placeholders placeholders) {
        if (dice.chance(percent)) {
            action.put("ConditionExpression", conditions.condition(table, placeholders));
            if (dice.chance(30)) {
                action.put("ReturnValuesOnConditionCheckFailure", dice.pick("NONE", "ALL_OLD", "ALL_OLD"));
            }
        }
        placeholders.into(action);
    }

    private void returning(Map<String, Object> request, String... choices) {
        if (dice.chance(60)) {
            request.put("ReturnValues", dice.pick(choices));
        }
    }
}
