package dev.trestle.wire.access;

import java.util.EnumSet;
import java.util.Set;

/** What the signer of a request may reach, and what it may do there. Everything else is denied. */
public record Grant(Names tables, Names buckets, Set<Access> accesses) {
    public static final Grant ALL = new Grant(Names.ALL, Names.ALL, EnumSet.allOf(Access.class));

    public static final Grant NONE = new Grant(Names.of(Set.of()), Names.of(Set.of()), Set.of());

    public Grant {
        accesses = Set.copyOf(accesses);
    }

    /** The same without tables and buckets that are not named in full. */
    public Grant reserving(Set<String> reservedTables, Set<String> reservedBuckets) {
        return new Grant(tables.reserving(reservedTables), buckets.reserving(reservedBuckets), accesses);
    }

    /** Whether nothing is denied, so that no request need be looked at. */
    public boolean isUnlimited() {
        return tables.isAll() && buckets.isAll() && accesses.size() == Access.values().length;
    }

    public boolean permitsTable(String table, Access access) {
        return accesses.contains(access) && tables.has(table);
    }

    public boolean permitsBucket(String bucket, Access access) {
        return accesses.contains(access) && buckets.has(bucket);
    }
}
