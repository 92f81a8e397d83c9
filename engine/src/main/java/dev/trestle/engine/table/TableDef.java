package dev.trestle.engine.table;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.TableSettings;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A table as it is now. Immutable; a change of the table publishes another one. Ids are never used twice. */
public record TableDef(
        int id,
        String uuid,
        String name,
        KeyDef key,
        List<AttributeDefinition> attributeDefinitions,
        List<IndexDef> indexes,
        TableSettings settings,
        Instant createdAt,
        /* when the table last became on-demand; null if it never was */ @Nullable
        Instant onDemandSince,

        TableFeatures features) {

    public @Nullable StreamRef stream() {
        return features.stream();
    }

    public @Nullable ExpiryDef expiry() {
        return features.expiry();
    }

    public @Nullable RestoreDef restore() {
        return features.restore();
    }

    public Map<String, String> tags() {
        return features.tags();
    }

    /** Whether the table is being filled from a backup, and cannot be used until that is done. */
    public boolean isBeingRestored() {
        RestoreDef restore = restore();
        return restore != null && restore.inProgress();
    }

    public @Nullable IndexDef index(String indexName) {
        for (IndexDef index : indexes) {
            if (index.name().equals(indexName)) {
                return index;
            }
        }
        return null;
    }

    /** The names of the attributes that an entry of the index carries, unless it carries all. */
    public Set<String> projectedNames(IndexDef index) {
        Set<String> names = new LinkedHashSet<>(key.names());
        names.addAll(index.key().names());
        List<String> included = index.projection().nonKeyAttributes();
        if (included != null) {
            names.addAll(included);
        }
        return names;
    }

    public TableDef withIndexes(List<AttributeDefinition> changedDefinitions, List<IndexDef> changedIndexes) {
        return new TableDef(
                id, uuid, name, key, changedDefinitions, changedIndexes, settings, createdAt, onDemandSince, features);
    }

    public TableDef withSettings(TableSettings changed, @Nullable Instant changedOnDemandSince) {
        return new TableDef(
                id, uuid, name, key, attributeDefinitions, indexes, changed, createdAt, changedOnDemandSince, features);
    }

    public TableDef withStream(@Nullable StreamRef changed) {
        return with(features.withStream(changed));
    }

    public TableDef withExpiry(@Nullable ExpiryDef changed) {
        return with(features.withExpiry(changed));
    }

    public TableDef withRestore(@Nullable RestoreDef changed) {
        return with(features.withRestore(changed));
    }

    public TableDef withTags(Map<String, String> changed) {
        return with(features.withTags(Collections.unmodifiableMap(changed)));
    }

    private TableDef with(TableFeatures changed) {
        return new TableDef(
                id, uuid, name, key, attributeDefinitions, indexes, settings, createdAt, onDemandSince, changed);
    }
}
