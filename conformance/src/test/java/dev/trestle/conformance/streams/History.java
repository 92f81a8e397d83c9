package dev.trestle.conformance.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * What a stream of NEW_AND_OLD_IMAGES says has happened to a table. Each record must fit what the ones before it have led to; of a
 * stream that was trimmed, the first record of an item is believed.
 */
public final class History {
    private final String where;
    private final boolean fromTheBeginning;
    private final Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items = new HashMap<>();
    private final Set<String> eventIds = new HashSet<>();
    private BigInteger last = BigInteger.ZERO;

    private final Set<Map<String, AttributeValue>> seen = new HashSet<>();

    public History(String where) {
        this(where, true);
    }

    private History(String where, boolean fromTheBeginning) {
        this.where = where;
        this.fromTheBeginning = fromTheBeginning;
    }

    /** Asserts that the stream of a table, read from its beginning, leads to just what the table holds; gives the number of records. */
    public static int assertEqualsTable(
            DynamoDbClient client, DynamoDbStreamsClient streams, String table, String where) {
        return assertLeadsTo(new History(where + ", table " + table, true), client, streams, table);
    }

    /** As {@link #assertEqualsTable}, for a stream of which some may be trimmed: says only of the items in it what the table holds. */
    public static int assertEndsInTable(
            DynamoDbClient client, DynamoDbStreamsClient streams, String table, String where) {
        return assertLeadsTo(new History(where + ", table " + table, false), client, streams, table);
    }

    private static int assertLeadsTo(
            History history, DynamoDbClient client, DynamoDbStreamsClient streams, String table) {
        String arn = client.describeTable(r -> r.tableName(table)).table().latestStreamArn();
        List<Record> records = StreamTail.readAll(streams, arn);
        records.forEach(history::add);
        history.assertEquals(client, table);
        return records.size();
    }

    void add(Record record) {
        StreamRecord change = record.dynamodb();
        String what = where + ": " + record;
        BigInteger number = new BigInteger(change.sequenceNumber());
        assertThat(number).as(what).isGreaterThan(last);
        last = number;
        assertThat(eventIds.add(record.eventID())).as(what).isTrue();
        Map<String, AttributeValue> before = items.get(change.keys());
        Map<String, AttributeValue> oldImage = change.hasOldImage() ? change.oldImage() : null;
        Map<String, AttributeValue> newImage = change.hasNewImage() ? change.newImage() : null;
        if (seen.add(change.keys()) && !fromTheBeginning) {
            before = oldImage;
        }
        assertThat(oldImage).as(what).isEqualTo(before);
        assertThat(newImage).as(what + " changes nothing").isNotEqualTo(before);
        assertThat(record.eventName()).as(what).isEqualTo(eventName(before, newImage));
        if (newImage == null) {
            items.remove(change.keys());
        } else {
            assertThat(newImage).as(what).containsAllEntriesOf(change.keys());
            items.put(change.keys(), newImage);
        }
    }

    private static OperationType eventName(@Nullable Object before, @Nullable Object after) {
        return before == null ? OperationType.INSERT : after == null ? OperationType.REMOVE : OperationType.MODIFY;
    }

    void assertEquals(DynamoDbClient client, String table) {
        List<Map<String, AttributeValue>> found =
                client.scanPaginator(r -> r.tableName(table).consistentRead(true)).items().stream()
                        .filter(item -> fromTheBeginning || seen.contains(keyOf(item)))
                        .toList();
        assertThat(items.values()).as(where).containsExactlyInAnyOrderElementsOf(found);
    }

    /** The part of an item that the records have as its key. */
    private Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> key = new HashMap<>(item);
        if (!seen.isEmpty()) {
            key.keySet().retainAll(seen.iterator().next().keySet());
        }
        return key;
    }
}
