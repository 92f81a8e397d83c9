package dev.trestle.bench;

import dev.trestle.engine.EngineOptions;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Trestle in memory beside DynamoDB Local in memory, both in this process and through {@code DynamoDbClient}. */
final class LocalBench {
    private static final int ITEMS = 20_000;
    private static final long ITEM_CACHE_BYTES = 128L * 1024 * 1024;

    private final Path directory;

    LocalBench(Path directory) {
        this.directory = directory;
    }

    void run(Duel duel, PrintStream out) throws IOException, ReflectiveOperationException {
        out.println("DynamoDB Local, embedded and in memory: its licence binds whoever runs it");
        out.printf(
                "%,d items of 1 KB; Trestle in memory with an item cache of %d MiB. Neither side syncs; both are warmed up%n",
                ITEMS, ITEM_CACHE_BYTES / (1024 * 1024));
        try (LocalPeer peer = LocalPeer.open(directory);
                TrestleSide side = new TrestleSide(EngineOptions.inMemory().withItemCacheBytes(ITEM_CACHE_BYTES))) {
            TrestleSide local = new TrestleSide(peer.client());
            for (TrestleSide each : new TrestleSide[] {side, local}) {
                each.createTable(false);
                each.loadOneByOne(ITEMS);
            }
            int partitions = ITEMS / Workload.PARTITION_ITEMS;
            for (TrestleSide each : new TrestleSide[] {side, local}) {
                NewItems warm = new NewItems(0);
                duel.warmUp(1, random -> put(each, warm));
                duel.warmUp(1, random -> each.get(random % ITEMS));
                duel.warmUp(1, random -> each.query(random % partitions));
            }
            for (int threads = 1; threads <= 2; threads++) {
                duel.run(
                        "GetItem",
                        threads,
                        random -> side.get(random % ITEMS),
                        random -> local.get(random % ITEMS),
                        25);
                duel.run(
                        "Query of 20",
                        threads,
                        random -> side.query(random % partitions),
                        random -> local.query(random % partitions),
                        8);
            }
            for (int threads : new int[] {1, 8, 32}) {
                NewItems ours = new NewItems(threads);
                NewItems theirs = new NewItems(threads);
                duel.run("PutItem", threads, random -> put(side, ours), random -> put(local, theirs), 20);
            }
        }
    }

    private static long put(TrestleSide side, NewItems items) {
        side.put(items.next());
        return 1;
    }

    /** Items with keys that nobody has used. All but the key was made before the clock starts: databases are measured here. */
    private static final class NewItems {
        private static final int CONTENTS = 1024;

        private final List<Map<String, AttributeValue>> contents = new ArrayList<>(CONTENTS);
        private final AtomicLong next;

        NewItems(int threads) {
            next = new AtomicLong(1_000_000_000L * threads);
            for (int i = 0; i < CONTENTS; i++) {
                Map<String, AttributeValue> content = Workload.item(i, threads);
                content.keySet().removeAll(Workload.key(i).keySet());
                contents.add(content);
            }
        }

        Map<String, AttributeValue> next() {
            long number = next.getAndIncrement();
            return new KeyedItem(Workload.key(number), contents.get((int) (number % CONTENTS)));
        }
    }

    /** A key and the content of another item, without a copy of it: the SDK's request makes one anyway. */
    private static final class KeyedItem extends AbstractMap<String, AttributeValue> {
        private final Map<String, AttributeValue> key;
        private final Map<String, AttributeValue> content;

        KeyedItem(Map<String, AttributeValue> key, Map<String, AttributeValue> content) {
            this.key = key;
            this.content = content;
        }

        @Override
        public int size() {
            return key.size() + content.size();
        }

        @Override
        public void forEach(BiConsumer<? super String, ? super AttributeValue> action) {
            key.forEach(action);
            content.forEach(action);
        }

        @Override
        public Set<Entry<String, AttributeValue>> entrySet() {
            Map<String, AttributeValue> all = new HashMap<>(key);
            all.putAll(content);
            return all.entrySet();
        }
    }
}
