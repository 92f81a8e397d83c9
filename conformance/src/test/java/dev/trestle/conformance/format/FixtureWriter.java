package dev.trestle.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.TableShape;
import dev.trestle.conformance.crash.ChildJvm;
import dev.trestle.conformance.format.Listing.Line;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BackupStatus;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Makes the stores that later releases have to open: one that was closed, and one whose process was killed with part of its data in
 * the log, an index half filled and another one's remains not yet removed. No test, and not run with the tests; by hand, once per
 * format: {@code ./trestle test -pl conformance -am -Dtest=FixtureWriter -Dsurefire.failIfNoSpecifiedTests=false}
 */
class FixtureWriter {
    private static final int BATCH = 25;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    @Test
    void writeStores() throws Exception {
        Path closed = temporary.resolve("closed");
        try (TrestleDb db = open(closed)) {
            assertThat(db.client().listTables().tableNames()).isEmpty();
        }
        int format = Fixtures.format(closed);
        Listing listing = Listing.read(Fixtures.listing(format));
        try (TrestleDb db = open(closed)) {
            writeFirstHalf(db.client(), listing);
            keepTime(db, listing);
            writeSecondHalf(db.client(), listing);
            changeIndexes(db.client(), listing);
            listing.of("added").forEach(line -> awaitActive(db.client(), line));
        }
        Fixtures.pack(closed, Fixtures.packed(format, "closed"));

        Path killed = temporary.resolve("killed");
        try (TrestleDb db = open(killed)) {
            writeFirstHalf(db.client(), listing);
            keepTime(db, listing);
        }
        try (ChildJvm child = ChildJvm.start(temporary, Killed.class, killed, Fixtures.listing(format))) {
            child.readUntil("written");
            child.kill();
        }
        Fixtures.pack(killed, Fixtures.packed(format, "killed"));
        Path copy = Fixtures.unpack(Fixtures.packed(format, "killed"), temporary.resolve("copy"));
        try (TrestleDb db = open(copy)) {
            assertThat(listing.of("added"))
                    .as("indexes that were being filled; if not, run it again")
                    .allMatch(line -> status(db.client(), line) == IndexStatus.CREATING);
        }
    }

    /** Writes the second half and waits to be killed. */
    static final class Killed {
        private Killed() {}

        public static void main(String[] arguments) throws IOException, InterruptedException {
            TrestleDb db = open(Path.of(arguments[0]));
            Listing listing = Listing.read(Path.of(arguments[1]));
            writeSecondHalf(db.client(), listing);
            changeIndexes(db.client(), listing);
            System.out.println("written");
            Thread.currentThread().join();
        }
    }

    private static TrestleDb open(Path store) {
        return TrestleDb.open(Fixtures.options(store).withClock(Fixtures.clock(Fixtures.WRITTEN)));
    }

    private static void writeFirstHalf(DynamoDbClient client, Listing listing) {
        listing.of("table").forEach(table -> createTable(client, listing, table));
        listing.of("dropped").forEach(line -> {
            client.createTable(TableShape.keys("pk S").request(line.table()));
            putMany(client, line.table(), new Line("many", List.of("50"), "{pk: 'p#'}").numbered());
        });
        listing.of("many").forEach(line -> putMany(client, line.table(), line.numbered()));
        List<Line> items = listing.of("item");
        putItems(client, listing, items.subList(0, items.size() / 2));
    }

    private static void createTable(DynamoDbClient client, Listing listing, Line table) {
        TableShape shape = TableShape.keys(table.keys(1));
        for (Line line : listing.lines()) {
            if (line.kind().equals("gsi") && line.table().equals(table.table())) {
                shape.gsi(line.word(1), line.projection(), line.keys(3));
            } else if (line.kind().equals("lsi") && line.table().equals(table.table())) {
                shape.lsi(line.word(1), line.projection(), line.keys(3)[0]);
            } else if (line.kind().equals("dropped-index") && line.table().equals(table.table())) {
                shape.gsi(line.word(1), TableShape.all(), line.keys(2));
            }
        }
        CreateTableRequest.Builder request = shape.request(table.table()).toBuilder();
        listing.of("stream").stream()
                .filter(line -> line.table().equals(table.table()))
                .forEach(line ->
                        request.streamSpecification(s -> s.streamEnabled(true).streamViewType(line.word(1))));
        client.createTable(request.build());
        listing.of("tag").stream()
                .filter(line -> line.table().equals(table.table()))
                .forEach(line -> client.tagResource(r -> r.resourceArn(arn(client, line))
                        .tags(Tag.builder()
                                .key(line.word(1))
                                .value(line.word(2))
                                .build())));
    }

    static String arn(DynamoDbClient client, Line line) {
        return client.describeTable(r -> r.tableName(line.table())).table().tableArn();
    }

