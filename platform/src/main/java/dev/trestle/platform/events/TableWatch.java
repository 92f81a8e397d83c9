package dev.trestle.platform.events;

import java.time.Clock;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells whether a table was changed, by whomever, since somebody looked last. Reads the table's stream each time that it is asked: for
 * storage that has a change in its stream as soon as it is made, and lets one read as often as one likes.
 */
public final class TableWatch {
    private final DynamoDbClient client;
    private final DynamoDbStreamsClient streams;
    private final String table;
    private final Clock clock;
    private StreamCursor cursor;
    private long generation;

    public TableWatch(DynamoDbClient client, DynamoDbStreamsClient streams, String table, Clock clock) {
        this.client = client;
        this.streams = streams;
        this.table = table;
        this.clock = clock;
        this.cursor = begin();
    }

    private StreamCursor begin() {
        return StreamCursor.fromNow(streams, table, EventHub.streamOf(client, table), clock.instant());
    }

    /** Another number than before if something was changed since; what is read after this call is at least as new as it. */
    public synchronized long generation() {
        try {
            if (hasChanged()) {
                generation++;
            }
        } catch (RecordsGoneException e) {
            generation++;
            cursor = begin();
        }
        return generation;
    }

    private boolean hasChanged() {
        boolean changed = false;
        for (String shard : List.copyOf(cursor.places().keySet())) {
            List<StreamCursor.Read> found = cursor.poll(shard);
            changed |= found != null && !found.isEmpty();
            if (cursor.isFinished(shard)) {
                cursor.descend(shard);
                changed = true;
            }
        }
        return changed;
    }
}
