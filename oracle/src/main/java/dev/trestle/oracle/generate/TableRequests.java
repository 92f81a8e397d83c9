package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Requests about tables: an index that comes and goes, descriptions, tables that cannot be made. */
final class TableRequests {
    private final Dice dice;
    private boolean extra;

    TableRequests(Dice dice) {
        this.dice = dice;
    }

    Step any() {
        return switch (dice.below(4)) {
            case 0, 1 -> changeIndex();
            case 2 ->
                Step.once(
                        "DescribeTable",
                        Json.of("TableName", dice.pick(Universe.TABLES).name()));
            default -> impossible();
        };
    }

    private Step changeIndex() {
        Map<String, Object> request = Json.of("TableName", Universe.HASH.name());
        Map<String, Object> change;
        if (extra) {
            change = Json.of("Delete", Json.of("IndexName", Universe.EXTRA.name()));
        } else {
            request.put("AttributeDefinitions", Universe.definitionsJson(Universe.definitions(Universe.EXTRA)));
            change = Json.of("Create", Universe.indexJson(Universe.EXTRA));
        }
        extra = !extra;
        request.put("GlobalSecondaryIndexUpdates", new ArrayList<>(List.of(change)));
        return Step.once("UpdateTable", request);
    }

    private Step impossible() {
        Table table = dice.pick(Universe.TABLES);
        Map<String, Object> create = Json.copy(
                Universe.creation().get(Universe.TABLES.indexOf(table)).request());
        switch (dice.below(6)) {
            case 0 -> {}
            case 1 -> {
                create.put("TableName", "oracle-never");
                create.remove("AttributeDefinitions");
            }
            case 2 -> {
                create.put("TableName", "oracle-never");
                create.put(
                        "AttributeDefinitions",
                        new ArrayList<>(List.of(Json.of("AttributeName", "other", "AttributeType", "S"))));
            }
            case 3 -> {
                create.put("TableName", "no");
            }
            case 4 -> {
                create.put("TableName", "oracle-never");
                create.remove("KeySchema");
            }
            default -> {
                create.put("TableName", "oracle-never");
                create.put("BillingMode", "PROVISIONED");
            }
        }
        return Step.once("CreateTable", create);
    }
}
