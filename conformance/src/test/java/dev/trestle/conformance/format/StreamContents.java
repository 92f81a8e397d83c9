package dev.trestle.conformance.format;

import dev.trestle.engine.Engine;
import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.ListStreams;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One record of a stream, as it must be or as a store has it. */
record StreamContents(
        String event,
        @Nullable Map<String, Value> keys,
        @Nullable Map<String, Value> newImage,
        @Nullable Map<String, Value> oldImage) {
    private static final int PAGES_MAX = 100;

    static List<StreamContents> expected(Listing listing, String table) {
        return listing.of("record").stream()
                .filter(line -> line.table().equals(table))
                .map(line -> {
                    Map<String, AttributeValue> images = line.attributes();
                    return new StreamContents(
                            line.word(1),
                            image(images.get("keys")),
                            image(images.get("new")),
                            image(images.get("old")));
                })
                .toList();
    }

    static List<StreamContents> read(Engine engine, String table) {
        List<StreamContents> found = new ArrayList<>();
        for (ListStreams.Stream stream :
                engine.listStreams(new ListStreams(table, null, null)).streams()) {
            String arn = stream.streamArn();
            for (DescribeStream.Shard shard : engine.describeStream(new DescribeStream(arn, null, null, null))
                    .shards()) {
                String iterator =
                        engine.getShardIterator(new GetShardIterator(arn, shard.shardId(), "TRIM_HORIZON", null));
                readShard(engine, iterator, found);
            }
        }
        return found;
    }

    /** An open shard has no end: its first empty page is where it stops for now. */
    private static void readShard(Engine engine, String start, List<StreamContents> found) {
        String iterator = start;
        for (int page = 0; page < PAGES_MAX && iterator != null; page++) {
            GetRecords.Result result = engine.getRecords(new GetRecords(iterator, null));
            if (result.records().isEmpty()) {
                return;
            }
            for (StreamRecord record : result.records()) {
                found.add(new StreamContents(
                        record.eventName(), image(record.keys()), image(record.newImage()), image(record.oldImage())));
            }
            iterator = result.nextShardIterator();
        }
    }

    private static @Nullable Map<String, Value> image(@Nullable StoredItem item) {
        return item == null ? null : new TreeMap<>(item.toMap());
    }

    private static @Nullable Map<String, Value> image(@Nullable AttributeValue item) {
        if (item == null) {
            return null;
        }
        Map<String, Value> image = new TreeMap<>();
        item.m()
                .forEach((name, value) ->
                        image.put(name, value.s() != null ? new Value.S(value.s()) : new Value.N(value.n())));
        return image;
    }
}
