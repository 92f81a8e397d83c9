package dev.trestle.model.operation;

import dev.trestle.model.Entity;
import dev.trestle.model.Index;
import dev.trestle.model.Table;
import dev.trestle.model.mapping.Component;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The attributes of an entity's items that the model writes; all others are somebody else's. */
final class KnownAttributes {
    private final Set<String> names = new HashSet<>();
    private final List<String> prefixes = new ArrayList<>();

    private KnownAttributes(Entity<?> entity) {
        Table table = entity.table();
        names.add(table.partition());
        if (table.sort() != null) {
            names.add(table.sort());
        }
        for (Index index : table.indexes()) {
            names.add(index.partition());
            if (index.sort() != null) {
                names.add(index.sort());
            }
        }
        names.addAll(entity.constants().keySet());
        for (Component component : entity.attributes()) {
            if (component.kind() == Component.Kind.PREFIXED) {
                prefixes.add(component.attribute());
            } else {
                names.add(component.attribute());
            }
        }
    }

    static KnownAttributes of(Entity<?> entity) {
        return new KnownAttributes(entity);
    }

    boolean knows(String attribute) {
        return names.contains(attribute) || prefixes.stream().anyMatch(attribute::startsWith);
    }
}