    /** What is there beside tables and items, when half of the items are. */
    private static void keepTime(TrestleDb db, Listing listing) {
        for (Line line : listing.of("expiry")) {
            db.client()
                    .updateTimeToLive(r -> r.tableName(line.table())
                            .timeToLiveSpecification(t -> t.enabled(true).attributeName(line.word(1))));
            Awaitility.await()
                    .until(() -> db.client()
                                    .describeTimeToLive(r -> r.tableName(line.table()))
                                    .timeToLiveDescription()
                                    .timeToLiveStatus()
                            == TimeToLiveStatus.ENABLED);
        }
        for (Line line : listing.of("backup")) {
            String backup = db.client()
                    .createBackup(r -> r.tableName(line.table()).backupName(line.word(1)))
                    .backupDetails()
                    .backupArn();
            Awaitility.await()
                    .until(() -> db.client()
                                    .describeBackup(r -> r.backupArn(backup))
                                    .backupDescription()
                                    .backupDetails()
                                    .backupStatus()
                            == BackupStatus.AVAILABLE);
        }
        for (Line line : listing.of("consumer")) {
            int records = line.count();
            AtomicInteger seen = new AtomicInteger();
            try (StreamSubscription subscription =
                    db.engine().subscribe(consumer(line), batch -> seen.addAndGet(batch.size()))) {
                Awaitility.await().until(() -> seen.get() == records);
            }
        }
    }

    static SubscribeStream consumer(Line line) {
        return new SubscribeStream(line.table(), line.word(1), SubscribeStream.Start.TRIM_HORIZON, null);
    }

    private static void writeSecondHalf(DynamoDbClient client, Listing listing) {
        List<Line> items = listing.of("item");
        putItems(client, listing, items.subList(items.size() / 2, items.size()));
        for (Line line : listing.of("once")) {
            client.transactWriteItems(r -> r.clientRequestToken(line.word(1)).transactItems(addHit(line)));
        }
        listing.of("dropped").forEach(line -> client.deleteTable(r -> r.tableName(line.table())));
    }

    static TransactWriteItem addHit(Line once) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(once.table())
                        .key(once.attributes())
                        .updateExpression("ADD hits :one")
                        .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))))
                .build();
    }

    /** Items with hits get theirs from the transactions, which add to what is there. */
    private static void putItems(DynamoDbClient client, Listing listing, List<Line> items) {
        for (Line line : items) {
            int at = listing.lines().indexOf(line);
            Line before = listing.lines().get(Math.max(0, at - 1));
            Map<String, AttributeValue> item = (before.kind().equals("given") ? before : line).attributes();
            if (item.containsKey("hits")) {
                continue;
            }
            Map<String, AttributeValue> first = new HashMap<>(item);
            first.put("overwritten", AttributeValue.fromS("soon"));
            client.putItem(r -> r.tableName(line.table()).item(first));
            client.putItem(r -> r.tableName(line.table()).item(item));
        }
    }

    private static void changeIndexes(DynamoDbClient client, Listing listing) {
        for (Line line : listing.of("dropped-index")) {
            client.updateTable(r -> r.tableName(line.table())
                    .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                            .delete(d -> d.indexName(line.word(1)))
                            .build()));
        }
        for (Line line : listing.of("added")) {
            String[] key = line.keys(3)[0].split(" ");
            client.updateTable(r -> r.tableName(line.table())
                    .attributeDefinitions(TableShape.definition(key[0], key[1]))
                    .globalSecondaryIndexUpdates(GlobalSecondaryIndexUpdate.builder()
                            .create(c -> c.indexName(line.word(1))
                                    .keySchema(TableShape.hash(key[0]))
                                    .projection(line.projection()))
                            .build()));
        }
    }

    static void awaitActive(DynamoDbClient client, Line index) {
        Awaitility.await().until(() -> status(client, index) == IndexStatus.ACTIVE);
    }

    private static IndexStatus status(DynamoDbClient client, Line index) {
        return client.describeTable(r -> r.tableName(index.table())).table().globalSecondaryIndexes().stream()
                .filter(found -> found.indexName().equals(index.word(1)))
                .findFirst()
                .orElseThrow()
                .indexStatus();
    }

    private static void putMany(DynamoDbClient client, String table, List<Map<String, AttributeValue>> items) {
        for (int start = 0; start < items.size(); start += BATCH) {
            List<WriteRequest> puts = items.subList(start, Math.min(items.size(), start + BATCH)).stream()
                    .map(item -> WriteRequest.builder()
                            .putRequest(PutRequest.builder().item(item).build())
                            .build())
                    .toList();
            client.batchWriteItem(r -> r.requestItems(Map.of(table, puts)));
        }
    }
}
