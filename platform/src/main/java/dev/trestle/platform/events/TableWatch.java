package dev.trestle.platform.events;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Tells whether a table was changed, by whomever, since somebody looked last. Reads the table's stream each time that it is asked: for
 * storage that has a change in its stream as soon as it is made, and lets one read as often as one likes.
 */
public final class TableWatch {
    /** An iterator that was not used for a quarter of an hour is none any more; to find the place again takes many reads. */
    private static final Duration REST_MAX = Duration.ofMinutes(10);

    private final DynamoDbClient client;
    private final DynamoDbStreamsClient streams;
    private final String table;
    private final Clock clock;
    private StreamCursor cursor;
    private Instant lookedAt;
    private long generation;

    public TableWatch(DynamoDbClient client, DynamoDbStreamsClient streams, String table, Clock clock) {
        this.client = client;
        this.streams = streams;
        this.table = table;
        this.clock = clock;
        this.lookedAt = clock.instant();
        this.cursor = begin();
    }

    private StreamCursor begin() {
        return StreamCursor.fromNow(streams, table, EventHub.streamOf(client, table), clock);
    }

    /** Another number than before if something was changed since; what is read after this call is at least as new as it. */
    public synchronized long generation() {
        Instant now = clock.instant();
        boolean rested = lookedAt.plus(REST_MAX).isBefore(now);
        lookedAt = now;
        try {
            if (rested) {
                beginAnew();
            } else if (hasChanged()) {
                generation++;
            }
        } catch (RecordsGoneException e) {
            beginAnew();
        }
        return generation;
    }

    /** Whatever was changed meanwhile. */
    private void beginAnew() {
        cursor = begin();
        generation++;
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
        if (cursor.places().keySet().stream().allMatch(cursor::isFinished)) {
            throw new RecordsGoneException("the stream of " + table + " has come to its end");
        }
        return changed;
    }
}
