package dev.trestle.server.console;

import dev.trestle.model.Table;
import dev.trestle.model.UnreadableItem;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.metrics.UnreadableItems;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The items of a system that cannot be read: those that were met since the server started, and are still there as they were. */
final class Unreadable {
    private final Reader reader;
    private final UnreadableItems met;

    Unreadable(Reader reader, UnreadableItems met) {
        this.reader = reader;
        this.met = met;
    }

    /**
     * An item.
     *
     * @param key as DynamoDB's JSON has it
     * @param reason what is wrong with it now
     */
    record View(String table, String entity, Map<String, Object> key, String reason, Instant lastSeen) {}

    /** The last met first. Each is looked at again, so that one that was repaired is not shown any more. */
    List<View> of(SystemDefinition<?> system) {
        List<View> views = new ArrayList<>();
        for (UnreadableItems.Met each : met.of(system.name())) {
            UnreadableItem item = each.item();
            Table table = Lookup.table(system, item.table());
            Map<String, AttributeValue> key = keyOf(table, item);
            String reason = reason(table, key);
            if (reason == null) {
                met.forget(item);
            } else {
                views.add(new View(item.table(), item.entity(), DynamoJson.ofItem(key), reason, each.lastSeen()));
            }
        }
        return views;
    }

    private static Map<String, AttributeValue> keyOf(Table table, UnreadableItem item) {
        Map<String, AttributeValue> key = new TreeMap<>();
        key.put(table.partition(), AttributeValue.fromS(item.partition()));
        if (table.sort() != null && item.sort() != null) {
            key.put(table.sort(), AttributeValue.fromS(item.sort()));
        }
        return key;
    }

    /** What is wrong with an item; null if it is gone, or can be read. */
    private @Nullable String reason(Table table, Map<String, AttributeValue> key) {
        List<Map<String, AttributeValue>> found = reader.get(table, key).items();
        Recognised known = found.isEmpty() ? null : Recognised.of(table, found.get(0));
        return known == null ? null : known.unreadableBecause(found.get(0));
    }
}
