package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.error.ModelException;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The placeholders of a request's expressions: every name and value has one, so that no text is ever part of an expression. */
final class Expression {
    /** What a request has that asks nothing. */
    static final Expression NONE = new Expression();

    private static final int CHARS_MAX = 4096;
    private static final int OPERATORS_MAX = 300;
    private static final String NOW = ":now";

    private final Map<String, String> names = new HashMap<>();
    private final Map<String, String> placeholders = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final Map<AttributeValue, String> known = new IdentityHashMap<>();

    /** The placeholder of an attribute's name. */
    String name(String attribute) {
        String before = placeholders.get(attribute);
        if (before != null) {
            return before;
        }
        String placeholder = "#n" + names.size();
        names.put(placeholder, attribute);
        placeholders.put(attribute, placeholder);
        return placeholder;
    }

    /** The placeholder of a value; the same for the same object, so that a term that is asked for twice is sent once. */
    String value(AttributeValue value) {
        String before = known.get(value);
        if (before != null) {
            return before;
        }
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        known.put(value, placeholder);
        return placeholder;
    }

    String value(String text) {
        return value(AttributeValue.createS(text));
    }

    /** The placeholder of a time, in seconds since 1970. */
    String seconds(long time) {
        values.put(NOW, AttributeValue.createN(Long.toString(time)));
        return NOW;
    }

    /** The placeholders of names as a request wants them: null if there are none. */
    @Nullable
    Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    /** The placeholders of values as a request wants them: null if there are none. */
    @Nullable
    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }

    /** A text that the service takes: it has limits that an item with very many attributes can pass. */
    static String checked(String text, int operators, Entity<?> entity, String remedy) {
        if (text.length() > CHARS_MAX || operators > OPERATORS_MAX) {
            throw new ModelException(
                    "an item has more attributes than one request can name",
                    ModelException.facts("entity", entity.name(), "characters", text.length(), "what to do", remedy));
        }
        return text;
    }
}
