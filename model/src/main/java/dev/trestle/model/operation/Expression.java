package dev.trestle.model.operation;

import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The placeholders of a request's expressions: every name and value has one, so that no text is ever part of an expression. */
final class Expression {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> placeholders = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    /** The placeholder of an attribute's name. */
    String name(String attribute) {
        return placeholders.computeIfAbsent(attribute, none -> {
            String placeholder = "#n" + names.size();
            names.put(placeholder, attribute);
            return placeholder;
        });
    }

    /** The placeholder of a value. */
    String value(AttributeValue value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    String value(String text) {
        return value(AttributeValue.createS(text));
    }

    /** The placeholder of a time, in seconds since 1970. */
    String seconds(long time) {
        values.put(":now", AttributeValue.fromN(Long.toString(time)));
        return ":now";
    }

    Map<String, String> names() {
        return names;
    }

    Map<String, AttributeValue> values() {
        return values;
    }
}
