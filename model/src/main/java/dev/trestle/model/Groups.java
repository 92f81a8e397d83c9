package dev.trestle.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A partition's records by entity, each group in the order of the keys. */
public final class Groups {
    private final Map<Entity<?>, List<Record>> records = new LinkedHashMap<>();

    /** Adds a record behind those of its entity; for whoever reads the items. */
    public <T extends Record> void add(Entity<T> entity, T record) {
        records.computeIfAbsent(entity, none -> new ArrayList<>()).add(record);
    }

    /** The records of an entity; empty if there were none. */
    public <T extends Record> List<T> of(Entity<T> entity) {
        return records.getOrDefault(entity, List.of()).stream()
                .map(entity.type()::cast)
                .toList();
    }

    /** The one record of an entity of which a partition holds one at most. */
    public <T extends Record> Optional<T> one(Entity<T> entity) {
        return of(entity).stream().findFirst();
    }

    /** How many records there are, of all entities. */
    public int size() {
        return records.values().stream().mapToInt(List::size).sum();
    }
}
