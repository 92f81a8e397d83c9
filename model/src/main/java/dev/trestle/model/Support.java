package dev.trestle.model;

/** The table beside a system's documented ones: what Trestle adds lives there, so that documented tables hold documented items only. */
public final class Support {
    private Support() {}

    /** What the support table of a system is called, unless a deployment renames it. */
    public static String name(String system) {
        return system + "-support";
    }

    /** The support table of a system, with guards of unique values in it; a system declares its own entities beside them. */
    public static Table table(String system) {
        Table table = Table.named(name(system))
                .about("What Trestle adds to the documented tables")
                .key("PK", "SK")
                .index("GSI1", "GSI1PK", "GSI1SK")
                .expiry("expiresAt");
        table.entity(Guard.class)
                .about("A taken value of an attribute that is unique")
                // Its entity's name has the tenant in it, where the entity belongs to one.
                .unscoped()
                .key("UNIQUE#{entity}#{field}#{value}", "GUARD");
        table.entity(DeployedModel.class)
                .about("The model that the stored items were written by")
                .unscoped()
                .key("MODEL#{system}", "DEPLOYED");
        table.entity(WorkProgress.class)
                .about("How far a migration or a repair has come")
                .unscoped()
                .key("WORK#{work}", "PROGRESS")
                .accept("ITEM_GROWTH", "the cursor has as many entries as the table has key attributes");
        return table;
    }

    /** The support table of a system that separates tenants; the guards alone are everybody's. */
    public static Table table(String system, Scope scope) {
        Table table = table(system).scope(scope);
        guards(table).unscoped();
        return table;
    }

    /** The entity of guards in a support table. */
    public static Entity<Guard> guards(Table support) {
        return entity(support, Guard.class);
    }

    /** One of the entities that every support table has. */
    @SuppressWarnings("unchecked")
    public static <T extends Record> Entity<T> entity(Table support, Class<T> type) {
        for (Entity<?> entity : support.entities()) {
            if (entity.type() == type) {
                return (Entity<T>) entity;
            }
        }
        throw support.problem("a table has no " + type.getSimpleName(), "", "make support tables with Support.table");
    }
}
