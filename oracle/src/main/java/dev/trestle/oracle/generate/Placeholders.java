package dev.trestle.oracle.generate;

import java.util.LinkedHashMap;
import java.util.Map;

/** The names and values that a request's expressions stand upon, collected while the expressions are written. */
final class Placeholders {
    private final Dice dice;
    private final Map<String, Object> names = new LinkedHashMap<>();
    private final Map<String, Object> values = new LinkedHashMap<>();
    private int nextValue;

    Placeholders(Dice dice) {
        this.dice = dice;
    }

    /** An attribute's name as an expression may write it. */
    String name(String attribute) {
        boolean needsAlias = attribute.contains(".")
                || attribute.equals("name")
                || attribute.equals("list")
                || attribute.equals("map");
        if (!needsAlias && dice.chance(75)) {
            return attribute;
        }
        String alias = "#" + attribute.replace(".", "_");
        names.put(alias, attribute);
        return alias;
    }

    String value(Map<String, Object> value) {
        String alias = ":v" + nextValue++;
        values.put(alias, value);
        return alias;
    }

    /** Takes a value back that no expression came to use. */
    void discard(String alias) {
        values.remove(alias);
    }

    void into(Map<String, Object> request) {
        if (!names.isEmpty()) {
            request.put("ExpressionAttributeNames", names);
        }
        if (!values.isEmpty()) {
            request.put("ExpressionAttributeValues", values);
        }
    }
}
