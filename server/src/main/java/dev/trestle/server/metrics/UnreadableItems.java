package dev.trestle.server.metrics;

import dev.trestle.model.UnreadableItem;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The stored items that did not fit their records when they were read since the server started: the last ones of each system, and how often by
 * system and entity. Any number of threads may share it.
 */
public final class UnreadableItems implements UnreadableItem.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(UnreadableItems.class);

    /** Of one system; the ones that were not met for longest go first. */
    public static final int ITEMS_MAX = 200;

    private final Clock clock;
    private final Map<String, Map<Place, Met>> bySystem = new TreeMap<>();
    private final Map<Kind, Long> counts = new LinkedHashMap<>();

    private record Place(
            String table, String partition, @Nullable String sort) {}

    /** What is counted together; a model has few of them. */
    public record Kind(String system, String entity) {}

    /** An item, and when it was last met. */
    public record Met(UnreadableItem item, Instant lastSeen) {}

    public UnreadableItems(Clock clock) {
        this.clock = clock;
    }

    @Override
    public void met(UnreadableItem item) {
        boolean isNew;
        synchronized (this) {
            counts.merge(new Kind(item.system(), item.entity()), 1L, Long::sum);
            Map<Place, Met> items = bySystem.computeIfAbsent(item.system(), system -> new LinkedHashMap<>());
            // Taken out first, so that the order is that in which they were last met.
            isNew = items.remove(placeOf(item)) == null;
            items.put(placeOf(item), new Met(item, clock.instant()));
            if (items.size() > ITEMS_MAX) {
                items.remove(items.keySet().iterator().next());
            }
        }
        if (isNew) {
            // Keys can hold addresses and names: the console shows them, the log does not.
            LOG.atWarn()
                    .addKeyValue("system", item.system())
                    .addKeyValue("table", item.table())
                    .addKeyValue("entity", item.entity())
                    .addKeyValue("reason", item.reason())
                    .log("an item cannot be read and is left out; the console lists it by its key");
        }
    }

    private static Place placeOf(UnreadableItem item) {
        return new Place(item.table(), item.partition(), item.sort());
    }

    /** Those of a system, the last met first. */
    public synchronized List<Met> of(String system) {
        List<Met> items =
                new ArrayList<>(bySystem.getOrDefault(system, Map.of()).values());
        Collections.reverse(items);
        return items;
    }

    /** Forgets one that is gone, or can be read again. */
    public synchronized void forget(UnreadableItem item) {
        bySystem.getOrDefault(item.system(), Map.of()).remove(placeOf(item));
    }

    /** How often items were met, by system and entity. */
    public synchronized Map<Kind, Long> counts() {
        return Map.copyOf(counts);
    }
}
