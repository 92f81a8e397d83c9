package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Batches and transactions over several tables. Now and then a key comes twice, which they refuse. */
final class GroupRequests {
    private static final int DUPLICATES_PERCENT = 4;
    private static final int TOKENS = 6;

    private final Dice dice;
    private final Values values;
    private final Conditions conditions;
    private final ItemRequests items;
    /** What was sent under a token, to be sent again. */
    private final Map<String, Map<String, Object>> tokens = new LinkedHashMap<>();

    private int tokensMade;

    GroupRequests(Dice dice, Values values, Conditions conditions, ItemRequests items) {
        this.dice = dice;
        this.values = values;
        this.conditions = conditions;
        this.items = items;
    }

    Step batchWrite() {
        Map<String, Object> tables = new LinkedHashMap<>();
        for (Table table : dice.some(Universe.TABLES, dice.between(1, 2))) {
            List<Object> writes = new ArrayList<>();
            Set<String> keys = new LinkedHashSet<>();
            for (int i = dice.between(1, 5); i > 0; i--) {
                Map<String, Object> item = values.item(table);
                if (keys.add(keyOf(table, item)) || dice.chance(DUPLICATES_PERCENT)) {
                    writes.add(
                            dice.chance(65)
                                    ? Json.of("PutRequest", Json.of("Item", item))
                                    : Json.of("DeleteRequest", Json.of("Key", keyPart(table, item))));
                }
            }
            tables.put(table.name(), writes);
        }
        return Step.once("BatchWriteItem", Json.of("RequestItems", tables));
    }

    Step batchGet() {
        Map<String, Object> tables = new LinkedHashMap<>();
        for (Table table : dice.some(Universe.TABLES, dice.between(1, 2))) {
            List<Object> keys = new ArrayList<>();
            Set<String> seen = new LinkedHashSet<>();
            for (int i = dice.between(1, 6); i > 0; i--) {
                Map<String, Object> key = values.key(table);
                if (seen.add(keyOf(table, key)) || dice.chance(DUPLICATES_PERCENT)) {
                    keys.add(key);
                }
            }
            Map<String, Object> asked = Json.of("Keys", keys);
            if (dice.chance(30)) {
                asked.put("ConsistentRead", dice.chance(50));
            }
            if (dice.chance(40)) {
                Placeholders placeholders = new Placeholders(dice);
                asked.put("ProjectionExpression", conditions.projection(table, placeholders));
                placeholders.into(asked);
            }
            tables.put(table.name(), asked);
        }
        return Step.once("BatchGetItem", Json.of("RequestItems", tables));
    }

    Step transactGet() {
        List<Object> gets = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (int i = dice.between(1, 4); i > 0; i--) {
            Table table = dice.pick(Universe.TABLES);
            Map<String, Object> get = items.getAction(table);
            if (seen.add(keyOf(table, Json.objectIn(get, "Key"))) || dice.chance(DUPLICATES_PERCENT)) {
                gets.add(Json.of("Get", get));
            }
        }
        return Step.once("TransactGetItems", Json.of("TransactItems", gets));
    }

    Step transactWrite() {
        if (!tokens.isEmpty() && dice.chance(4)) {
            return again();
        }
        List<Object> actions = new ArrayList<>();
        Set<String> seen = new LinkedHashSet<>();
        for (int i = dice.between(1, 4); i > 0; i--) {
            Table table = dice.pick(Universe.TABLES);
            Map<String, Object> action = action(table);
            Map<String, Object> inner =
                    Json.objectIn(action, action.keySet().iterator().next());
            Map<String, Object> keyed =
                    inner.containsKey("Key") ? Json.objectIn(inner, "Key") : Json.objectIn(inner, "Item");
            if (seen.add(keyOf(table, keyed)) || dice.chance(DUPLICATES_PERCENT)) {
                actions.add(action);
            }
        }
        Map<String, Object> request = Json.of("TransactItems", actions);
        if (dice.chance(40)) {
            String token = "token-" + tokensMade++;
            request.put("ClientRequestToken", token);
            tokens.put(token, request);
            if (tokens.size() > TOKENS) {
                tokens.remove(tokens.keySet().iterator().next());
            }
        }
        return Step.once("TransactWriteItems", request);
    }

    /** A token that was used: with the same request, which has no effect then, or with another. */
    private Step again() {
        Map<String, Object> earlier = Json.copy(dice.pick(new ArrayList<>(tokens.values())));
        if (dice.chance(30)) {
            Table table = dice.pick(Universe.TABLES);
            earlier.put("TransactItems", new ArrayList<>(List.of(Json.of("Put", items.putAction(table)))));
        }
        return Step.once("TransactWriteItems", earlier);
    }

    private Map<String, Object> action(Table table) {
        return switch (dice.below(7)) {
            case 0, 1 -> Json.of("Put", items.putAction(table));
            case 2 -> Json.of("Delete", items.deleteAction(table));
            case 3 -> Json.of("ConditionCheck", items.checkAction(table));
            default -> Json.of("Update", items.updateAction(table, true));
        };
    }

    private static Map<String, Object> keyPart(Table table, Map<String, Object> item) {
        Map<String, Object> key = new LinkedHashMap<>();
        table.keys().forEach(part -> key.put(part.name(), Json.objectIn(item, part.name())));
        return key;
    }

    private static String keyOf(Table table, Map<String, Object> item) {
        return table.name() + Json.write(keyPart(table, item));
    }
}
