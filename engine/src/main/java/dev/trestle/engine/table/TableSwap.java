package dev.trestle.engine.table;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.store.Commit;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges what two tables hold, in one commit. A name keeps what was set for it: its stream's view, the attribute by which items expire,
 * deletion protection, tags, and the backup that it was restored from. The items, the indexes and the table's id move.
 *
 * <p>A stream tells one history, so the streams of both end and new ones begin. Where the items that a name gets were not kept by expiry, a
 * backfill does that afterwards. Within {@link Catalog#change}.
 */
final class TableSwap {
    private final Catalog catalog;
    private final Instant now;
    private final Commit commit = new Commit();

    private TableSwap(Catalog catalog, Instant now) {
        this.catalog = catalog;
        this.now = now;
    }

    static void apply(Catalog catalog, TableDef one, TableDef other, Instant now) {
        if (one.name().equals(other.name())) {
            throw EngineException.validation("A table cannot be swapped with itself: " + one.name());
        }
        check(one, other);
        TableSwap swap = new TableSwap(catalog, now);
        catalog.saveBoth(swap.filled(one, other), swap.filled(other, one), swap.commit);
    }

    private static void check(TableDef one, TableDef other) {
        if (!one.key().equals(other.key()) || !shapes(one).equals(shapes(other))) {
            throw EngineException.validation("The tables " + one.name() + " and " + other.name()
                    + " cannot be swapped: their keys or indexes differ");
        }
        for (TableDef table : List.of(one, other)) {
            boolean filling = table.indexes().stream().anyMatch(index -> index.status() != IndexDef.Status.ACTIVE)
                    || table.expiry() != null && table.expiry().status() == ExpiryDef.Status.ENABLING;
            if (filling) {
                throw Tables.inUse("Table is being updated: " + table.name());
            }
        }
    }

    private record IndexShape(String name, boolean local, KeyDef key, Object projection) {}

    private static List<IndexShape> shapes(TableDef table) {
        return table.indexes().stream()
                .map(index -> new IndexShape(index.name(), index.local(), index.key(), index.projection()))
                .sorted(Comparator.comparing(IndexShape::name))
                .toList();
    }

    /** The table of one name with what another holds. */
    private TableDef filled(TableDef named, TableDef data) {
        TableSettings settings = data.settings();
        return new TableDef(
                data.id(),
                data.uuid(),
                named.name(),
                data.key(),
                data.attributeDefinitions(),
                data.indexes(),
                new TableSettings(
                        settings.billingMode(),
                        settings.provisionedThroughput(),
                        settings.onDemandThroughput(),
                        settings.tableClass(),
                        named.settings().deletionProtectionEnabled()),
                data.createdAt(),
                data.onDemandSince(),
                new TableFeatures(stream(named), expiry(named.expiry(), data.expiry()), named.restore(), named.tags()));
    }

    private @Nullable StreamRef stream(TableDef named) {
        StreamRef before = named.stream();
        if (before == null || !before.enabled()) {
            return before;
        }
        catalog.streams().end(before.id(), now, commit);
        return catalog.streams().begin(catalog.newId(), named.name(), named.key(), before.view(), now, commit);
    }

    private @Nullable ExpiryDef expiry(@Nullable ExpiryDef wanted, @Nullable ExpiryDef held) {
        ExpiryDef kept = held != null && held.isKept() ? held : null;
        if (wanted == null || !wanted.isKept()) {
            reclaim(kept);
            return wanted;
        }
        if (kept != null && kept.attribute().equals(wanted.attribute())) {
            return kept;
        }
        reclaim(kept);
        return new ExpiryDef(catalog.newId(), wanted.attribute(), ExpiryDef.Status.ENABLING, now);
    }

    private void reclaim(@Nullable ExpiryDef kept) {
        if (kept != null) {
            Maintenance.reclaimLater(kept.id(), commit);
        }
    }
}
