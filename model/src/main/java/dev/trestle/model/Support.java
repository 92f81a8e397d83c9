package dev.trestle.model;

/** The table beside a system's documented ones: what Trestle adds lives there, so that documented tables hold documented items only. */
public final class Support {
    private Support() {}

    /** The support table of a system, with guards of unique values in it; a system declares its own entities beside them. */
    public static Table table(String system) {
        Table table = Table.named(system + "-support")
                .about("What Trestle adds to the documented tables")
                .key("PK", "SK")
                .index("GSI1", "GSI1PK", "GSI1SK")
                .expiry("expiresAt");
        table.entity(Guard.class)
                .about("A taken value of an attribute that is unique")
                .key("UNIQUE#{entity}#{field}#{value}", "GUARD");
        return table;
    }

    /** The support table of a system that separates tenants; the guards alone are everybody's. */
    public static Table table(String system, Scope scope) {
        Table table = table(system).scope(scope);
        guards(table).unscoped();
        return table;
    }

    /** The entity of guards in a support table. */
    @SuppressWarnings("unchecked")
    public static Entity<Guard> guards(Table support) {
        for (Entity<?> entity : support.entities()) {
            if (entity.type() == Guard.class) {
                return (Entity<Guard>) entity;
            }
        }
        throw support.problem("a table has no guards", "", "make support tables with Support.table");
    }
}
