package dev.trestle.model.evolution;

import dev.trestle.model.Guard;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Names and values of an expression, and the conditions that hold a write to what was read. */
final class Expressions {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final List<String> terms = new ArrayList<>();

    String name(String attribute) {
        String placeholder = "#n" + names.size();
        names.put(placeholder, attribute);
        return placeholder;
    }

    String value(AttributeValue value) {
        String placeholder = ":v" + values.size();
        values.put(placeholder, value);
        return placeholder;
    }

    /** The attribute is what it was; null if there was none. */
    Expressions same(String attribute, @Nullable AttributeValue value) {
        String name = name(attribute);
        terms.add(value == null ? "attribute_not_exists(" + name + ")" : name + " = " + value(value));
        return this;
    }

    /** All attributes of an item are what they were. */
    Expressions same(Map<String, AttributeValue> item) {
        item.forEach(this::same);
        return this;
    }

    /** There is no guard, or it is held by the same item. */
    Expressions ownOrAbsent(String partitionAttribute, Guard guard) {
        terms.add("(attribute_not_exists(" + name(partitionAttribute) + ") OR " + name("partition") + " = "
                + value(AttributeValue.fromS(guard.partition())) + " AND " + name("sort") + " = "
                + value(AttributeValue.fromS(guard.sort())) + ")");
        return this;
    }

    String condition() {
        return String.join(" AND ", terms);
    }

    Map<String, String> names() {
        return names;
    }

    /** Null if there are none, as requests want it. */
    @Nullable
    Map<String, AttributeValue> values() {
        return values.isEmpty() ? null : values;
    }
}
