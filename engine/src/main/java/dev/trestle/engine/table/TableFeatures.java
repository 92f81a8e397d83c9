package dev.trestle.engine.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a table may have beside its keys and indexes. Immutable. */
public record TableFeatures(
        @Nullable StreamRef stream,
        @Nullable ExpiryDef expiry,
        @Nullable RestoreDef restore,
        Map<String, String> tags) {
    public static final TableFeatures NONE = new TableFeatures(null, null, null, Map.of());

    TableFeatures withStream(@Nullable StreamRef changed) {
        return new TableFeatures(changed, expiry, restore, tags);
    }

    TableFeatures withExpiry(@Nullable ExpiryDef changed) {
        return new TableFeatures(stream, changed, restore, tags);
    }

    TableFeatures withRestore(@Nullable RestoreDef changed) {
        return new TableFeatures(stream, expiry, changed, tags);
    }

    TableFeatures withTags(Map<String, String> changed) {
        return new TableFeatures(stream, expiry, restore, changed);
    }
}
