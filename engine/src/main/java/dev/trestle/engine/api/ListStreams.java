package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record ListStreams(
        @Nullable String tableName,
        @Nullable Integer limit,
        @Nullable String exclusiveStartStreamArn) {

    public record Result(List<Stream> streams, @Nullable String lastEvaluatedStreamArn) {}

    public record Stream(String streamArn, String tableName, String streamLabel) {}
}
