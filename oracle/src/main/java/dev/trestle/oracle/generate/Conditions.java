package dev.trestle.oracle.generate;

import dev.trestle.conformance.cases.Json;
import dev.trestle.oracle.generate.Universe.Table;
import java.util.List;
import java.util.Map;

/** Condition and filter expressions, paths and projections. */
final class Conditions {
    private static final int DEPTH_MAX = 3;

    private final Dice dice;
    private final Values values;

    Conditions(Dice dice, Values values) {
        this.dice = dice;
        this.values = values;
    }

    String condition(Table table, Placeholders placeholders) {
        return condition(table, placeholders, 0);
    }

    private String condition(Table table, Placeholders placeholders, int depth) {
        if (depth < DEPTH_MAX && dice.chance(35)) {
            String left = condition(table, placeholders, depth + 1);
            return switch (dice.below(5)) {
                case 0 -> left + " AND " + condition(table, placeholders, depth + 1);
                case 1 -> left + " or " + condition(table, placeholders, depth + 1);
                case 2 -> "NOT " + left;
                case 3 -> "(" + left + " OR " + condition(table, placeholders, depth + 1) + ")";
                default -> "NOT (" + left + " AND " + condition(table, placeholders, depth + 1) + ")";
            };
        }
        return simple(table, placeholders);
    }

    private String simple(Table table, Placeholders placeholders) {
        String attribute = attribute(table);
        String path = path(attribute, placeholders);
        return switch (dice.below(12)) {
            case 0 -> "attribute_exists(" + path + ")";
            case 1 -> "attribute_not_exists(" + path + ")";
            case 2 ->
                "attribute_type(" + path + ", "
                        + placeholders.value(
                                Json.of("S", dice.pick("S", "N", "B", "BOOL", "NULL", "M", "L", "SS", "NS", "BS")))
                        + ")";
            case 3 ->
                "begins_with(" + path + ", " + placeholders.value(values.ofType(dice.chance(85) ? "S" : "B", 0)) + ")";
            case 4 -> "contains(" + path + ", " + operandFor(attribute, placeholders) + ")";
            case 5 ->
                "size(" + path + ") " + comparator() + " "
                        + placeholders.value(Json.of("N", dice.pick("0", "1", "2", "3")));
            case 6 -> between(path, attribute, placeholders);
            case 7 -> in(path, attribute, placeholders);
            case 8 -> path + " " + comparator() + " " + path(attribute(table), placeholders);
            default -> path + " " + comparator() + " " + operandFor(attribute, placeholders);
        };
    }

    /** The bounds of BETWEEN have one type and an order: the other cases are mistakes of their own. */
    private String between(String path, String attribute, Placeholders placeholders) {
        boolean number = attribute.equals("n") || attribute.equals("h") || attribute.equals("m") || dice.chance(30);
        String low = placeholders.value(
                number ? Json.of("N", dice.pick("-1", "0", "1")) : Json.of("S", dice.pick("A", "a")));
        String high = placeholders.value(
                number ? Json.of("N", dice.pick("1", "2", "10")) : Json.of("S", dice.pick("b", "é")));
        return path + " BETWEEN " + low + " AND " + high;
    }

    private String in(String path, String attribute, Placeholders placeholders) {
        StringBuilder list = new StringBuilder(path).append(" IN (");
        int count = dice.between(1, 4);
        for (int i = 0; i < count; i++) {
            list.append(i == 0 ? "" : ", ").append(operandFor(attribute, placeholders));
        }
        return list.append(')').toString();
    }

    private String operandFor(String attribute, Placeholders placeholders) {
        return placeholders.value(dice.chance(80) ? scalarFor(attribute) : values.any(0));
    }

    private Map<String, Object> scalarFor(String attribute) {
        return switch (attribute) {
            case "pk", "sk" -> values.key(dice.pick("S", "N", "B"));
            case "ss" -> values.ofType("S", 0);
            case "ns" -> values.ofType("N", 0);
            default -> values.valueFor(attribute);
        };
    }

    private String comparator() {
        return dice.pick("=", "=", "<>", "<", "<=", ">", ">=");
    }

    String attribute(Table table) {
        return dice.chance(15) ? dice.pick(table.keys()).name() : dice.pick(Values.names());
    }

    /** The attribute itself, or a place inside it if it is one that may hold documents. */
    String path(String attribute, Placeholders placeholders) {
        String path = placeholders.name(attribute);
        if (!List.of("a", "c", "map", "list").contains(attribute) || dice.chance(50)) {
            return path;
        }
        StringBuilder nested = new StringBuilder(path);
        for (int i = dice.between(1, 2); i > 0; i--) {
            boolean index = attribute.equals("list") ? dice.chance(80) : dice.chance(25);
            nested.append(index ? "[" + dice.below(4) + "]" : "." + placeholders.name(dice.pick("x", "y", "z", "a.b")));
        }
        return nested.toString();
    }

    String projection(Table table, Placeholders placeholders) {
        StringBuilder projection = new StringBuilder();
        List<String> attributes = dice.some(Values.names(), dice.between(1, 4));
        if (dice.chance(40)) {
            attributes.add(dice.pick(table.keys()).name());
        }
        for (String attribute : attributes) {
            projection.append(projection.isEmpty() ? "" : ", ").append(path(attribute, placeholders));
        }
        return projection.toString();
    }
}
