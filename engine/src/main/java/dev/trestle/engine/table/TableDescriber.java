package dev.trestle.engine.table;

import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.store.Counters;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows a definition as DescribeTable does. */
public final class TableDescriber {
    private final Counters counters;
    private final String arnPrefix;

    public TableDescriber(Counters counters, String region, String accountId) {
        this.counters = counters;
        this.arnPrefix = "arn:aws:dynamodb:" + region + ":" + accountId + ":table/";
    }

    public TableDescription describe(TableDef table) {
        boolean updating = table.indexes().stream().anyMatch(index -> index.status() == IndexDef.Status.CREATING);
        return describe(table, table.isBeingRestored() ? "CREATING" : updating ? "UPDATING" : "ACTIVE");
    }

    TableDescription describe(TableDef table, String status) {
        return describe(table, status, counters.of(table.id()));
    }

    /** A table as it was when it held as much as {@code count} says. */
    public TableDescription describe(TableDef table, String status, Counters.Count count) {
        List<TableDescription.IndexDescription> local = new ArrayList<>();
        List<TableDescription.IndexDescription> global = new ArrayList<>();
        for (IndexDef index : table.indexes()) {
            (index.local() ? local : global).add(describe(table, index, status));
        }
        return new TableDescription(
                table.name(),
                arnPrefix + table.name(),
                table.uuid(),
                status,
                table.createdAt(),
                table.onDemandSince(),
                table.attributeDefinitions(),
                schema(table.key()),
                local,
                global,
                table.settings(),
                count.items(),
                count.bytes(),
                latestStream(table),
                restore(table.restore()));
    }

    private TableDescription.@Nullable LatestStream latestStream(TableDef table) {
        StreamRef stream = table.stream();
        if (stream == null) {
            return null;
        }
        String arn = arnPrefix + table.name() + "/stream/" + stream.label();
        return new TableDescription.LatestStream(
                arn, stream.label(), stream.view().name(), stream.enabled());
    }

    private static TableDescription.@Nullable Restore restore(@Nullable RestoreDef restore) {
        return restore == null
                ? null
                : new TableDescription.Restore(
                        restore.backupArn(), restore.sourceTableArn(), restore.at(), restore.inProgress());
    }

    private TableDescription.IndexDescription describe(TableDef table, IndexDef index, String tableStatus) {
        boolean backfilling = index.status() == IndexDef.Status.CREATING;
        String status = backfilling || tableStatus.equals("CREATING")
                ? "CREATING"
                : (tableStatus.equals("DELETING") ? "DELETING" : "ACTIVE");
        Counters.Count count = counters.of(index.id());
        return new TableDescription.IndexDescription(
                index.name(),
                arnPrefix + table.name() + "/index/" + index.name(),
                schema(index.key()),
                index.projection(),
                index.local() ? null : status,
                backfilling ? Boolean.TRUE : null,
                index.provisionedThroughput(),
                index.onDemandThroughput(),
                count.items(),
                count.bytes());
    }

    static List<KeySchemaElement> schema(KeyDef key) {
        List<KeySchemaElement> schema = new ArrayList<>();
        key.partition().forEach(part -> schema.add(new KeySchemaElement(part.name(), "HASH")));
        key.sort().forEach(part -> schema.add(new KeySchemaElement(part.name(), "RANGE")));
        return schema;
    }
}
