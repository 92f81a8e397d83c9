package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record GetRecords(
        @Nullable String shardIterator, @Nullable Integer limit) {

    /** {@code nextShardIterator} is null when the shard is closed and all of it was read. */
    public record Result(
            List<StreamRecord> records, @Nullable String nextShardIterator) {}
}
