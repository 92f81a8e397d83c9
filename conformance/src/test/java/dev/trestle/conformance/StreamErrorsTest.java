package dev.trestle.conformance;

import dev.trestle.conformance.streams.StreamTail;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** What is refused of requests about streams. */
class StreamErrorsTest extends ConformanceTest {
    private static final String ARN = "arn:aws:dynamodb:local:000000000000:table/none/stream/2026-01-01T00:00:00.000";
    private static final String SHARD = "shardId-00000000000000000001-00000001";

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void createTable_streamWithoutEnabled_isRefused() {
        assertInvalid(
                () -> createWith(s -> s.streamViewType(StreamViewType.NEW_IMAGE)),
                "1 validation error detected: Value null at 'streamSpecification.streamEnabled' failed to satisfy"
                        + " constraint: Member must not be null");
    }

    @Test
    void createTable_streamWithoutViewType_isRefused() {
        assertInvalid(
                () -> createWith(s -> s.streamEnabled(true)),
                "Invalid StreamViewType: Stream ViewType must not be null or empty when enabling streams.");
    }

    @Test
    void createTable_viewTypeOfAStreamSwitchedOff_isRefused() {
        assertInvalid(
                () -> createWith(s -> s.streamEnabled(false).streamViewType(StreamViewType.NEW_IMAGE)),
                "Invalid StreamViewType: Stream StreamEnabled was false but a StreamViewType was present.");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes any view type")
    void createTable_unknownViewType_isRefused() {
        assertInvalid(
                () -> createWith(s -> s.streamEnabled(true).streamViewType("EVERYTHING")),
                "1 validation error detected: Value 'EVERYTHING' at 'streamSpecification.streamViewType' failed to satisfy"
                        + " constraint: Member must satisfy enum value set: [NEW_IMAGE, OLD_IMAGE, NEW_AND_OLD_IMAGES,"
                        + " KEYS_ONLY]");
    }

    private void createWith(Consumer<StreamSpecification.Builder> stream) {
        client.createTable(TableShape.keys("pk S").request(newTableName()).toBuilder()
                .streamSpecification(stream)
                .build());
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateTable_streamThatIsOn_isRefused() {
        String table = create(TableShape.keys("pk S").stream(StreamViewType.NEW_IMAGE));
        assertInvalid(
                () -> client.updateTable(r -> r.tableName(table)
                        .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.OLD_IMAGE))),
                "Table already has an enabled stream: TableName: " + table);
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void updateTable_streamThatIsOff_isRefused() {
        String table = create(TableShape.keys("pk S"));
        assertInvalid(
                () -> client.updateTable(r -> r.tableName(table).streamSpecification(s -> s.streamEnabled(false))),
                "Table has no stream to disable: TableName: " + table);
    }

    @Test
    void listStreams_limitOfZero_isRefused() {
        assertInvalid(() -> streams.listStreams(r -> r.limit(0)), tooLow("limit"));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void listStreams_limitOver100_isRefused() {
        assertInvalid(() -> streams.listStreams(r -> r.limit(101)), tooHigh("101", "100"));
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes any name")
    void listStreams_badName_isRefused() {
        assertInvalid(
                () -> streams.listStreams(r -> r.tableName("a")),
                "1 validation error detected: Value 'a' at 'tableName' failed to satisfy constraint: Member must have"
                        + " length greater than or equal to 3");
    }

    @Test
    @DiffersFromDynamoDbLocal("it takes any ARN")
    void listStreams_shortStart_isRefused() {
        assertInvalid(
                () -> streams.listStreams(r -> r.exclusiveStartStreamArn("arn")),
                "1 validation error detected: Value 'arn' at 'exclusiveStartStreamArn' failed to satisfy constraint: Member"
                        + " must have length greater than or equal to 37");
    }

    @Test
    @DiffersFromDynamoDbLocal("it looks for a stream without a name")
    void describeStream_withoutArn_isRefused() {
        assertInvalid(() -> streams.describeStream(r -> r.limit(1)), isNull("streamArn"));
    }

    @Test
    void describeStream_unknownArn_isNotFound() {
        assertRefused(
                () -> streams.describeStream(r -> r.streamArn(ARN)),
                NOT_FOUND,
                "Requested resource not found: Stream: " + ARN + " not found");
    }

    @Test
    @DiffersFromDynamoDbLocal("it looks for a stream of that name")
    void streams_noArnAtAll_isRefused() {
        String nonsense = "arn:nonsense-nonsense-nonsense-nonsense-nonsense";
        String message = "Invalid StreamArn: " + nonsense;
        assertInvalid(() -> streams.describeStream(r -> r.streamArn(nonsense)), message);
        assertInvalid(() -> streams.listStreams(r -> r.exclusiveStartStreamArn(nonsense)), message);
        assertInvalid(
                () -> streams.getShardIterator(r -> r.streamArn(nonsense)
                        .shardId("shardId-00000000000000000000-00000000")
                        .shardIteratorType(ShardIteratorType.LATEST)),
                message);
    }

    @Test
    void describeStream_limitOfZero_isRefused() {
        String arn = stream();
        assertInvalid(() -> streams.describeStream(r -> r.streamArn(arn).limit(0)), tooLow("limit"));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void describeStream_limitOver100_isRefused() {
        String arn = stream();
        assertInvalid(() -> streams.describeStream(r -> r.streamArn(arn).limit(101)), tooHigh("101", "100"));
    }

    @Test
    @DiffersFromDynamoDbLocal("it knows no filter")
    void describeStream_badFilter_isRefused() {
        String arn = stream();
        assertInvalid(
                () -> streams.describeStream(r -> r.streamArn(arn).shardFilter(f -> f.type("ALL"))),
                "2 validation errors detected: Value 'ALL' at 'shardFilter.type' failed to satisfy constraint: Member must"
                        + " satisfy enum value set: [CHILD_SHARDS]; Value null at 'shardFilter.shardId' failed to satisfy"
                        + " constraint: Member must not be null");
    }

    @Test
    @DiffersFromDynamoDbLocal("it complains about one of them")
    void getShardIterator_empty_isRefusedForAllThatIsMissing() {
        assertInvalid(
                () -> streams.getShardIterator(r -> {}),
                "3 validation errors detected: Value null at 'streamArn' failed to satisfy constraint: Member must not be"
                        + " null; Value null at 'shardId' failed to satisfy constraint: Member must not be null; Value null at"
                        + " 'shardIteratorType' failed to satisfy constraint: Member must not be null");
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error")
    void getShardIterator_unknownType_isRefused() {
        assertInvalid(
                () -> streams.getShardIterator(
                        r -> r.streamArn(ARN).shardId(SHARD).shardIteratorType("SOMEWHERE")),
                "1 validation error detected: Value 'SOMEWHERE' at 'shardIteratorType' failed to satisfy constraint: Member"
                        + " must satisfy enum value set: [AT_SEQUENCE_NUMBER, TRIM_HORIZON, LATEST, AFTER_SEQUENCE_NUMBER]");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void getShardIterator_unknownStream_isNotFound() {
        assertRefused(
                () -> streams.getShardIterator(
                        r -> r.streamArn(ARN).shardId(SHARD).shardIteratorType(ShardIteratorType.LATEST)),
                NOT_FOUND,
                "Requested resource not found: Stream: " + ARN + " not found");
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void getShardIterator_unknownShard_isNotFound() {
        String arn = stream();
        String label = arn.substring(arn.lastIndexOf('/') + 1);
        assertRefused(
                () -> streams.getShardIterator(
                        r -> r.streamArn(arn).shardId(SHARD).shardIteratorType(ShardIteratorType.LATEST)),
                NOT_FOUND,
                "Requested resource not found: Shard: " + SHARD + " in Stream: " + label + " not found");
    }

    @Test
    void getShardIterator_sequenceNumberMissing_isRefused() {
        for (ShardIteratorType type :
                new ShardIteratorType[] {ShardIteratorType.AT_SEQUENCE_NUMBER, ShardIteratorType.AFTER_SEQUENCE_NUMBER
                }) {
            assertInvalid(
                    () -> iteratorWith(r -> r.shardIteratorType(type)),
                    "One or more parameter values were invalid: Invalid SequenceNumber");
        }
    }

    @Test
    void getShardIterator_sequenceNumberNotAskedFor_isRefused() {
        for (ShardIteratorType type :
                new ShardIteratorType[] {ShardIteratorType.TRIM_HORIZON, ShardIteratorType.LATEST}) {
            assertInvalid(
                    () -> iteratorWith(r -> r.shardIteratorType(type).sequenceNumber("100000000000000000001")),
                    "One or more parameter values were invalid: SequenceNumber should not be passed for this iterator"
                            + " type");
        }
    }

    @Test
    void getShardIterator_shortSequenceNumber_isRefused() {
        assertInvalid(
                () -> iteratorWith(r -> r.shardIteratorType(ShardIteratorType.AT_SEQUENCE_NUMBER)
                        .sequenceNumber("12345")),
                "1 validation error detected: Value '12345' at 'sequenceNumber' failed to satisfy constraint: Member must"
                        + " have length greater than or equal to 21");
    }

    @Test
    @DiffersFromDynamoDbLocal("it fails with an internal error")
    void getShardIterator_sequenceNumberOutsideTheShard_isRefused() {
        for (String outside : new String[] {
            "999999999999999999999999", "199999999999999999999", "100000000000000000000", "abcabcabcabcabcabcabcabc"
        }) {
            assertInvalid(
                    () -> iteratorWith(r -> r.shardIteratorType(ShardIteratorType.AFTER_SEQUENCE_NUMBER)
                            .sequenceNumber(outside)),
                    "One or more parameter values were invalid: Invalid SequenceNumber: " + outside
                            + " is not in the shard");
        }
    }

    private void iteratorWith(Consumer<GetShardIteratorRequest.Builder> rest) {
        String arn = stream();
        String shard = StreamTail.shards(streams, arn).get(0).shardId();
        streams.getShardIterator(r -> rest.accept(r.streamArn(arn).shardId(shard)));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void getRecords_withoutIterator_isRefused() {
        assertInvalid(() -> streams.getRecords(r -> {}), isNull("shardIterator"));
    }

    @Test
    void getRecords_limits_areChecked() {
        String arn = stream();
        String shard = StreamTail.shards(streams, arn).get(0).shardId();
        String iterator = StreamTail.iterator(streams, arn, shard, ShardIteratorType.LATEST);
        assertInvalid(() -> streams.getRecords(r -> r.shardIterator(iterator).limit(0)), tooLow("limit"));
    }

    @Test
    @WordedOtherwiseByDynamoDbLocal
    void getRecords_limitOver1000_isRefused() {
        String arn = stream();
        String shard = StreamTail.shards(streams, arn).get(0).shardId();
        String iterator = StreamTail.iterator(streams, arn, shard, ShardIteratorType.LATEST);
        assertInvalid(() -> streams.getRecords(r -> r.shardIterator(iterator).limit(1001)), tooHigh("1001", "1000"));
    }

    @Test
    void getRecords_nonsense_isRefused() {
        for (String nonsense : new String[] {"nonsense", "***", "A".repeat(2000)}) {
            assertInvalid(() -> streams.getRecords(r -> r.shardIterator(nonsense)), "Invalid ShardIterator");
        }
    }

    @Test
    @DiffersFromDynamoDbLocal("its iterators are readable, and carry no checksum")
    void getRecords_changedIterator_isRefused() {
        String arn = stream();
        String shard = StreamTail.shards(streams, arn).get(0).shardId();
        String iterator = StreamTail.iterator(streams, arn, shard, ShardIteratorType.LATEST);
        for (int i = 0; i < iterator.length() - 1; i++) {
            char other = iterator.charAt(i) == 'A' ? 'B' : 'A';
            String changed = iterator.substring(0, i) + other + iterator.substring(i + 1);
            assertInvalid(() -> streams.getRecords(r -> r.shardIterator(changed)), "Invalid ShardIterator");
        }
    }

    private String stream() {
        return describe(create(TableShape.keys("pk S").stream(StreamViewType.NEW_IMAGE)))
                .latestStreamArn();
    }

    private static String isNull(String parameter) {
        return "1 validation error detected: Value null at '" + parameter
                + "' failed to satisfy constraint: Member must not be null";
    }

    private static String tooLow(String parameter) {
        return "1 validation error detected: Value '0' at '" + parameter
                + "' failed to satisfy constraint: Member must have value greater than or equal to 1";
    }

    private static String tooHigh(String value, String max) {
        return "1 validation error detected: Value '" + value
                + "' at 'limit' failed to satisfy constraint: Member must have value less than or equal to " + max;
    }
}
