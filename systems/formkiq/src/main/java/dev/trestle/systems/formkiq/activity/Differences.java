package dev.trestle.systems.formkiq.activity;

import dev.trestle.systems.formkiq.model.AuditTable.Change;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What differs between two items, by attribute. Keys, and what every change changes, are no difference. An item of
 * the record is bounded: what does not fit is cut, and the record says so by an ellipsis.
 */
final class Differences {
    private static final Set<String> NO_VALUES = Set.of(
            "PK",
            "SK",
            "GSI1PK",
            "GSI1SK",
            "GSI2PK",
            "GSI2SK",
            "documentId",
            "inserteddate",
            "lastModifiedDate",
            "userId",
            "TimeToLive",
            "siteId");
    private static final int BYTES_MAX = 200_000;
    private static final int SHORT = 200;
    private static final int KEYS_MAX = 400;

    private Differences() {}

    static Map<String, Change> of(
            Map<String, AttributeValue> before, Map<String, AttributeValue> after, Set<String> hidden) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        Map<String, Change> changes = new TreeMap<>();
        for (String name : names) {
            AttributeValue old = before.get(name);
            AttributeValue now = after.get(name);
            boolean isSame = old == null ? now == null : old.equals(now);
            if (isSame || NO_VALUES.contains(name)) {
                continue;
            }
            boolean isHidden = hidden.contains(name);
            changes.put(shown(name), new Change(isHidden ? masked(now) : now, isHidden ? masked(old) : old));
        }
        return changes;
    }

    private static @Nullable AttributeValue masked(@Nullable AttributeValue value) {
        return value == null ? null : AttributeValue.fromS("********");
    }

    private static String shown(String name) {
        return name.startsWith("md#")
                ? "metadata." + name.substring(3)
                : name.startsWith("attr#")
                        ? "attributes." + name.substring(5)
                        : name.startsWith("role#") ? "role." + name.substring(5) : name;
    }

    /** The same, small enough for an item. */
    static Map<String, Change> bounded(Map<String, Change> changes) {
        long bytes = 0;
        for (Map.Entry<String, Change> each : changes.entrySet()) {
            bytes += each.getKey().length() * 3L
                    + size(each.getValue().oldValue())
                    + size(each.getValue().newValue());
        }
        if (bytes <= BYTES_MAX && changes.size() <= KEYS_MAX) {
            return changes;
        }
        Map<String, Change> cut = new LinkedHashMap<>();
        for (Map.Entry<String, Change> each : changes.entrySet()) {
            if (cut.size() == KEYS_MAX) {
                cut.put("…", new Change(AttributeValue.fromN(Integer.toString(changes.size() - KEYS_MAX)), null));
                break;
            }
            cut.put(
                    each.getKey(),
                    new Change(
                            cut(each.getValue().newValue()), cut(each.getValue().oldValue())));
        }
        return cut;
    }

    private static long size(@Nullable AttributeValue value) {
        if (value == null) {
            return 0;
        }
        if (value.hasL()) {
            return value.l().stream().mapToLong(Differences::size).sum();
        }
        if (value.hasM()) {
            return value.m().entrySet().stream()
                    .mapToLong(each -> each.getKey().length() * 3L + size(each.getValue()))
                    .sum();
        }
        return value.s() == null ? 10 : value.s().length() * 3L;
    }

    private static @Nullable AttributeValue cut(@Nullable AttributeValue value) {
        if (value == null) {
            return null;
        }
        if (value.hasL()) {
            List<AttributeValue> first = new ArrayList<>();
            value.l().stream().limit(1).forEach(each -> first.add(cutText(each)));
            return value.l().size() == 1
                    ? AttributeValue.fromL(first)
                    : AttributeValue.fromL(List.of(first.get(0), AttributeValue.fromS("…")));
        }
        return value.hasM() ? AttributeValue.fromS("…") : cutText(value);
    }

    private static AttributeValue cutText(AttributeValue value) {
        String text = value.s();
        if (text == null || text.length() <= SHORT) {
            return text == null && (value.hasL() || value.hasM()) ? AttributeValue.fromS("…") : value;
        }
        int end = Character.isHighSurrogate(text.charAt(SHORT - 1)) ? SHORT - 1 : SHORT;
        return AttributeValue.fromS(text.substring(0, end) + "…");
    }
}
