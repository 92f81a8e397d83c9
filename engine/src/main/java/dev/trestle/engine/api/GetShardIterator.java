package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

public record GetShardIterator(
        @Nullable String streamArn,
        @Nullable String shardId,
        @Nullable String shardIteratorType,
        @Nullable String sequenceNumber) {}
