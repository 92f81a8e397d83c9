package dev.trestle.engine.table;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Value;
import java.util.List;

/** A stream's definition as a stored item. */
final class StreamCodec {
    private StreamCodec() {}

    static byte[] encode(StreamDef stream) {
        Fields out = new Fields();
        out.put("id", stream.id());
        out.put("table", stream.tableName());
        out.put("label", stream.label());
        out.put("view", stream.view().name());
        out.put("partition", TableCodec.list(stream.key().partition(), TableCodec::keyAttribute));
        out.put("sort", TableCodec.list(stream.key().sort(), TableCodec::keyAttribute));
        out.put("created", stream.createdAt());
        out.put("closed", stream.closedAt());
        out.put("shards", TableCodec.list(stream.shards(), StreamCodec::shard));
        return StoredItem.of(out.map).bytes();
    }

    static StreamDef decode(byte[] bytes) {
        Fields in = new Fields(StoredItem.ofBytes(bytes).toMap());
        List<StreamDef.Shard> shards = in.list("shards", StreamCodec::shard);
        if (shards.isEmpty()) {
            throw new IllegalStateException("a stored stream definition has no shards");
        }
        return new StreamDef(
                (int) in.number("id"),
                in.requiredText("table"),
                in.requiredText("label"),
                StreamView.valueOf(in.requiredText("view")),
                new KeyDef(in.list("partition", TableCodec::keyAttribute), in.list("sort", TableCodec::keyAttribute)),
                in.requiredInstant("created"),
                in.instant("closed"),
                shards);
    }

    private static Value shard(StreamDef.Shard shard) {
        Fields out = new Fields();
        out.put("first", shard.first());
        if (shard.last() != null) {
            out.put("last", shard.last());
        }
        out.put("started", shard.startedAt());
        return out.toValue();
    }

    private static StreamDef.Shard shard(Fields in) {
        return new StreamDef.Shard(
                in.number("first"),
                in.map.containsKey("last") ? in.number("last") : null,
                in.requiredInstant("started"));
    }
}
