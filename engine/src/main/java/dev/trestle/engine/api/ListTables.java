package dev.trestle.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

public record ListTables(
        @Nullable String exclusiveStartTableName, @Nullable Integer limit) {

    public record Result(List<String> tableNames, @Nullable String lastEvaluatedTableName) {}
}
