package dev.trestle.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.streams.StreamTail;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.ListStreamsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardFilterType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamStatus;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** How streams begin and end, and how they are described and listed. */
class StreamLifeTest extends ConformanceTest {

    @Test
    void createTable_withAStream_describesIt() {
        String table = create(TableShape.keys("pk S", "sk N").stream(StreamViewType.NEW_IMAGE));

        TableDescription description = describe(table);
        assertThat(description.streamSpecification().streamEnabled()).isTrue();
        assertThat(description.streamSpecification().streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
        assertThat(description.latestStreamLabel()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}");
        assertThat(description.latestStreamArn())
                .isEqualTo(description.tableArn() + "/stream/" + description.latestStreamLabel());

        StreamDescription stream = describeStream(description.latestStreamArn());
        assertThat(stream.streamArn()).isEqualTo(description.latestStreamArn());
        assertThat(stream.streamLabel()).isEqualTo(description.latestStreamLabel());
        assertThat(stream.streamStatus()).isEqualTo(StreamStatus.ENABLED);
        assertThat(stream.streamViewType()).isEqualTo(StreamViewType.NEW_IMAGE);
        assertThat(stream.tableName()).isEqualTo(table);
        assertThat(stream.keySchema()).isEqualTo(description.keySchema());
        assertThat(stream.creationRequestDateTime())
                .isBetween(
                        Instant.now().minus(Duration.ofMinutes(5)),
                        Instant.now().plusSeconds(5));
        assertThat(stream.shards()).hasSize(1);
        Shard shard = stream.shards().get(0);
        assertThat(shard.shardId()).matches("shardId-\\d{20}-[0-9a-f]{8}");
        assertThat(shard.parentShardId()).isNull();
        assertThat(shard.sequenceNumberRange().startingSequenceNumber()).matches("\\d{21,40}");
        assertThat(shard.sequenceNumberRange().endingSequenceNumber()).isNull();
    }

    @Test
    void createTable_withoutAStream_hasNone() {
        String table = create(TableShape.keys("pk S"));
        assertThat(describe(table).streamSpecification()).isNull();
        assertThat(describe(table).latestStreamArn()).isNull();
        assertThat(describe(table).latestStreamLabel()).isNull();
        assertThat(streams.listStreams(r -> r.tableName(table)).streams()).isEmpty();
    }

    @Test
    void createTable_withAStreamSwitchedOff_hasNone() {
        String table = newTableName();
        client.createTable(TableShape.keys("pk S").request(table).toBuilder()
                .streamSpecification(s -> s.streamEnabled(false))
                .build());
        waitUntilActive(table);
        assertThat(describe(table).latestStreamArn()).isNull();
    }

    @Test
    void updateTable_onAFullTable_beginsWithTheNextWrite() {
        String table = create(TableShape.keys("pk S"));
        put(table, "{pk: 'a', v: 1}");
        put(table, "{pk: 'b', v: 1}");

        String arn = enable(table, StreamViewType.NEW_AND_OLD_IMAGES);
        put(table, "{pk: 'a', v: 2}");
        client.deleteItem(r -> r.tableName(table).key(Literals.item("{pk: 'b'}")));

        List<Record> records = await(arn, 2);
        assertThat(records).extracting(Record::eventNameAsString).containsExactly("MODIFY", "REMOVE");
        assertThat(Literals.show(records.get(0).dynamodb().oldImage())).isEqualTo("{pk: 'a', v: 1}");
        assertThat(Literals.show(records.get(1).dynamodb().oldImage())).isEqualTo("{pk: 'b', v: 1}");
    }

    @Test
    void updateTable_switchedOffAndOnAgain_isAnotherStream() {
        String table = create(TableShape.keys("pk S").stream(StreamViewType.KEYS_ONLY));
        String first = describe(table).latestStreamArn();
        put(table, "{pk: 'a'}");
        await(first, 1);

        disable(table);
        assertThat(describe(table).streamSpecification()).isNull();
        assertThat(describe(table).latestStreamArn()).isEqualTo(first);
        put(table, "{pk: 'unseen'}");
        String second = enable(table, StreamViewType.NEW_IMAGE);
        put(table, "{pk: 'b'}");

        assertThat(second).isNotEqualTo(first);
        assertThat(await(second, 1))
                .extracting(record -> Literals.show(record.dynamodb().newImage()))
                .containsExactly("{pk: 'b'}");
        assertThat(await(first, 1))
                .extracting(record -> Literals.show(record.dynamodb().keys()))
                .containsExactly("{pk: 'a'}");
        StreamDescription closed = describeStream(first);
        assertThat(closed.streamStatus()).isEqualTo(StreamStatus.DISABLED);
        assertThat(closed.shards()).hasSize(1);
        assertThat(closed.shards().get(0).sequenceNumberRange().endingSequenceNumber())
                .isNotNull();
        assertThat(streams.listStreams(r -> r.tableName(table)).streams())
                .extracting(stream -> stream.streamArn())
                .containsExactlyInAnyOrder(first, second);
    }

    @Test
    void deleteTable_withAStream_leavesItReadable() {
        String table = create(TableShape.keys("pk S").stream(StreamViewType.NEW_IMAGE));
        String arn = describe(table).latestStreamArn();
        put(table, "{pk: 'a'}");
        await(arn, 1);
        client.deleteTable(r -> r.tableName(table));
        waitUntil("the table is gone", () -> !exists(table));

        assertThat(describeStream(arn).streamStatus()).isEqualTo(StreamStatus.DISABLED);
        assertThat(StreamTail.readAll(streams, arn))
                .extracting(record -> Literals.show(record.dynamodb().newImage()))
                .containsExactly("{pk: 'a'}");
    }

    @Test
    void createTable_ofADeletedName_hasAStreamOfItsOwn() {
        String table = create(TableShape.keys("pk S").stream(StreamViewType.NEW_IMAGE));
        String first = describe(table).latestStreamArn();
        put(table, "{pk: 'a'}");
        client.deleteTable(r -> r.tableName(table));
        waitUntil("the table is gone", () -> !exists(table));
        client.createTable(
                TableShape.keys("pk S").stream(StreamViewType.NEW_IMAGE).request(table));
        waitUntilActive(table);
        String second = describe(table).latestStreamArn();

        assertThat(second).isNotEqualTo(first);
        assertThat(StreamTail.readAll(streams, second)).isEmpty();
        assertThat(StreamTail.readAll(streams, first)).hasSize(1);
    }

    @Test
    void listStreams_inPages_givesEachOnce() {
        // Names of which one begins with another, and goes on with characters around the ARN's slash.
        String base = newTableName();
        List<String> names = List.of(base, base + "-x", base + ".x", base + "0", base + "_x");
        List<String> expected = new ArrayList<>();
        for (String name : names) {
            client.createTable(
                    TableShape.keys("pk S").stream(StreamViewType.KEYS_ONLY).request(name));
            waitUntilActive(name);
            expected.add(describe(name).latestStreamArn());
        }
        try {
            List<String> found = new ArrayList<>();
            String[] after = new String[1];
            do {
                ListStreamsResponse page = streams.listStreams(r -> r.limit(2).exclusiveStartStreamArn(after[0]));
                assertThat(page.streams()).hasSizeLessThanOrEqualTo(2);
                page.streams().forEach(stream -> found.add(stream.streamArn()));
                after[0] = page.lastEvaluatedStreamArn();
            } while (after[0] != null);
            assertThat(found).doesNotHaveDuplicates().containsAll(expected);
        } finally {
            names.stream().skip(1).forEach(name -> client.deleteTable(r -> r.tableName(name)));
        }
    }

    @Test
    void listStreams_ofATable_givesItsOnly() {
        String table = create(TableShape.keys("pk S").stream(StreamViewType.KEYS_ONLY));
        create(TableShape.keys("pk S").stream(StreamViewType.KEYS_ONLY));
        ListStreamsResponse answer = streams.listStreams(r -> r.tableName(table));
        assertThat(answer.streams()).hasSize(1);
        assertThat(answer.streams().get(0).tableName()).isEqualTo(table);
        assertThat(answer.streams().get(0).streamLabel())
                .isEqualTo(describe(table).latestStreamLabel());
        assertThat(answer.lastEvaluatedStreamArn()).isNull();
        assertThat(streams.listStreams(r -> r.tableName("no-such-table")).streams())
                .isEmpty();
    }

    @Test
    @DiffersFromDynamoDbLocal("it knows no filter")
    void describeStream_childrenOfTheOnlyShard_areNone() {
        String table = create(TableShape.keys("pk S").stream(StreamViewType.KEYS_ONLY));
        String arn = describe(table).latestStreamArn();
        String shard = describeStream(arn).shards().get(0).shardId();
        assertThat(streams.describeStream(r -> r.streamArn(arn)
                                .shardFilter(f ->
                                        f.type(ShardFilterType.CHILD_SHARDS).shardId(shard)))
                        .streamDescription()
                        .shards())
                .isEmpty();
    }

    private String enable(String table, StreamViewType view) {
        client.updateTable(r -> r.tableName(table)
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(view)));
        waitUntilActive(table);
        return describe(table).latestStreamArn();
    }

    private void disable(String table) {
        client.updateTable(r -> r.tableName(table).streamSpecification(s -> s.streamEnabled(false)));
        waitUntilActive(table);
    }

    private StreamDescription describeStream(String arn) {
        return streams.describeStream(r -> r.streamArn(arn)).streamDescription();
    }

    private List<Record> await(String arn, int expected) {
        waitUntil(
                expected + " records are in the stream",
                () -> StreamTail.readAll(streams, arn).size() >= expected);
        List<Record> records = StreamTail.readAll(streams, arn);
        assertThat(records).hasSize(expected);
        return records;
    }
}
