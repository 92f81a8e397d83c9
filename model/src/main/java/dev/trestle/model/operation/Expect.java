package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.mapping.Component;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What a write expects of the item that it finds. It is written only if that holds, in one step with the check. */
public sealed interface Expect {
    /** Nothing. */
    Expect ANYTHING = new Any();

    /** That there is no item. */
    Expect ABSENT = new Absent();

    /** That there is an item. */
    Expect PRESENT = new Present();

    /** That the attributes that the decision read are what they were; all that the record has, if none is named. */
    static Expect unchanged(Stored<?> read, String... attributes) {
        return new Unchanged(read, List.of(attributes));
    }

    /** That an attribute has a value. */
    static Expect equal(String attribute, Object value) {
        return new Equal(attribute, value);
    }

    /** That the item has no such attribute. */
    static Expect without(String attribute) {
        return new Equal(attribute, null);
    }

    /** All of these. */
    static Expect all(Expect... expectations) {
        return new All(List.of(expectations));
    }

    /** See {@link Expect#ANYTHING}. */
    record Any() implements Expect {}

    /** See {@link Expect#ABSENT}. */
    record Absent() implements Expect {}

    /** See {@link Expect#PRESENT}. */
    record Present() implements Expect {}

    /** See {@link Expect#unchanged}. */
    record Unchanged(Stored<?> read, List<String> attributes) implements Expect {}

    /** See {@link Expect#equal}. */
    record Equal(String attribute, @Nullable Object value) implements Expect {}

    /** See {@link Expect#all}. */
    record All(List<Expect> expectations) implements Expect {}

    /** The condition's text; empty if nothing is expected. */
    static String condition(Expect expect, Entity<?> entity, Expression expression, long nowSeconds) {
        Set<String> terms = new LinkedHashSet<>();
        collect(expect, entity, expression, nowSeconds, terms);
        return String.join(" AND ", terms);
    }

    private static void collect(
            Expect expect, Entity<?> entity, Expression expression, long nowSeconds, Set<String> terms) {
        if (expect instanceof Absent) {
            terms.add(absent(entity, expression, nowSeconds));
        } else if (expect instanceof Present) {
            present(entity, expression, nowSeconds, terms);
        } else if (expect instanceof Equal equal) {
            present(entity, expression, nowSeconds, terms);
            terms.add(same(expression, equal.attribute(), valueOf(equal, entity)));
        } else if (expect instanceof Unchanged unchanged) {
            terms.add("attribute_exists(" + expression.name(entity.table().partition()) + ")");
            attributesOf(unchanged, entity).forEach((name, value) -> terms.add(same(expression, name, value)));
        } else if (expect instanceof All all) {
            all.expectations().forEach(each -> collect(each, entity, expression, nowSeconds, terms));
        }
    }

    /** An item that has expired and is still stored is as good as none. */
    private static String absent(Entity<?> entity, Expression expression, long nowSeconds) {
        String none = "attribute_not_exists(" + expression.name(entity.table().partition()) + ")";
        String expiry = entity.table().expiry();
        return expiry == null
                ? none
                : "(" + none + " OR " + expression.name(expiry) + " <= " + expression.seconds(nowSeconds) + ")";
    }

    private static void present(Entity<?> entity, Expression expression, long nowSeconds, Set<String> terms) {
        terms.add("attribute_exists(" + expression.name(entity.table().partition()) + ")");
        String expiry = entity.table().expiry();
        if (expiry != null) {
            String name = expression.name(expiry);
            terms.add("(attribute_not_exists(" + name + ") OR " + name + " > " + expression.seconds(nowSeconds) + ")");
        }
    }

    private static @Nullable AttributeValue valueOf(Equal equal, Entity<?> entity) {
        Component component = entity.mapping().component(equal.attribute());
        if (component == null) {
            throw new IllegalArgumentException(entity.name() + " has no attribute " + equal.attribute());
        }
        return equal.value() == null ? null : component.write(equal.value());
    }

    /**
     * Whether it holds for an item as it is.
     *
     * @param item empty if there is none, or it has expired
     */
    static boolean holds(Expect expect, Entity<?> entity, Map<String, AttributeValue> item) {
        if (expect instanceof Absent) {
            return item.isEmpty();
        } else if (expect instanceof Present) {
            return !item.isEmpty();
        } else if (expect instanceof Equal equal) {
            return !item.isEmpty() && Objects.equals(valueOf(equal, entity), item.get(equal.attribute()));
        } else if (expect instanceof Unchanged unchanged) {
            return !item.isEmpty()
                    && attributesOf(unchanged, entity).entrySet().stream()
                            .allMatch(each -> Objects.equals(each.getValue(), item.get(each.getKey())));
        } else if (expect instanceof All all) {
            return all.expectations().stream().allMatch(each -> holds(each, entity, item));
        }
        return true;
    }

    private static String same(Expression expression, String attribute, @Nullable AttributeValue value) {
        String name = expression.name(attribute);
        return value == null ? "attribute_not_exists(" + name + ")" : name + " = " + expression.value(value);
    }

    /** The attributes to compare, with the values that were read; null where there was none. */
    private static Map<String, @Nullable AttributeValue> attributesOf(Unchanged unchanged, Entity<?> entity) {
        Map<String, AttributeValue> item = unchanged.read().item();
        Map<String, @Nullable AttributeValue> compared = new TreeMap<>();
        if (!unchanged.attributes().isEmpty()) {
            unchanged.attributes().forEach(name -> compared.put(name, item.get(name)));
            return compared;
        }
        for (Component component : entity.attributes()) {
            switch (component.kind()) {
                case ATTRIBUTE, VARIANT -> compared.put(component.attribute(), item.get(component.attribute()));
                case PREFIXED ->
                    new LinkedHashMap<>(item).forEach((name, value) -> {
                        if (name.startsWith(component.attribute())) {
                            compared.put(name, value);
                        }
                    });
                case KEY_ONLY -> {}
            }
        }
        return compared;
    }
}
