package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Requests.checkIn;
import static dev.trestle.conformance.Requests.deleteIn;
import static dev.trestle.conformance.Requests.deleteRequest;
import static dev.trestle.conformance.Requests.putIn;
import static dev.trestle.conformance.Requests.putRequest;
import static dev.trestle.conformance.Requests.updateIn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.trestle.conformance.streams.StreamTail;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What a stream's records say, for every way to write an item. */
@OverHttpAsyncToo
class StreamsTest extends ConformanceTest {
    @ParameterizedTest
    @CsvSource({
        "KEYS_ONLY,          INSERT - -,     MODIFY - -,       REMOVE - -",
        "NEW_IMAGE,          INSERT 1 -,     MODIFY 2 -,       REMOVE - -",
        "OLD_IMAGE,          INSERT - -,     MODIFY - 1,       REMOVE - 2",
        "NEW_AND_OLD_IMAGES, INSERT 1 -,     MODIFY 2 1,       REMOVE - 2"
    })
    void records_ofEveryViewType_carryItsImages(StreamViewType view, String insert, String modify, String remove) {
        String table = create(shape(view));
        put(table, "{pk: 'put', sk: 1, v: 1}");
        put(table, "{pk: 'put', sk: 1, v: 2}");
        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'put', sk: 1}")));
        update(table, "{pk: 'update', sk: 1}", "SET v = :v", "{:v: 1}");
        update(table, "{pk: 'update', sk: 1}", "SET v = :v", "{:v: 2}");
        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'update', sk: 1}")));
        batch(table, putRequest("{pk: 'batch', sk: 1, v: 1}"));
        batch(table, putRequest("{pk: 'batch', sk: 1, v: 2}"));
        batch(table, deleteRequest("{pk: 'batch', sk: 1}"));
        client.transactWriteItems(r -> r.transactItems(putIn(table, "{pk: 'transact', sk: 1, v: 1}")));
        client.transactWriteItems(
                r -> r.transactItems(updateIn(table, "{pk: 'transact', sk: 1}", "SET v = :v", "{:v: 2}")));
        client.transactWriteItems(r -> r.transactItems(deleteIn(table, "{pk: 'transact', sk: 1}")));

        List<String> expected = new ArrayList<>();
        for (String way : List.of("put", "update", "batch", "transact")) {
            for (String event : List.of(insert, modify, remove)) {
                expected.add("{pk: '" + way + "', sk: 1} " + event);
            }
        }
        List<Record> records = records(table, expected.size());
        assertThat(records).extracting(StreamsTest::brief).containsExactlyElementsOf(expected);
        assertThat(records)
                .allSatisfy(
                        record -> assertThat(record.dynamodb().streamViewType()).isEqualTo(view));
    }

    /** The keys, the event, and the attribute v of both images. */
    private static String brief(Record record) {
        StreamRecord change = record.dynamodb();
        return Literals.show(change.keys()) + " " + record.eventNameAsString()
                + (change.hasNewImage() ? " " + change.newImage().get("v").n() : " -")
                + (change.hasOldImage() ? " " + change.oldImage().get("v").n() : " -");
    }

    @Test
    void records_images_areWholeItems() {
        String table = create(shape(StreamViewType.NEW_AND_OLD_IMAGES));
        String first =
                "{b: x'00ff', l: [1, 'x', null], m: {k: {d: true}}, ns: <1, 2>, pk: 'a', sk: 1.5, ss: <'a', 'b'>}";
        put(table, first);
        update(table, "{pk: 'a', sk: 1.5}", "SET m.k.d = :f REMOVE b, l[0]", "{:f: false}");

        List<Record> records = records(table, 2);

        StreamRecord change = records.get(1).dynamodb();
        assertThat(Literals.show(change.keys())).isEqualTo("{pk: 'a', sk: 1.5}");
        assertThat(Literals.show(change.oldImage())).isEqualTo(first);
        assertThat(Literals.show(change.newImage()))
                .isEqualTo("{l: ['x', null], m: {k: {d: false}}, ns: <1, 2>, pk: 'a', sk: 1.5, ss: <'a', 'b'>}");
        assertThat(change.newImage())
                .isEqualTo(client.getItem(r -> r.tableName(table).key(item("{pk: 'a', sk: 1.5}")))
                        .item());
    }

    @Test
    void records_ofWritesThatChangeNothing_areNone() {
        String table = create(shape(StreamViewType.NEW_AND_OLD_IMAGES));
        put(table, "{pk: 'a', sk: 1, n: 1, ss: <'x', 'y'>}");

        put(table, "{pk: 'a', sk: 1.0, ss: <'y', 'x'>, n: 1.00}");
        update(table, "{pk: 'a', sk: 1}", "SET n = :n", "{:n: 1}");
        client.updateItem(r -> r.tableName(table).key(item("{pk: 'a', sk: 1}")).updateExpression("REMOVE elsewhere"));
        client.deleteItem(r -> r.tableName(table).key(item("{pk: 'missing', sk: 1}")));
        batch(table, putRequest("{pk: 'a', sk: 1, n: 1, ss: <'x', 'y'>}"));
        batch(table, deleteRequest("{pk: 'missing', sk: 2}"));
        client.transactWriteItems(r -> r.transactItems(
                putIn(table, "{pk: 'a', sk: 1, n: 1, ss: <'x', 'y'>}"),
                deleteIn(table, "{pk: 'missing', sk: 3}"),
                checkIn(table, "{pk: 'missing', sk: 4}", "attribute_not_exists(pk)", null)));
        put(table, "{pk: 'end', sk: 1}");

        assertThat(records(table, 2))
                .extracting(record -> Literals.show(record.dynamodb().keys()))
                .containsExactly("{pk: 'a', sk: 1}", "{pk: 'end', sk: 1}");
    }

    @Test
    void records_ofRefusedWrites_areNone() {
        String table = create(shape(StreamViewType.NEW_AND_OLD_IMAGES));
        put(table, "{pk: 'a', sk: 1}");
        refused(
                ConditionalCheckFailedException.class,
                () -> client.putItem(r -> r.tableName(table)
                        .item(item("{pk: 'a', sk: 1, v: 2}"))
                        .conditionExpression("attribute_not_exists(pk)")));
        refused(
                TransactionCanceledException.class,
                () -> client.transactWriteItems(r -> r.transactItems(
                        putIn(table, "{pk: 'b', sk: 1}"),
                        putIn(table, "{pk: 'a', sk: 1, v: 3}", "attribute_not_exists(pk)", null))));
        put(table, "{pk: 'end', sk: 1}");

        assertThat(records(table, 2))
                .extracting(record -> Literals.show(record.dynamodb().keys()))
                .containsExactly("{pk: 'a', sk: 1}", "{pk: 'end', sk: 1}");
    }

    @Test
    void records_ofAnUpdateThatMakesAnItem_areInserts() {
        String table = create(shape(StreamViewType.NEW_AND_OLD_IMAGES));
        client.updateItem(r -> r.tableName(table).key(item("{pk: 'a', sk: 1}")));

        Record record = records(table, 1).get(0);

        assertThat(record.eventNameAsString()).isEqualTo("INSERT");
        assertThat(Literals.show(record.dynamodb().newImage())).isEqualTo("{pk: 'a', sk: 1}");
        assertThat(record.dynamodb().hasOldImage()).isFalse();
    }

    @Test
    void records_details_areThoseOfTheService() {
        Instant before = Instant.now().minus(Duration.ofMinutes(1));
        String table = create(shape(StreamViewType.NEW_IMAGE));
        put(table, "{pk: 'abc', sk: 1, name: 'xyz'}");
        put(table, "{pk: 'abd', sk: 1, name: 'xyz'}");

        List<Record> records = records(table, 2);

        Record record = records.get(0);
        assertThat(record.eventVersion()).isEqualTo("1.1");
        assertThat(record.eventSource()).isEqualTo("aws:dynamodb");
        assertThat(describe(table).tableArn()).contains(":" + record.awsRegion() + ":");
        assertThat(record.userIdentity()).isNull();
        assertThat(record.eventID()).hasSizeGreaterThanOrEqualTo(32);
        assertThat(records.get(1).eventID()).isNotEqualTo(record.eventID());
        assertThat(record.dynamodb().sequenceNumber()).matches("[0-9]{21,40}");
        assertThat(number(records.get(1))).isGreaterThan(number(record));
        Instant created = record.dynamodb().approximateCreationDateTime();
        assertThat(created).isBetween(before, Instant.now());
        assertThat(created.getNano()).isZero();
        assertThat(records(table, 2)).as("read again").isEqualTo(records);
    }

    @Test
    void records_size_isThatOfKeysAndImages() {
        String table = create(shape(StreamViewType.NEW_AND_OLD_IMAGES));
        put(table, "{pk: 'abc', sk: 1, name: 'xyz'}");
        put(table, "{pk: 'abc', sk: 1, name: 'xyz!'}");

        // keys: pk 2 + 3, sk 2 + 2; images: these and name 4 + 3, and 4 + 4
        assertThat(records(table, 2))
                .extracting(record -> record.dynamodb().sizeBytes())
                .containsExactly(9L + 16, 9L + 16 + 17);
    }

    @Test
    void records_ofATransaction_areThereForEachItem() {
        String table = create(shape(StreamViewType.NEW_IMAGE));
        String other = create(TableShape.keys("id S").stream(StreamViewType.KEYS_ONLY));
        client.transactWriteItems(r -> r.transactItems(
                putIn(table, "{pk: 'a', sk: 1}"),
                putIn(other, "{id: 'x'}"),
                putIn(table, "{pk: 'b', sk: 1}"),
                checkIn(table, "{pk: 'c', sk: 1}", "attribute_not_exists(pk)", null)));

        assertThat(records(table, 2))
                .extracting(record -> Literals.show(record.dynamodb().keys()))
                .containsExactlyInAnyOrder("{pk: 'a', sk: 1}", "{pk: 'b', sk: 1}");
        assertThat(records(other, 1)).hasSize(1);
    }

    @Test
    @Tag("once")
    void records_ofConcurrentWriters_areInTheOrderOfEachItem() throws Exception {
        String table = create(shape(StreamViewType.NEW_AND_OLD_IMAGES));
        int writers = 4;
        int writes = 40;
        List<CompletableFuture<Void>> running = new ArrayList<>();
        for (int writer = 0; writer < writers; writer++) {
            running.add(CompletableFuture.runAsync(() -> {
                for (int i = 0; i < writes; i++) {
                    update(table, "{pk: 'item', sk: " + i % 3 + "}", "ADD n :one", "{:one: 1}");
                }
            }));
        }
        for (CompletableFuture<Void> writer : running) {
            writer.get(60, TimeUnit.SECONDS);
        }

        Map<String, Integer> counts = new HashMap<>();
        BigInteger last = BigInteger.ZERO;
        for (Record record : records(table, writers * writes)) {
            String key = Literals.show(record.dynamodb().keys());
            int count = Integer.parseInt(record.dynamodb().newImage().get("n").n());
            assertThat(count).as(key).isEqualTo(counts.getOrDefault(key, 0) + 1);
            counts.put(key, count);
            assertThat(number(record)).isGreaterThan(last);
            last = number(record);
        }
        assertThat(counts).hasSize(3);
    }

    private static TableShape shape(StreamViewType view) {
        return TableShape.keys("pk S", "sk N").stream(view);
    }

    private List<Record> records(String table, int expected) {
        String arn = describe(table).latestStreamArn();
        waitUntil(
                expected + " records are in the stream",
                () -> StreamTail.readAll(streams, arn).size() >= expected);
        List<Record> records = StreamTail.readAll(streams, arn);
        assertThat(records).hasSize(expected);
        return records;
    }

    private static BigInteger number(Record record) {
        return new BigInteger(record.dynamodb().sequenceNumber());
    }

    private void update(String table, String key, String expression, String values) {
        client.updateItem(r ->
                r.tableName(table).key(item(key)).updateExpression(expression).expressionAttributeValues(item(values)));
    }

    private void batch(String table, WriteRequest... requests) {
        client.batchWriteItem(r -> r.requestItems(Map.of(table, List.of(requests))));
    }

    private static void refused(Class<? extends Throwable> expected, Runnable call) {
        assertThat(catchThrowable(call::run)).isInstanceOf(expected);
    }
}
