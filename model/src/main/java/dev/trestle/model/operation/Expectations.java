package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.error.ModelException;
import dev.trestle.model.mapping.Component;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What writes expect, as conditions for the service, and judged here. */
final class Expectations {
    private Expectations() {}

    /** Both of these; one that says nothing is left out. */
    static Expect both(Expect one, Expect other) {
        if (one instanceof Expect.Any || one.equals(other)) {
            return other;
        }
        return other instanceof Expect.Any ? one : new Expect.All(List.of(one, other));
    }

    /** That an item is still what it was when it was read; still none if none was there. */
    static Expect asRead(@Nullable Stored<?> read) {
        return read == null ? Expect.ABSENT : Expect.unchanged(read);
    }

    /** The condition's text; empty if nothing is expected. */
    static String condition(Expect expect, Entity<?> entity, Expression expression, long nowSeconds) {
        if (expect instanceof Expect.Any) {
            return "";
        }
        Set<String> terms = new LinkedHashSet<>();
        collect(expect, entity, expression, nowSeconds, terms);
        // Each term has one operator, those about expiry have two more, and one stands between two terms.
        return Expression.checked(
                String.join(" AND ", terms),
                terms.size() * 2 + 4,
                entity,
                "name the attributes that the decision read, or give the entity a version");
    }

    private static void collect(
            Expect expect, Entity<?> entity, Expression expression, long nowSeconds, Set<String> terms) {
        if (expect instanceof Expect.Absent) {
            String none =
                    "attribute_not_exists(" + expression.name(entity.table().partition()) + ")";
            terms.add(orExpired(none, entity, expression, nowSeconds));
        } else if (expect instanceof Expect.Uncounted uncounted) {
            String name = expression.name(uncounted.attribute());
            String none = "attribute_not_exists(" + name + ") OR " + name + " = "
                    + expression.value(AttributeValue.createN("0"));
            terms.add(orExpired(none, entity, expression, nowSeconds));
        } else if (expect instanceof Expect.Present) {
            present(entity, expression, nowSeconds, terms);
        } else if (expect instanceof Expect.Equal equal) {
            present(entity, expression, nowSeconds, terms);
            terms.add(same(expression, equal.attribute(), valueOf(equal, entity)));
        } else if (expect instanceof Expect.Unchanged unchanged) {
            terms.add("attribute_exists(" + expression.name(entity.table().partition()) + ")");
            attributesOf(unchanged, entity).forEach((name, value) -> terms.add(same(expression, name, value)));
        } else if (expect instanceof Expect.All all) {
            all.expectations().forEach(each -> collect(each, entity, expression, nowSeconds, terms));
        } else if (!(expect instanceof Expect.Any)) {
            throw unknown(expect);
        }
    }

    /** Java 17 does not check that a chain of type tests is exhaustive; a kind that is left out must not pass for one that holds. */
    private static IllegalStateException unknown(Expect expect) {
        return new IllegalStateException(
                "an expectation of an unknown kind: " + expect.getClass().getName());
    }

    /** An item that has expired and is still stored is as good as none. */
    private static String orExpired(String none, Entity<?> entity, Expression expression, long nowSeconds) {
        String expiry = entity.table().expiry();
        return expiry == null
                ? "(" + none + ")"
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

    private static String same(Expression expression, String attribute, @Nullable AttributeValue value) {
        String name = expression.name(attribute);
        return value == null ? "attribute_not_exists(" + name + ")" : name + " = " + expression.value(value);
    }

    /**
     * Whether it holds for an item as it is.
     *
     * @param item empty if there is none, or it has expired
     */
    static boolean holds(Expect expect, Entity<?> entity, Map<String, AttributeValue> item) {
        if (expect instanceof Expect.Absent) {
            return item.isEmpty();
        } else if (expect instanceof Expect.Uncounted uncounted) {
            AttributeValue count = item.get(uncounted.attribute());
            return count == null || "0".equals(count.n());
        } else if (expect instanceof Expect.Present) {
            return !item.isEmpty();
        } else if (expect instanceof Expect.Equal equal) {
            return !item.isEmpty() && Sameness.same(valueOf(equal, entity), item.get(equal.attribute()));
        } else if (expect instanceof Expect.Unchanged unchanged) {
            return !item.isEmpty()
                    && attributesOf(unchanged, entity).entrySet().stream()
                            .allMatch(each -> Sameness.same(each.getValue(), item.get(each.getKey())));
        } else if (expect instanceof Expect.All all) {
            return all.expectations().stream().allMatch(each -> holds(each, entity, item));
        } else if (expect instanceof Expect.Any) {
            return true;
        }
        throw unknown(expect);
    }

    /** Whether an item that is there is what it must not meet. */
    static boolean wantsNone(Expect expect) {
        return expect instanceof Expect.Absent
                || expect instanceof Expect.Uncounted
                || expect instanceof Expect.All all
                        && all.expectations().stream().anyMatch(Expectations::wantsNone);
    }

    private static @Nullable AttributeValue valueOf(Expect.Equal equal, Entity<?> entity) {
        Component component = componentOf(equal.attribute(), entity);
        if (equal.value() == null) {
            return null;
        }
        try {
            return component.writeChecked(equal.value());
        } catch (IllegalArgumentException e) {
            throw new ModelException(
                    "an attribute cannot have the value that is expected of it",
                    ModelException.facts("entity", entity.name(), "attribute", equal.attribute()),
                    e);
        }
    }

    private static Component componentOf(String attribute, Entity<?> entity) {
        Component component = entity.mapping().owner(attribute);
        if (component == null || component.kind() == Component.Kind.KEY_ONLY) {
            throw new ModelException(
                    "something is expected of an attribute that the entity's items have not",
                    ModelException.facts("entity", entity.name(), "attribute", attribute));
        }
        return component;
    }

    /** The attributes to compare, with the values that were read; null where there was none. A version stands for all of them. */
    private static Map<String, @Nullable AttributeValue> attributesOf(Expect.Unchanged unchanged, Entity<?> entity) {
        Map<String, AttributeValue> item = unchanged.read().item();
        Map<String, @Nullable AttributeValue> compared = new TreeMap<>();
        for (String name : unchanged.attributes()) {
            componentOf(name, entity);
            compared.put(name, item.get(name));
        }
        String version = entity.version();
        if (compared.isEmpty() && version != null && item.containsKey(version)) {
            compared.put(version, item.get(version));
        }
        if (!compared.isEmpty()) {
            return compared;
        }
        item.forEach((name, value) -> {
            if (entity.mapping().owner(name) != null) {
                compared.put(name, value);
            }
        });
        for (Component component : entity.attributes()) {
            boolean own = component.kind() == Component.Kind.ATTRIBUTE || component.kind() == Component.Kind.VARIANT;
            if (own) {
                compared.putIfAbsent(component.attribute(), null);
            }
        }
        return compared;
    }
}
