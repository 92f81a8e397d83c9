package dev.trestle.engine.read;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.table.IndexDef;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.engine.table.KeyDef;
import dev.trestle.engine.table.KeyRules;
import dev.trestle.engine.table.TableDef;
import dev.trestle.engine.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a Query or Scan runs over: a table, or one of its indexes. */
record Source(TableDef table, @Nullable IndexDef index) {

    static Source of(TableDef table, @Nullable String indexName, boolean consistentRead) {
        if (indexName == null) {
            return new Source(table, null);
        }
        IndexDef index = table.index(indexName);
        if (index == null) {
            throw EngineException.validation("The table does not have the specified index: " + indexName);
        }
        if (consistentRead && !index.local()) {
            throw EngineException.validation("Consistent reads are not supported on global secondary indexes");
        }
        if (index.status() == IndexDef.Status.CREATING) {
            throw EngineException.validation("Cannot read from backfilling global secondary index: " + indexName);
        }
        return new Source(table, index);
    }

    Family family() {
        return index == null ? Family.ITEMS : Family.INDEX;
    }

    boolean isGlobalIndex() {
        return index != null && !index.local();
    }

    int id() {
        return index == null ? table.id() : index.id();
    }

    KeyDef key() {
        return index == null ? table.key() : index.key();
    }

    /** The attributes that name a place in this source: the index key and the table key. */
    List<KeyAttribute> positionAttributes() {
        Set<KeyAttribute> attributes = new LinkedHashSet<>(key().all());
        attributes.addAll(table.key().all());
        return new ArrayList<>(attributes);
    }

    /** What follows the source's own key in a stored entry's key. */
    List<KeyAttribute> tail() {
        if (index == null) {
            return List.of();
        }
        return index.local() ? table.key().sort() : table.key().all();
    }

    /** Whether the entries carry all that the given attributes name. */
    boolean carries(List<String> attributes) {
        return index == null
                || index.projectsAll()
                || table.projectedNames(index).containsAll(attributes);
    }

    /** A start key as given by the client: exactly the position's attributes, of the right types. */
    Map<String, Value> checkStartKey(Map<String, Value> given, String complaint) {
        List<KeyAttribute> expected = positionAttributes();
        Map<String, Value> position = new LinkedHashMap<>();
        for (KeyAttribute attribute : expected) {
            Value value = given.get(attribute.name());
            if (value != null && value.type() == attribute.type()) {
                position.put(attribute.name(), value);
            }
        }
        if (position.size() != expected.size() || given.size() != expected.size()) {
            throw EngineException.validation(complaint);
        }
        for (KeyAttribute attribute : expected) {
            String empty = KeyRules.emptiness(attribute, position);
            if (empty != null) {
                throw EngineException.validation("The provided starting key is invalid: " + empty);
            }
        }
        return position;
    }
}
