package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

public record CreateBackup(
        @Nullable String tableName, @Nullable String backupName) {}
