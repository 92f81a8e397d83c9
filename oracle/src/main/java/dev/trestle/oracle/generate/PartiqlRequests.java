package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.conformance.cases.Step;
import dev.trestle.oracle.generate.Universe.Attribute;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** PartiQL statements, one by one, in batches and in transactions. Values are parameters. */
final class PartiqlRequests {
    private final Dice dice;
    private final Values values;

    PartiqlRequests(Dice dice, Values values) {
        this.dice = dice;
        this.values = values;
    }

    Step any() {
        return switch (dice.below(10)) {
            case 0 -> Step.once("BatchExecuteStatement", Json.of("Statements", several()));
            case 1 -> Step.once("ExecuteTransaction", Json.of("TransactStatements", several()));
            default -> Step.once("ExecuteStatement", dice.chance(50) ? select() : single());
        };
    }

    /** Reads or writes of single items, no two of one table: a batch has one kind, a transaction each item once. */
    private List<Object> several() {
        boolean reads = dice.chance(50);
        List<Object> statements = new ArrayList<>();
        for (Table table : dice.some(Universe.TABLES, dice.between(1, 3))) {
            statements.add(reads ? selectItem(table) : write(table));
        }
        return statements;
    }

    private Map<String, Object> single() {
        Table table = dice.pick(Universe.TABLES);
        return dice.chance(20) ? selectItem(table) : write(table);
    }

    private Map<String, Object> select() {
        Table table = dice.pick(Universe.TABLES);
        List<Object> parameters = new ArrayList<>();
        StringBuilder text = new StringBuilder("SELECT ")
                .append(dice.pick("*", "a, b", "pk", "n"))
                .append(" FROM \"")
                .append(table.name())
                .append("\" WHERE pk = ?");
        parameters.add(values.key(table.hash().type()));
        Attribute range = table.range();
        if (range != null && dice.chance(50)) {
            text.append(" AND sk ").append(dice.pick("=", "<", "<=", ">", ">=")).append(" ?");
            parameters.add(values.key(range.type()));
        }
        if (dice.chance(40)) {
            text.append(
                    switch (dice.below(4)) {
                        case 0 -> " AND n " + dice.pick("=", "<", ">", "<>") + " ?";
                        case 1 -> " AND b = ?";
                        case 2 -> " AND a IS MISSING";
                        default -> " AND begins_with(b, ?)";
                    });
            if (text.charAt(text.length() - 1) == '?') {
                parameters.add(text.indexOf(" n ") > 0 ? Json.of("N", "1") : Json.of("S", dice.pick(Values.STRINGS)));
            } else if (text.charAt(text.length() - 1) == ')') {
                parameters.add(Json.of("S", dice.pick("a", "b")));
            }
        }
        return Json.of("Statement", text.toString(), "Parameters", parameters);
    }

    private Map<String, Object> selectItem(Table table) {
        List<Object> parameters = new ArrayList<>();
        String where = where(table, parameters);
        return Json.of("Statement", "SELECT * FROM \"" + table.name() + "\"" + where, "Parameters", parameters);
    }

    private Map<String, Object> write(Table table) {
        List<Object> parameters = new ArrayList<>();
        String name = "\"" + table.name() + "\"";
        String statement = switch (dice.below(4)) {
            case 0 -> {
                Map<String, Object> item = values.item(table);
                StringBuilder text = new StringBuilder("INSERT INTO " + name + " VALUE {");
                item.forEach((attribute, value) -> {
                    text.append(parameters.isEmpty() ? "" : ", ").append("'" + attribute + "': ?");
                    parameters.add(value);
                });
                yield text.append("}").toString();
            }
            case 1 -> "DELETE FROM " + name + where(table, parameters);
            case 2 -> {
                parameters.add(values.valueFor(table, "b"));
                yield "UPDATE " + name + " SET b = ?" + where(table, parameters);
            }
            default -> "UPDATE " + name + " REMOVE " + dice.pick("a", "b", "c") + where(table, parameters);
        };
        return Json.of("Statement", statement, "Parameters", parameters);
    }

    private String where(Table table, List<Object> parameters) {
        StringBuilder where = new StringBuilder();
        for (Attribute key : table.keys()) {
            where.append(where.isEmpty() ? " WHERE " : " AND ")
                    .append(key.name())
                    .append(" = ?");
            parameters.add(values.key(key.type()));
        }
        return where.toString();
    }
}
