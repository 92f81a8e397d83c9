package dev.trestle.platform.events;

import dev.trestle.platform.events.Position.Place;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamDescription;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads one table's stream, shard by shard: a parent to its end before its children, so that changes of an item come in their order.
 * For one thread.
 */
final class StreamCursor {
    static final int RECORDS_MAX = 1000;
    private static final int SHARD_PAGES_MAX = 50;
    private static final int MINUTE_SECONDS = 60;

    /** Records are kept for a day; what is younger than this surely is. */
    private static final Duration KEPT = Duration.ofHours(23);

    private final DynamoDbStreamsClient streams;
    private final String table;
    private final String arn;
    private final Clock clock;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private final Map<String, String> iterators = new HashMap<>();
    private final Set<String> finished = new HashSet<>();

    /**
     * Shards that are read from their beginning, and the time from which on their records are wanted. Whoever begins at a shard's end does
     * not look at times, which are coarse: of whole seconds, in DynamoDB Local of whole minutes.
     */
    private final Map<String, Instant> since = new HashMap<>();

    /** A record and the shard that it was in. */
    record Read(String shard, String sequence, Change change) {}

    private StreamCursor(DynamoDbStreamsClient streams, String table, String arn, Clock clock) {
        this.streams = streams;
        this.table = table;
        this.arn = arn;
        this.clock = clock;
    }

    /** Begins with what is written from now on. */
    static StreamCursor fromNow(DynamoDbStreamsClient streams, String table, String arn, Clock clock) {
        StreamCursor cursor = new StreamCursor(streams, table, arn, clock);
        // As it is told: a listener who comes back with it is where they were.
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        for (Shard shard : cursor.shards()) {
            if (shard.sequenceNumberRange().endingSequenceNumber() == null) {
                cursor.places.put(shard.shardId(), new Place.From(now));
                cursor.iterators.put(shard.shardId(), cursor.iterator(shard.shardId(), ShardIteratorType.LATEST, null));
            } else {
                cursor.finished.add(shard.shardId());
            }
        }
        return cursor;
    }

    /** Goes on where somebody was. */
    static StreamCursor from(
            DynamoDbStreamsClient streams, String table, String arn, Clock clock, Map<String, Place> places) {
        StreamCursor cursor = new StreamCursor(streams, table, arn, clock);
        List<String> known = cursor.shards().stream().map(Shard::shardId).toList();
        if (places.isEmpty() || !known.containsAll(places.keySet())) {
            throw new RecordsGoneException("a shard of " + table + " is no longer there");
        }
        cursor.places.putAll(places);
        return cursor;
    }

    Map<String, Place> places() {
        return Map.copyOf(places);
    }

    String table() {
        return table;
    }

    /** What there is to read now, from one shard; null if the shard is not one that is being read. */
    @Nullable
    List<Read> poll(String shard) {
        Place place = places.get(shard);
        if (place == null || finished.contains(shard)) {
            return null;
        }
        try {
            String iterator = iterators.get(shard);
            if (iterator == null) {
                iterator = begin(shard, place);
            }
            String current = iterator;
            GetRecordsResponse response =
                    streams.getRecords(request -> request.shardIterator(current).limit(RECORDS_MAX));
            List<Read> found = reads(shard, response.records());
            advance(shard, response);
            return found;
        } catch (ExpiredIteratorException e) {
            iterators.remove(shard);
            return List.of();
        } catch (TrimmedDataAccessException e) {
            if (isStillWhole(place) && iterators.remove(shard) != null) {
                return List.of();
            }
            throw new RecordsGoneException("records of " + table + " are no longer kept");
        } catch (ResourceNotFoundException e) {
            throw new RecordsGoneException("records of " + table + " are no longer kept");
        }
    }

    /**
     * Whether all records from a place on must still be there, whatever the iterator says: then the shard is read from its beginning. On
     * DynamoDB Local an iterator of a shard that was empty ends with the shard's first record.
     */
    private boolean isStillWhole(Place place) {
        return place instanceof Place.From from && from.time().plus(KEPT).isAfter(clock.instant());
    }

    private String begin(String shard, Place place) {
        if (place instanceof Place.After after) {
            return iterator(shard, ShardIteratorType.AFTER_SEQUENCE_NUMBER, after.sequence());
        }
        if (place instanceof Place.From from) {
            since.put(shard, from.time());
        }
        return iterator(shard, ShardIteratorType.TRIM_HORIZON, null);
    }

    private List<Read> reads(String shard, List<Record> records) {
        List<Read> found = new ArrayList<>();
        for (Record each : records) {
            var data = each.dynamodb();
            Instant at = data.approximateCreationDateTime();
            Instant first = since.get(shard);
            if (first != null && isBefore(at, first)) {
                continue;
            }
            since.remove(shard);
            Change change = new Change(table, at, data.keys(), data.oldImage(), data.newImage());
            found.add(new Read(shard, data.sequenceNumber(), change));
        }
        return found;
    }

    /** Times in streams are of whole seconds, those of DynamoDB Local of whole minutes: a change that is told twice does no harm. */
    private static boolean isBefore(Instant at, Instant from) {
        long second = at.getEpochSecond();
        long latest = second % MINUTE_SECONDS == 0 ? second + MINUTE_SECONDS - 1 : second;
        return latest < from.getEpochSecond();
    }

    private void advance(String shard, GetRecordsResponse response) {
        List<Record> records = response.records();
        if (!records.isEmpty()) {
            places.put(
                    shard,
                    new Place.After(records.get(records.size() - 1).dynamodb().sequenceNumber()));
        }
        String next = response.nextShardIterator();
        if (next != null) {
            iterators.put(shard, next);
        } else {
            iterators.remove(shard);
            finished.add(shard);
        }
    }

    boolean isFinished(String shard) {
        return finished.contains(shard);
    }

    /** Takes up the children of a shard that was read to its end; until there are some, it stays where it is. */
    void descend(String shard) {
        List<String> children = shards().stream()
                .filter(each -> shard.equals(each.parentShardId()))
                .map(Shard::shardId)
                .toList();
        if (!children.isEmpty()) {
            children.forEach(child -> places.putIfAbsent(child, new Place.From(Instant.EPOCH)));
            places.remove(shard);
        }
    }

    private List<Shard> shards() {
        List<Shard> all = new ArrayList<>();
        String last = null;
        try {
            for (int page = 0; page < SHARD_PAGES_MAX; page++) {
                String from = last;
                StreamDescription description = streams.describeStream(
                                request -> request.streamArn(arn).exclusiveStartShardId(from))
                        .streamDescription();
                all.addAll(description.shards());
                last = description.lastEvaluatedShardId();
                if (last == null) {
                    return all;
                }
            }
        } catch (ResourceNotFoundException e) {
            throw new RecordsGoneException("the stream of " + table + " is no longer there");
        }
        throw new IllegalStateException("The stream of " + table + " has too many shards.");
    }

    private String iterator(String shard, ShardIteratorType type, @Nullable String sequence) {
        return streams.getShardIterator(GetShardIteratorRequest.builder()
                        .streamArn(arn)
                        .shardId(shard)
                        .shardIteratorType(type)
                        .sequenceNumber(sequence)
                        .build())
                .shardIterator();
    }
}
