package dev.trestle.conformance.streams;

import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.engine.api.SubscribeStream.Start;
import dev.trestle.sdk.TrestleDb;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A table whose items are numbers, and its subscriptions. */
final class Told {
    static final String TABLE = "told";

    private Told() {}

    /** A database in memory that has the table. */
    static TrestleDb memory() {
        TrestleDb db = TrestleDb.inMemory();
        create(db);
        return db;
    }

    static void create(TrestleDb db) {
        RandomWrites.createTable(db.client(), TABLE, StreamViewType.NEW_IMAGE);
    }

    static StreamSubscription subscribe(TrestleDb db, @Nullable String consumer, Start start, Collector listener) {
        return db.engine().subscribe(new SubscribeStream(TABLE, consumer, start, null), listener);
    }

    static void put(TrestleDb db, int from, int to) {
        for (int i = from; i < to; i++) {
            String key = Integer.toString(i);
            db.client().putItem(r -> r.tableName(TABLE).item(Map.of("pk", AttributeValue.fromS(key))));
        }
    }

    static List<String> numbers(int from, int to) {
        return IntStream.range(from, to).mapToObj(Integer::toString).toList();
    }

    static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
