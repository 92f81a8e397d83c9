package dev.trestle.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A partition's records: by entity, each group in the order of the keys, and all of them in that order. */
public final class Groups {
    private final List<Record> inOrder = new ArrayList<>();
    private final Map<Entity<?>, List<Record>> byEntity = new HashMap<>();

    /** Adds a record behind those that are there; for whoever reads the items. */
    public <T extends Record> void add(Entity<T> entity, T record) {
        inOrder.add(record);
        byEntity.computeIfAbsent(entity, none -> new ArrayList<>()).add(record);
    }

    /** The records of an entity; empty if there were none. */
    public <T extends Record> List<T> of(Entity<T> entity) {
        return byEntity.getOrDefault(entity, List.of()).stream()
                .map(entity.type()::cast)
                .toList();
    }

    /** The one record of an entity of which a partition holds one at most. */
    public <T extends Record> Optional<T> one(Entity<T> entity) {
        return of(entity).stream().findFirst();
    }

    /** The records of all entities, in the order of the keys. */
    public List<Record> inOrder() {
        return Collections.unmodifiableList(inOrder);
    }

    /** How many records there are, of all entities. */
    public int size() {
        return inOrder.size();
    }
}
