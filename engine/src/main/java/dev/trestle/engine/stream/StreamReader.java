package dev.trestle.engine.stream;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.Required;
import dev.trestle.engine.table.StreamCatalog;
import dev.trestle.engine.table.StreamDef;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ListStreams, DescribeStream, GetShardIterator and GetRecords. */
public final class StreamReader {
    private static final Duration ITERATOR_LIFE = Duration.ofMinutes(15);
    private static final int PAGE_MAX = 100;
    private static final String BY_NUMBER = "_SEQUENCE_NUMBER";
    private static final String[] ITERATOR_TYPES = {
        "AT_SEQUENCE_NUMBER", "TRIM_HORIZON", "LATEST", "AFTER_SEQUENCE_NUMBER"
    };

    private final StreamCatalog streams;
    private final StreamLog log;
    private final StreamNames names;
    private final Clock clock;

    public StreamReader(StreamCatalog streams, StreamLog log, Clock clock, String region, String accountId) {
        this.streams = streams;
        this.log = log;
        this.names = new StreamNames(region, accountId);
        this.clock = clock;
    }

    public ListStreams.Result list(ListStreams request) {
        new Constraints()
                .name("tableName", request.tableName())
                .atLeast("limit", request.limit(), 1)
                .atMost("limit", request.limit(), PAGE_MAX)
                .length("exclusiveStartStreamArn", request.exclusiveStartStreamArn(), 37, 1024)
                .check();
        int limit = request.limit() == null ? PAGE_MAX : request.limit();
        String table = request.tableName();
        String after = request.exclusiveStartStreamArn();
        StreamNames.check(after);
        List<ListStreams.Stream> page = new ArrayList<>();
        // By ARN, not by table: a name that begins with another's sorts otherwise when the rest of the ARN follows it.
        List<StreamDef> byArn = new ArrayList<>(streams.all());
        byArn.sort(Comparator.comparing(names::arn));
        for (StreamDef stream : byArn) {
            String arn = names.arn(stream);
            if ((table != null && !table.equals(stream.tableName())) || (after != null && arn.compareTo(after) <= 0)) {
                continue;
            }
            if (page.size() == limit) {
                return new ListStreams.Result(page, page.get(limit - 1).streamArn());
            }
            page.add(new ListStreams.Stream(arn, stream.tableName(), stream.label()));
        }
        return new ListStreams.Result(page, null);
    }

    public DescribeStream.Result describe(DescribeStream request) {
        new Constraints()
                .required("streamArn", request.streamArn())
                .length("streamArn", request.streamArn(), 37, 1024)
                .atLeast("limit", request.limit(), 1)
                .atMost("limit", request.limit(), PAGE_MAX)
                .length("exclusiveStartShardId", request.exclusiveStartShardId(), 28, 65)
                .length("shardFilter.shardId", request.childrenOf(), 28, 65)
                .check();
        StreamDef stream = StreamNames.require(streams, Required.of(request.streamArn()));
        int limit = request.limit() == null ? PAGE_MAX : request.limit();
        List<DescribeStream.Shard> shards = shards(stream, request.exclusiveStartShardId(), request.childrenOf());
        boolean more = shards.size() > limit;
        List<DescribeStream.Shard> page = more ? shards.subList(0, limit) : shards;
        return new DescribeStream.Result(
                names.arn(stream),
                stream.label(),
                stream.isOpen() ? "ENABLED" : "DISABLED",
                stream.view().name(),
                stream.createdAt(),
                stream.tableName(),
                keySchema(stream),
                page,
                more ? page.get(limit - 1).shardId() : null);
    }

    private static List<DescribeStream.Shard> shards(
            StreamDef stream, @Nullable String after, @Nullable String childrenOf) {
        List<DescribeStream.Shard> shards = new ArrayList<>();
        String parent = null;
        for (StreamDef.Shard shard : stream.shards()) {
            String id = StreamNames.shardId(stream, shard);
            // Ids rise with time: a page goes on also behind a shard that was forgotten meanwhile.
            boolean behind = after == null || id.compareTo(after) > 0;
            if (behind && (childrenOf == null || childrenOf.equals(parent))) {
                Long last = shard.last();
                shards.add(new DescribeStream.Shard(
                        id,
                        parent,
                        StreamNames.sequenceNumber(shard.first()),
                        last == null ? null : StreamNames.sequenceNumber(last)));
            }
            parent = id;
        }
        return shards;
    }

    private static List<KeySchemaElement> keySchema(StreamDef stream) {
        List<KeySchemaElement> schema = new ArrayList<>();
        stream.key().partition().forEach(part -> schema.add(new KeySchemaElement(part.name(), "HASH")));
        stream.key().sort().forEach(part -> schema.add(new KeySchemaElement(part.name(), "RANGE")));
        return schema;
    }

