package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.conformance.cases.Step.Reading;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Requests with the parameters from before there were expressions. */
final class LegacyRequests {
    private final Dice dice;
    private final Values values;

    LegacyRequests(Dice dice, Values values) {
        this.dice = dice;
        this.values = values;
    }

    Step any() {
        Table table = dice.pick(Universe.TABLES);
        Map<String, Object> request = Json.of("TableName", table.name());
        return switch (dice.below(7)) {
            case 0 -> {
                request.put("Item", values.item(table));
                expected(table, request);
                yield Step.once("PutItem", request);
            }
            case 1 -> {
                request.put("Key", values.key(table));
                expected(table, request);
                yield Step.once("DeleteItem", request);
            }
            case 2, 3 -> {
                request.put("Key", values.key(table));
                request.put("AttributeUpdates", updates(table));
                if (dice.chance(30)) {
                    expected(table, request);
                }
                request.put("ReturnValues", dice.pick("NONE", "ALL_OLD", "ALL_NEW", "UPDATED_OLD", "UPDATED_NEW"));
                yield Step.once("UpdateItem", request);
            }
            case 4 -> {
                request.put("Key", values.key(table));
                request.put("AttributesToGet", names());
                yield Step.once("GetItem", request);
            }
            case 5 -> {
                request.put("KeyConditions", keyConditions(table));
                filter(request, "QueryFilter");
                yield new Step("Query", dice.pick(Reading.ONCE, Reading.ALL_PAGES), request);
            }
            default -> {
                filter(request, "ScanFilter");
                yield new Step("Scan", Reading.ALL_PAGES, request);
            }
        };
    }

    private List<Object> names() {
        return new ArrayList<>(dice.some(Values.names(), dice.between(1, 3)));
    }

    private void filter(Map<String, Object> request, String parameter) {
        int conditions = dice.below(3);
        if (conditions > 0) {
            Map<String, Object> filter = new LinkedHashMap<>();
            for (String attribute : dice.some(Values.names(), conditions)) {
                filter.put(attribute, comparison(attribute));
            }
            request.put(parameter, filter);
            if (conditions > 1 && dice.chance(50)) {
                request.put("ConditionalOperator", dice.pick("AND", "OR"));
            }
        }
        if (dice.chance(30)) {
            request.put("AttributesToGet", names());
        }
    }

    private Map<String, Object> keyConditions(Table table) {
        Map<String, Object> conditions = new LinkedHashMap<>();
        conditions.put(
                table.hash().name(), compare("EQ", values.key(table.hash().type())));
        if (table.range() != null && dice.chance(60)) {
            String operator = dice.pick("EQ", "LT", "LE", "GT", "GE");
            conditions.put(
                    table.range().name(),
                    compare(operator, values.key(table.range().type())));
        }
        return conditions;
    }

    private void expected(Table table, Map<String, Object> request) {
        Map<String, Object> expected = new LinkedHashMap<>();
        int conditions = dice.between(1, 2);
        for (String attribute : dice.some(Values.names(), conditions)) {
            if (table.isKey(attribute)) {
                continue;
            }
            expected.put(
                    attribute,
                    switch (dice.below(4)) {
                        case 0 -> Json.of("Exists", false);
                        case 1 -> Json.of("Value", values.valueFor(attribute));
                        case 2 -> Json.of("Value", values.valueFor(attribute), "Exists", true);
                        default -> comparison(attribute);
                    });
        }
        request.put("Expected", expected);
        if (expected.size() > 1 && dice.chance(40)) {
            request.put("ConditionalOperator", dice.pick("AND", "OR"));
        }
    }

    private Map<String, Object> comparison(String attribute) {
        return switch (dice.below(8)) {
            case 0 -> Json.of("ComparisonOperator", dice.pick("NULL", "NOT_NULL"));
            case 1 ->
                Json.of(
                        "ComparisonOperator",
                        "BETWEEN",
                        "AttributeValueList",
                        new ArrayList<>(List.of(Json.of("N", "0"), Json.of("N", "2"))));
            case 2 ->
                Json.of(
                        "ComparisonOperator",
                        "IN",
                        "AttributeValueList",
                        new ArrayList<>(List.of(values.ofType("S", 0), values.ofType("S", 0))));
            case 3 -> compare(dice.pick("CONTAINS", "NOT_CONTAINS"), values.ofType(dice.pick("S", "N"), 0));
            case 4 -> compare("BEGINS_WITH", values.ofType("S", 0));
            case 5 -> compare(dice.pick("LT", "LE", "GT", "GE"), values.ofType(dice.pick("S", "N"), 0));
            default -> compare(dice.pick("EQ", "NE"), values.valueFor(attribute));
        };
    }

    private static Map<String, Object> compare(String operator, Map<String, Object> value) {
        return Json.of("ComparisonOperator", operator, "AttributeValueList", new ArrayList<>(List.of(value)));
    }

    /**
     * Each with its Action, one of them a PUT. PUT is documented to be the default, but DynamoDB Local ignores an update
     * without Action; and DELETE is documented to do nothing where there is no item, but DynamoDB Local makes one.
     */
    private Map<String, Object> updates(Table table) {
        Map<String, Object> updates = new LinkedHashMap<>();
        updates.put("flag", Json.of("Action", "PUT", "Value", values.valueFor(table, "flag")));
        for (String attribute : dice.some(Values.names(), dice.between(1, 3))) {
            if (table.isKey(attribute) || attribute.equals("flag")) {
                continue;
            }
            updates.put(
                    attribute,
                    switch (dice.below(5)) {
                        case 0 -> Json.of("Action", "DELETE");
                        case 1 -> Json.of("Action", "ADD", "Value", values.ofType("N", 0));
                        case 2 -> Json.of("Action", dice.pick("ADD", "DELETE"), "Value", values.ofType("SS", 0));
                        default -> Json.of("Action", "PUT", "Value", values.valueFor(table, attribute));
                    });
        }
        return updates;
    }
}
