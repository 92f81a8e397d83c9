package dev.trestle.systems.formkiq.actions;

import dev.trestle.systems.formkiq.actions.ActionViews.Parameters;
import dev.trestle.systems.formkiq.actions.ActionViews.Query;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The parameters of actions, as requests have them and as items keep them. What is empty is absent. */
final class ActionParameters {
    private ActionParameters() {}

    static Map<String, AttributeValue> stored(@Nullable Parameters given) {
        Map<String, AttributeValue> stored = new LinkedHashMap<>();
        if (given == null) {
            return stored;
        }
        for (RecordComponent component : Parameters.class.getRecordComponents()) {
            Object value = valueOf(component, given);
            if (value instanceof List<?> queries) {
                if (!queries.isEmpty()) {
                    stored.put(component.getName(), AttributeValue.fromL(queries(queries)));
                }
            } else if (value != null && !value.toString().isEmpty()) {
                stored.put(component.getName(), AttributeValue.fromS(value.toString()));
            }
        }
        return stored;
    }

    private static @Nullable Object valueOf(RecordComponent component, Parameters given) {
        try {
            return component.getAccessor().invoke(given);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("a record gives its components", e);
        }
    }

    private static List<AttributeValue> queries(List<?> given) {
        List<AttributeValue> all = new ArrayList<>();
        for (Object each : given) {
            if (each instanceof Query query) {
                Map<String, AttributeValue> one = new LinkedHashMap<>();
                put(one, "text", query.text());
                put(one, "alias", query.alias());
                List<String> pages = query.pages();
                if (pages != null && !pages.isEmpty()) {
                    one.put(
                            "pages",
                            AttributeValue.fromL(
                                    pages.stream().map(AttributeValue::fromS).toList()));
                }
                all.add(AttributeValue.fromM(one));
            }
        }
        return all;
    }

    private static void put(Map<String, AttributeValue> into, String name, @Nullable String text) {
        if (text != null && !text.isEmpty()) {
            into.put(name, AttributeValue.fromS(text));
        }
    }

    static @Nullable Map<String, Object> shown(@Nullable Map<String, AttributeValue> stored) {
        if (stored == null || stored.isEmpty()) {
            return null;
        }
        Map<String, Object> shown = new LinkedHashMap<>();
        stored.forEach((name, value) -> {
            Object plain = plain(value);
            if (plain != null) {
                shown.put(name, plain);
            }
        });
        return shown;
    }

    private static @Nullable Object plain(AttributeValue value) {
        return switch (value.type()) {
            case S -> value.s();
            case N -> new java.math.BigDecimal(value.n());
            case BOOL -> value.bool();
            case L -> value.l().stream().map(ActionParameters::plain).toList();
            case M -> {
                Map<String, Object> members = new LinkedHashMap<>();
                value.m().forEach((name, each) -> {
                    Object plain = plain(each);
                    if (plain != null) {
                        members.put(name, plain);
                    }
                });
                yield members;
            }
            default -> null;
        };
    }
}