    public String shardIterator(GetShardIterator request) {
        new Constraints()
                .required("streamArn", request.streamArn())
                .length("streamArn", request.streamArn(), 37, 1024)
                .required("shardId", request.shardId())
                .length("shardId", request.shardId(), 28, 65)
                .required("shardIteratorType", request.shardIteratorType())
                .oneOf("shardIteratorType", request.shardIteratorType(), ITERATOR_TYPES)
                .length("sequenceNumber", request.sequenceNumber(), 21, 40)
                .check();
        String type = Required.of(request.shardIteratorType());
        checkSequenceNumber(type, request.sequenceNumber());
        StreamDef stream = StreamNames.require(streams, Required.of(request.streamArn()));
        StreamDef.Shard shard = StreamNames.requireShard(stream, Required.of(request.shardId()));
        long next = switch (type) {
            case "TRIM_HORIZON" -> ShardIterator.HORIZON;
            case "LATEST" -> shard.last() == null ? log.lastSequence() + 1 : shard.last() + 1;
            case "AT_SEQUENCE_NUMBER" -> place(shard, Required.of(request.sequenceNumber()));
            default -> place(shard, Required.of(request.sequenceNumber())) + 1;
        };
        if (type.endsWith(BY_NUMBER)) {
            log.checkNotTrimmed(next);
        }
        return iterator(stream, shard, next);
    }

    private static void checkSequenceNumber(String type, @Nullable String given) {
        boolean needed = type.endsWith(BY_NUMBER);
        if (needed && given == null) {
            throw EngineException.validation("One or more parameter values were invalid: Invalid SequenceNumber");
        }
        if (!needed && given != null) {
            throw EngineException.validation("One or more parameter values were invalid: SequenceNumber should not be"
                    + " passed for this iterator type");
        }
    }

    private long place(StreamDef.Shard shard, String sequenceNumber) {
        long sequence = StreamNames.parseSequenceNumber(sequenceNumber);
        if (!shard.contains(sequence) || sequence > log.lastSequence()) {
            throw StreamNames.invalidSequenceNumber(sequenceNumber);
        }
        return sequence;
    }

    public GetRecords.Result records(GetRecords request) {
        new Constraints()
                .required("shardIterator", request.shardIterator())
                .length("shardIterator", request.shardIterator(), 1, 2048)
                .atLeast("limit", request.limit(), 1)
                .atMost("limit", request.limit(), StreamLog.RECORDS_MAX)
                .check();
        ShardIterator iterator = ShardIterator.decode(Required.of(request.shardIterator()));
        checkAge(iterator);
        long written = log.lastSequence(); // before the look-up, as StreamLog.read says
        StreamDef stream = streams.find(iterator.streamId());
        StreamDef.Shard shard = stream == null ? null : shard(stream, iterator.first());
        if (stream == null || shard == null) {
            throw EngineException.of(
                    ErrorCode.TRIMMED_DATA_ACCESS, "The shard of this iterator is gone with its last record");
        }
        int limit = request.limit() == null ? StreamLog.RECORDS_MAX : request.limit();
        Long last = shard.last();
        long end = last == null ? written : Math.min(written, last);
        StreamLog.Page page = iterator.next() == ShardIterator.HORIZON
                ? log.readFromHorizon(stream, shard.first(), end, limit)
                : log.read(stream, iterator.next(), end, limit);
        boolean ended = last != null && page.next() > last;
        return new GetRecords.Result(page.records(), ended ? null : iterator(stream, shard, page.next()));
    }

    /** The table that a stream is of; null if there is no such stream. */
    public @Nullable String tableOf(String streamArn) {
        StreamDef stream = StreamNames.find(streams, streamArn);
        return stream == null ? null : stream.tableName();
    }

    /** The table whose records an iterator leads to; null if it leads to none. */
    public @Nullable String tableOfIterator(String iterator) {
        try {
            StreamDef stream = streams.find(ShardIterator.decode(iterator).streamId());
            return stream == null ? null : stream.tableName();
        } catch (EngineException invalid) {
            return null;
        }
    }

    private void checkAge(ShardIterator iterator) {
        if (clock.millis() - iterator.issuedAtMillis() > ITERATOR_LIFE.toMillis()) {
            throw EngineException.of(
                    ErrorCode.EXPIRED_ITERATOR,
                    "The shard iterator is older than 15 minutes; ask for another one, after the last record that was read");
        }
    }

    private static StreamDef.@Nullable Shard shard(StreamDef stream, long first) {
        return stream.shards().stream()
                .filter(shard -> shard.first() == first)
                .findFirst()
                .orElse(null);
    }

    private String iterator(StreamDef stream, StreamDef.Shard shard, long next) {
        return new ShardIterator(stream.id(), shard.first(), next, clock.millis()).encode();
    }
}
