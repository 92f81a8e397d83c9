package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.conformance.cases.Step.Reading;
import dev.trestle.oracle.generate.Universe.Attribute;
import dev.trestle.oracle.generate.Universe.Index;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Query and Scan, read once, page by page, or segment by segment. */
final class ReadRequests {
    private final Dice dice;
    private final Values values;
    private final Conditions conditions;

    ReadRequests(Dice dice, Values values, Conditions conditions) {
        this.dice = dice;
        this.values = values;
        this.conditions = conditions;
    }

    Step query() {
        Table table = dice.pick(Universe.TABLES);
        Index index = index(table);
        Map<String, Object> request = Json.of("TableName", table.name());
        Placeholders placeholders = new Placeholders(dice);
        Attribute hash = index == null ? table.hash() : index.hash();
        Attribute range = index == null ? table.range() : index.range();
        request.put("KeyConditionExpression", keyCondition(hash, range, placeholders));
        if (dice.chance(50)) {
            request.put("ScanIndexForward", dice.chance(40));
        }
        return reading("Query", table, index, request, placeholders);
    }

    Step scan() {
        Table table = dice.pick(Universe.TABLES);
        Map<String, Object> request = Json.of("TableName", table.name());
        return reading("Scan", table, index(table), request, new Placeholders(dice));
    }

    private @Nullable Index index(Table table) {
        return dice.chance(45) ? dice.pick(table.indexes()) : null;
    }

    private Step reading(
            String operation,
            Table table,
            @Nullable Index index,
            Map<String, Object> request,
            Placeholders placeholders) {
        if (index != null) {
            request.put("IndexName", index.name());
        }
        if (dice.chance(30)) {
            // A filter of a query may not name key attributes; now and then it does.
            request.put("FilterExpression", conditions.condition(dice.pick(Universe.TABLES), placeholders));
        }
        selection(table, index, request, placeholders);
        placeholders.into(request);
        if (dice.chance(30)) {
            request.put("ConsistentRead", index == null || index.local() ? dice.chance(60) : dice.chance(3));
        }
        Reading reading = dice.chance(70) ? Reading.ONCE : Reading.ALL_PAGES;
        if (dice.chance(reading == Reading.ONCE ? 25 : 80)) {
            request.put("Limit", reading == Reading.ONCE ? dice.between(1, 4) : dice.between(2, 9));
        }
        if (operation.equals("Scan") && dice.chance(30)) {
            request.put("TotalSegments", dice.between(1, 4));
            request.remove("Limit");
            reading = Reading.ALL_SEGMENTS;
        } else if (reading == Reading.ONCE && index == null && dice.chance(25)) {
            request.put("ExclusiveStartKey", startKey(table, request));
        }
        return new Step(operation, reading, request);
    }

    /** Mostly in the partition that the query reads. */
    private Map<String, Object> startKey(Table table, Map<String, Object> request) {
        Map<String, Object> start = values.key(table);
        Map<String, Object> bound = Json.objectIn(request, "ExpressionAttributeValues");
        if (request.containsKey("KeyConditionExpression") && dice.chance(90) && bound.containsKey(":v0")) {
            start.put(table.hash().name(), Json.objectIn(bound, ":v0"));
        }
        return start;
    }

    private void selection(Table table, @Nullable Index index, Map<String, Object> request, Placeholders placeholders) {
        switch (dice.below(8)) {
            case 0, 1 -> request.put("ProjectionExpression", conditions.projection(table, placeholders));
            case 2 -> request.put("Select", "COUNT");
            case 3 -> request.put("Select", "ALL_ATTRIBUTES");
            case 4 -> request.put("Select", index == null ? "ALL_ATTRIBUTES" : "ALL_PROJECTED_ATTRIBUTES");
            case 5 -> {
                request.put("ProjectionExpression", conditions.projection(table, placeholders));
                request.put("Select", "SPECIFIC_ATTRIBUTES");
            }
            default -> {}
        }
    }

    private String keyCondition(Attribute hash, @Nullable Attribute range, Placeholders placeholders) {
        String equal = placeholders.value(values.key(hash.type()));
        String partition = dice.chance(90)
                ? placeholders.name(hash.name()) + " = " + equal
                : equal + " = " + placeholders.name(hash.name());
        if (range == null || dice.chance(40)) {
            return dice.chance(90) ? partition : "(" + partition + ")";
        }
        String name = placeholders.name(range.name());
        String value = placeholders.value(values.key(range.type()));
        String sorted = switch (dice.below(8)) {
            case 0, 1 -> name + " BETWEEN " + value + " AND " + placeholders.value(values.key(range.type()));
            case 2 -> range.type().equals("N") ? name + " > " + value : "begins_with(" + name + ", " + value + ")";
            default -> name + " " + dice.pick("=", "<", "<=", ">", ">=") + " " + value;
        };
        return dice.chance(85) ? partition + " AND " + sorted : "(" + sorted + ") AND (" + partition + ")";
    }
}
