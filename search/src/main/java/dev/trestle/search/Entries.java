package dev.trestle.search;

import dev.trestle.model.Table;
import dev.trestle.platform.events.Change;
import dev.trestle.platform.events.StreamTail;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes entries of records. A record that fails again and again is left out, so that the others do not wait for it. */
final class Entries {
    private static final Logger LOG = LoggerFactory.getLogger(Entries.class);
    private static final int ATTEMPTS_MAX = 3;
    private static final long PAUSE_MS = 200;

    private final IndexDefinition definition;
    private final AtomicLong skipped = new AtomicLong();
    /** By the entry's key, so that an entry is made once for all of its parts; for the following thread alone. */
    private final Map<String, Remade<?>> remade = new LinkedHashMap<>();

    Entries(IndexDefinition definition) {
        this.definition = definition;
    }

    long skipped() {
        return skipped.get();
    }

    /** Brings a change into an index; a second time it changes nothing. */
    void apply(Generation index, StreamTail tail, Change change) throws IOException {
        Table table = tail.table(change);
        for (IndexDefinition.Mapping<?> mapping : definition.mappings()) {
            if (mapping.entity().table().equals(table)) {
                apply(index, tail, mapping, change);
            }
        }
    }

    /** An entry that is to be made anew, by a part of it. */
    private record Remade<T extends Record>(IndexDefinition.Mapping<T> mapping, StreamTail.Owned<T> part) {}

    /** Makes entries anew whose parts have changed. */
    void finish(Generation index) throws IOException {
        while (!remade.isEmpty()) {
            Map.Entry<String, Remade<?>> first = remade.entrySet().iterator().next();
            remake(index, first.getValue());
            remade.remove(first.getKey());
        }
    }

    private <T extends Record> void remake(Generation index, Remade<T> each) throws IOException {
        tell(each.mapping(), each.part(), false, put(index, each.mapping(), each.part()));
    }

    private <T extends Record> void tell(
            IndexDefinition.Mapping<T> mapping,
            StreamTail.Owned<T> owned,
            boolean isRemoved,
            @Nullable RuntimeException failure) {
        try {
            definition
                    .listener()
                    .written(new IndexDefinition.Written(
                            owned.store(), mapping.id().apply(owned.record()), mapping.entity(), isRemoved, failure));
        } catch (RuntimeException e) {
            LOG.warn("whoever listens to the index {} could not be told of an entry", definition.name(), e);
        }
    }

    private <T extends Record> void note(IndexDefinition.Mapping<T> mapping, StreamTail.@Nullable Owned<T> part) {
        if (part != null) {
            remade.put(String.valueOf(key(mapping, part)), new Remade<>(mapping, part));
        }
    }

    private <T extends Record> void apply(
            Generation index, StreamTail tail, IndexDefinition.Mapping<T> mapping, Change change) throws IOException {
        if (mapping.isPart()) {
            note(mapping, tail.record(mapping.entity(), change.before()));
            note(mapping, tail.record(mapping.entity(), change.after()));
            return;
        }
        StreamTail.Owned<T> old = tail.record(mapping.entity(), change.before());
        String before = key(mapping, old);
        StreamTail.Owned<T> after = tail.record(mapping.entity(), change.after());
        String now = key(mapping, after);
        if (before != null && !before.equals(now)) {
            index.delete(before);
            if (old != null) {
                tell(mapping, old, true, null);
            }
        }
        if (after != null) {
            tell(mapping, after, false, put(index, mapping, after));
        }
    }

    private static <T extends Record> @Nullable String key(
            IndexDefinition.Mapping<T> mapping, StreamTail.@Nullable Owned<T> owned) {
        return owned == null ? null : Fields.key(owned.tenant(), mapping.id().apply(owned.record()));
    }

    /** Brings an item of a table into an index that is built. */
    void put(Generation index, StreamTail tail, Table table, Map<String, AttributeValue> item) throws IOException {
        for (IndexDefinition.Mapping<?> mapping : definition.mappings()) {
            if (mapping.entity().table().equals(table) && !mapping.isPart()) {
                putIfOf(index, tail, mapping, item);
            }
        }
    }

    private <T extends Record> void putIfOf(
            Generation index, StreamTail tail, IndexDefinition.Mapping<T> mapping, Map<String, AttributeValue> item)
            throws IOException {
        StreamTail.Owned<T> owned = tail.record(mapping.entity(), item);
        if (owned != null) {
            RuntimeException unused = put(index, mapping, owned);
        }
    }

    /** Returns why the entry could not be made, if so. */
    private <T extends Record> @Nullable RuntimeException put(
            Generation index, IndexDefinition.Mapping<T> mapping, StreamTail.Owned<T> owned) throws IOException {
        String id = mapping.id().apply(owned.record());
        String key = Fields.key(owned.tenant(), id);
        Entry entry;
        try {
            entry = made(mapping, owned);
        } catch (RuntimeException e) {
            LOG.warn("a record could not be made into an entry of the index {}; it is left out", definition.name(), e);
            skipped.incrementAndGet();
            return e;
        }
        if (entry == null) {
            index.delete(key);
        } else {
            index.put(key, owned.tenant(), id, entry);
        }
        return null;
    }

    private static <T extends Record> @Nullable Entry made(
            IndexDefinition.Mapping<T> mapping, StreamTail.Owned<T> owned) {
        for (int attempt = 1; ; attempt++) {
            try {
                return mapping.entry().apply(owned.store(), owned.record());
            } catch (RuntimeException e) {
                if (attempt == ATTEMPTS_MAX) {
                    throw e;
                }
                pause(attempt * PAUSE_MS);
            }
        }
    }

    private static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The index is being closed.", e);
        }
    }
}
