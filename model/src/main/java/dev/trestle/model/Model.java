package dev.trestle.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All tables of a system, whole: every entity and pattern in them is compiled, and nothing is declared any more. Immutable. */
public final class Model {
    private final String system;
    private final List<Table> tables;
    private final @Nullable Table support;

    private Model(String system, List<Table> tables, @Nullable Table support) {
        this.system = system;
        this.tables = List.copyOf(tables);
        this.support = support;
        for (Table table : allTables()) {
            table.use();
            table.entities().forEach(Entity::plan);
            table.patterns().forEach(Pattern::plan);
        }
    }

    /** A system's documented tables. */
    public static Model of(String system, Table... tables) {
        return new Model(system, List.of(tables), null);
    }

    /** The same with a support table, which unique attributes need. */
    public Model with(Table supportTable) {
        return new Model(system, tables, supportTable);
    }

    public String system() {
        return system;
    }

    /** The documented tables. */
    public List<Table> tables() {
        return tables;
    }

    /** The table of what is not documented, if there is one. */
    public Optional<Table> support() {
        return Optional.ofNullable(support);
    }

    /** The documented tables and the support table. */
    public List<Table> allTables() {
        List<Table> all = new ArrayList<>(tables);
        if (support != null) {
            all.add(support);
        }
        return all;
    }
}
