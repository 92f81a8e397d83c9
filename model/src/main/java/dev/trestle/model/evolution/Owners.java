package dev.trestle.model.evolution;

import dev.trestle.model.BoundTemplate;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityKey;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.model.error.RefusedValueException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tells of stored items what entity and tenant they belong to, when nobody has said which tenant to look for. */
public final class Owners {
    private final Table table;
    private final List<Entity<?>> entities;

    public Owners(Table table) {
        this.table = table;
        this.entities = table.entities().stream()
                .sorted(Comparator.<Entity<?>>comparingInt(Entity::certainty).reversed())
                .toList();
    }

    /** An item's entity and tenant. */
    public record Owner(Entity<?> entity, Scoping scoping) {}

    /** Null if the item is none of the model's. */
    public @Nullable Owner of(Map<String, AttributeValue> item) {
        return find(item, Entity::owns);
    }

    /** The entity that an item's key is of, though it may lack what tells the entity's items from others. */
    @Nullable
    Owner ofKey(Map<String, AttributeValue> item) {
        return find(item, Entity::ownsKey);
    }

    private interface Ownership {
        boolean owns(Entity<?> entity, Map<String, AttributeValue> item, Scoping scoping);
    }

    private @Nullable Owner find(Map<String, AttributeValue> item, Ownership ownership) {
        AttributeValue partition = item.get(table.partition());
        if (partition == null || partition.s() == null) {
            return null;
        }
        for (Entity<?> entity : entities) {
            for (Scoping scoping : scopings(entity, partition.s())) {
                if (ownership.owns(entity, item, scoping)) {
                    return new Owner(entity, scoping);
                }
            }
        }
        return null;
    }

    private List<Scoping> scopings(Entity<?> entity, String partition) {
        if (!entity.scoped()) {
            return List.of(Scoping.NONE);
        }
        Set<String> tenants = new LinkedHashSet<>();
        for (EntityKey key : entity.keys()) {
            tenants.addAll(tenants(table.scope(), key.prefixed(), key.partition(), partition));
        }
        List<Scoping> scopings = new ArrayList<>();
        for (String tenant : tenants) {
            try {
                scopings.add(table.scoping(tenant));
            } catch (RefusedValueException e) {
                // A key that looks like one of a tenant, and is none: no tenant has such a name.
            }
        }
        return scopings;
    }

    /** The tenants that a partition key may be of. */
    static List<String> tenants(@Nullable Scope scope, boolean prefixed, BoundTemplate template, String partition) {
        List<String> tenants = new ArrayList<>();
        if (scope == null) {
            return tenants;
        }
        String delimiter = scope.delimiter();
        if (prefixed && delimiter != null) {
            int end = partition.indexOf(delimiter);
            if (end > 0) {
                tenants.add(partition.substring(0, end));
            }
            if (scope.leftOut() != null) {
                tenants.add(scope.leftOut());
            }
            return tenants;
        }
        @Nullable Object[] values = template.codec().decode(partition);
        for (int i = 0; values != null && i < values.length; i++) {
            if (template.source(i) == null && values[i] != null) {
                tenants.add(values[i].toString());
            }
        }
        return tenants;
    }
}
