package dev.trestle.engine.table;

import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.TableSettings;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
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
        Instant createdAt) {

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

    public TableDef with(
            List<AttributeDefinition> changedDefinitions, List<IndexDef> changedIndexes, TableSettings changedSettings) {
        return new TableDef(id, uuid, name, key, changedDefinitions, changedIndexes, changedSettings, createdAt);
    }
}
