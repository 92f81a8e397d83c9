package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Update expressions. */
final class Updates {
    private final Dice dice;
    private final Values values;
    private final Conditions conditions;

    Updates(Dice dice, Values values, Conditions conditions) {
        this.dice = dice;
        this.values = values;
        this.conditions = conditions;
    }

    /** One to four actions on different attributes, so that no paths overlap. */
    String update(Table table, Placeholders placeholders) {
        Map<String, List<String>> clauses = new LinkedHashMap<>();
        for (String attribute : dice.some(Values.names(), dice.between(1, 4))) {
            if (table.isKey(attribute)) {
                continue;
            }
            switch (dice.below(10)) {
                case 0, 1 -> add(clauses, "REMOVE", conditions.path(attribute, placeholders));
                case 2, 3 -> add(clauses, "ADD", addition(attribute, placeholders));
                case 4 -> add(clauses, "DELETE", deletion(placeholders));
                default ->
                    add(
                            clauses,
                            "SET",
                            conditions.path(attribute, placeholders) + " = " + operand(table, attribute, placeholders));
            }
        }
        // REMOVE alone makes no item on the service where DynamoDB Local makes one: all that follows would differ.
        if (Set.of("REMOVE").containsAll(clauses.keySet())) {
            add(clauses, "SET", "touched = " + placeholders.value(values.ofType("N", 0)));
        }
        StringBuilder expression = new StringBuilder();
        for (String clause : dice.some(new ArrayList<>(clauses.keySet()), clauses.size())) {
            expression
                    .append(expression.isEmpty() ? "" : " ")
                    .append(dice.chance(80) ? clause : clause.toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(String.join(", ", clauses.getOrDefault(clause, List.of())));
        }
        return expression.toString();
    }

    private static void add(Map<String, List<String>> clauses, String clause, String action) {
        clauses.computeIfAbsent(clause, unused -> new ArrayList<>()).add(action);
    }

    private String addition(String attribute, Placeholders placeholders) {
        return switch (attribute) {
            case "ss", "ns", "bs" ->
                placeholders.name(attribute) + " "
                        + placeholders.value(values.ofType(attribute.toUpperCase(Locale.ROOT), 0));
            default -> placeholders.name(attribute) + " " + placeholders.value(values.ofType("N", 0));
        };
    }

    private String deletion(Placeholders placeholders) {
        String attribute = dice.pick("ss", "ns", "bs");
        String type = dice.chance(95) ? attribute.toUpperCase(Locale.ROOT) : dice.pick("SS", "NS", "BS");
        return placeholders.name(attribute) + " " + placeholders.value(values.ofType(type, 0));
    }

    private String operand(Table table, String attribute, Placeholders placeholders) {
        String value = placeholders.value(values.valueFor(table, attribute));
        return switch (dice.below(10)) {
            case 0 ->
                "if_not_exists(" + conditions.path(conditions.attribute(table), placeholders) + ", " + value + ")";
            case 1 -> {
                placeholders.discard(value);
                yield conditions.path(conditions.attribute(table), placeholders);
            }
            case 2, 3 -> arithmetic(attribute, value, placeholders);
            case 4 -> append(attribute, value, placeholders);
            default -> value;
        };
    }

    private String arithmetic(String attribute, String otherwise, Placeholders placeholders) {
        if (!List.of("n", "m", "h", "a.b", "a").contains(attribute)) {
            return otherwise;
        }
        String path = placeholders.name(attribute);
        String left =
                dice.chance(50) ? path : "if_not_exists(" + path + ", " + placeholders.value(Json.of("N", "0")) + ")";
        String right = placeholders.value(values.ofType("N", 0));
        placeholders.discard(otherwise);
        return dice.chance(80) ? left + dice.pick(" + ", " - ") + right : right + dice.pick("+", "-") + left;
    }

    private String append(String attribute, String otherwise, Placeholders placeholders) {
        if (!attribute.equals("list") && !attribute.equals("c")) {
            return otherwise;
        }
        placeholders.discard(otherwise);
        String path = placeholders.name(attribute);
        String left = dice.chance(40)
                ? path
                : "if_not_exists(" + path + ", " + placeholders.value(Json.of("L", new ArrayList<>())) + ")";
        String right = placeholders.value(values.ofType("L", 1));
        return dice.chance(70)
                ? "list_append(" + left + ", " + right + ")"
                : "list_append(" + right + ", " + left + ")";
    }
}
