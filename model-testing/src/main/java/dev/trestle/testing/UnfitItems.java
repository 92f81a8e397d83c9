package dev.trestle.testing;

import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What another program, or a slip of the hand, makes of a stored item: each attribute missing, NULL, and of every other type. */
public final class UnfitItems {
    private static final int NESTED_MAX = 3;

    private static final Map<String, AttributeValue> TYPES = types();

    private UnfitItems() {}

    /** An item, and what was done to it: {@code editors as SS}. */
    public record Unfit(String how, Map<String, AttributeValue> item) {
        @Override
        public String toString() {
            return how;
        }
    }

    private static Map<String, AttributeValue> types() {
        Map<String, AttributeValue> types = new LinkedHashMap<>();
        types.put("NULL", AttributeValue.fromNul(true));
        types.put("S", AttributeValue.fromS("other"));
        types.put("S of digits", AttributeValue.fromS("17"));
        types.put("N", AttributeValue.fromN("7.5"));
        types.put("a large N", AttributeValue.fromN("1E100"));
        types.put("BOOL", AttributeValue.fromBool(true));
        types.put("B", AttributeValue.fromB(SdkBytes.fromUtf8String("bytes")));
        types.put("L", AttributeValue.fromL(List.of(AttributeValue.fromS("a"), AttributeValue.fromNul(true))));
        types.put("L of L", AttributeValue.fromL(List.of(AttributeValue.fromL(List.of()))));
        types.put("M", AttributeValue.fromM(Map.of("a", AttributeValue.fromS("b"))));
        types.put("SS", AttributeValue.fromSs(List.of("a", "b")));
        types.put("NS", AttributeValue.fromNs(List.of("1", "2")));
        types.put("BS", AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("b"))));
        return types;
    }

    /** All of an item, which keeps its primary key. Some are such that a table refuses them, where an index has another type of key. */
    public static List<Unfit> of(Table table, Map<String, AttributeValue> item) {
        List<Unfit> all = new ArrayList<>();
        for (String attribute : item.keySet()) {
            if (attribute.equals(table.partition()) || attribute.equals(table.sort())) {
                continue;
            }
            AttributeValue old = item.get(attribute);
            changes(attribute, old, 0).forEach((how, value) -> all.add(new Unfit(how, with(item, attribute, value))));
        }
        return all;
    }

    private static Map<String, @Nullable AttributeValue> changes(String name, AttributeValue old, int depth) {
        Map<String, @Nullable AttributeValue> changes = new LinkedHashMap<>();
        changes.put("without " + name, null);
        TYPES.forEach((type, value) -> {
            // A string instead of a string is another value, and not an item that does not fit.
            if (!(type.startsWith("S") && old.s() != null && !type.equals("SS"))
                    && (depth == 0 || type.equals("NULL"))) {
                changes.put(name + " as " + type, value);
            }
        });
        boolean texts = old.hasL() && !old.l().isEmpty() && old.l().stream().allMatch(each -> each.s() != null);
        if (texts) {
            List<String> elements =
                    old.l().stream().map(AttributeValue::s).distinct().toList();
            changes.put(name + " (elements) as SS", AttributeValue.fromSs(elements));
        }
        if (depth < NESTED_MAX && old.hasM()) {
            old.m()
                    .forEach((key, inner) -> changes(name + "." + key, inner, depth + 1)
                            .forEach(
                                    (how, value) -> changes.put(how, AttributeValue.fromM(with(old.m(), key, value)))));
        }
        if (depth < NESTED_MAX && old.hasL() && !old.l().isEmpty()) {
            changes(name + "[0]", old.l().get(0), depth + 1).forEach((how, value) -> {
                List<AttributeValue> elements = new ArrayList<>(old.l());
                if (value == null) {
                    elements.remove(0);
                } else {
                    elements.set(0, value);
                }
                changes.put(how, AttributeValue.fromL(elements));
            });
        }
        return changes;
    }

    private static Map<String, AttributeValue> with(
            Map<String, AttributeValue> item, String attribute, @Nullable AttributeValue value) {
        Map<String, AttributeValue> changed = new HashMap<>(item);
        if (value == null) {
            changed.remove(attribute);
        } else {
            changed.put(attribute, value);
        }
        return changed;
    }

    /** The attributes of an item that keys of indexes are made of. */
    static Set<String> indexKeys(Table table) {
        Set<String> names = new TreeSet<>();
        table.indexes().forEach(index -> {
            names.add(index.partition());
            if (index.sort() != null) {
                names.add(index.sort());
            }
        });
        return names;
    }
}
