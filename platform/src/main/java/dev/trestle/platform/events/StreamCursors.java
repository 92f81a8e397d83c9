package dev.trestle.platform.events;

import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.platform.events.Position.Place;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads the streams of several tables for one consumer. For one thread. */
final class StreamCursors {
    private final Deployment deployment;
    private final DynamoDbStreamsClient streams;
    private final Map<String, Table> tables = new LinkedHashMap<>();
    private final Map<String, StreamCursor> cursors = new LinkedHashMap<>();

    StreamCursors(Deployment deployment, DynamoDbStreamsClient streams, List<Table> tables) {
        this.deployment = deployment;
        this.streams = streams;
        tables.forEach(table -> this.tables.put(deployment.names().apply(table), table));
    }

    /** Begins with what is written from now on. */
    void beginNow() {
        Map<String, StreamCursor> begun = new LinkedHashMap<>();
        tables.keySet()
                .forEach(name -> begun.put(name, StreamCursor.fromNow(streams, name, arn(name), Clock.systemUTC())));
        cursors.putAll(begun);
    }

    /** Resumes at a position; false if it is invalid, or its records have expired. */
    boolean resume(String text) {
        Position from = Position.parse(text).orElse(null);
        if (from == null || !from.tables().keySet().containsAll(tables.keySet())) {
            return false;
        }
        Map<String, StreamCursor> begun = new LinkedHashMap<>();
        try {
            for (String name : tables.keySet()) {
                Map<String, Place> places = from.tables().getOrDefault(name, Map.of());
                begun.put(name, StreamCursor.from(streams, name, arn(name), Clock.systemUTC(), places));
            }
            cursors.putAll(begun);
            return true;
        } catch (RecordsGoneException e) {
            return false;
        }
    }

    private String arn(String name) {
        return EventHub.streamOf(deployment.client(), name);
    }

    /** Gives what there is to read now: for each shard, as much as one request brings. What it gives before it fails is read. */
    void poll(Consumer<StreamCursor.Read> give) {
        for (StreamCursor cursor : cursors.values()) {
            for (String shard : List.copyOf(cursor.places().keySet())) {
                List<StreamCursor.Read> found = cursor.poll(shard);
                if (found != null) {
                    found.forEach(give);
                }
                if (cursor.isFinished(shard)) {
                    cursor.descend(shard);
                }
            }
        }
    }

    /** The position behind all that was read. */
    String position() {
        Map<String, Map<String, Place>> places = new TreeMap<>();
        cursors.forEach((name, cursor) -> places.put(name, cursor.places()));
        return new Position(places).text();
    }

    /** The table that was changed. */
    Table table(Change change) {
        return Objects.requireNonNull(tables.get(change.table()));
    }
}
