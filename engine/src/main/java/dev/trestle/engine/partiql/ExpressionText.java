package dev.trestle.engine.partiql;

import dev.trestle.engine.api.ExpressionAttributes;
import dev.trestle.engine.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes parts of a statement as the expressions of the other operations, so that one evaluator serves both. Every name and value
 * becomes a placeholder.
 */
final class ExpressionText {
    private final Map<String, String> placeholders = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();
    private final Map<String, Value> values = new LinkedHashMap<>();

    String name(String name) {
        return placeholders.computeIfAbsent(name, given -> {
            String placeholder = "#n" + placeholders.size();
            names.put(placeholder, given);
            return placeholder;
        });
    }

    String value(Value value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    String path(Expr.Path path) {
        StringBuilder text = new StringBuilder();
        for (Expr.Step step : path.steps()) {
            if (step instanceof Expr.Field field) {
                text.append(text.length() == 0 ? "" : ".").append(name(field.name()));
            } else {
                text.append('[').append(((Expr.Element) step).index()).append(']');
            }
        }
        return text.toString();
    }

    /** What stands behind the placeholders; maps that would be empty are left out, as in a request. */
    ExpressionAttributes attributes() {
        return new ExpressionAttributes(names.isEmpty() ? null : names, values.isEmpty() ? null : values);
    }
}
