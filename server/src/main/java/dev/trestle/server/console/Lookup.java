package dev.trestle.server.console;

import dev.trestle.model.Entity;
import dev.trestle.model.Index;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Table;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.system.SystemDefinition;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds what requests name. A table that is not of the system is never asked, whatever it holds. */
final class Lookup {
    private Lookup() {}

    static SystemDefinition<?> system(List<SystemDefinition<?>> systems, String name) {
        return systems.stream()
                .filter(system -> system.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("There is no system of this name.")
                        .withCode("system-unknown"));
    }

    static Table table(SystemDefinition<?> system, @Nullable String name) {
        return system.model().allTables().stream()
                .filter(table -> table.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("The system has no table of this name.")
                        .withCode("table-unknown"));
    }

    /** By the name that it has in this database. */
    static Table tableHere(SystemDefinition<?> system, String name, Function<Table, String> names) {
        return system.model().allTables().stream()
                .filter(table -> names.apply(table).equals(name))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("The system has no table of this name.")
                        .withCode("table-unknown"));
    }

    static Pattern<?> pattern(Table table, @Nullable String name) {
        for (Pattern<?> pattern : table.patterns()) {
            if (pattern.name().equals(name)) {
                return pattern;
            }
        }
        throw ApiException.notFound("The table has no access pattern of this name.")
                .withCode("pattern-unknown");
    }

    static Entity<?> entity(Table table, String name) {
        return table.entities().stream()
                .filter(entity -> entity.name().equals(name))
                .findFirst()
                .orElseThrow(() -> ApiException.notFound("The table has no entity of this name.")
                        .withCode("entity-unknown"));
    }

    static Index index(Table table, String name) {
        Index index = table.findIndex(name);
        if (index == null) {
            throw ApiException.notFound("The table has no index of this name.").withCode("index-unknown");
        }
        return index;
    }

    /** The tenant whose items a pattern reads; it has to be named where tenants are separated. */
    static Scoping scoping(Table table, Pattern<?> pattern, @Nullable String tenant) {
        boolean needed = pattern.entities().stream().anyMatch(Entity::scoped);
        if (needed && (tenant == null || tenant.isEmpty())) {
            throw ApiException.invalid("tenant", "is needed: this table separates tenants")
                    .withCode("tenant-needed");
        }
        return needed ? table.scoping(tenant) : Scoping.NONE;
    }
}
