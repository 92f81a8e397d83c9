package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TableDescription.IndexDescription;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.api.TimeToLiveDescription;
import dev.trestle.engine.api.TimeToLiveSpecification;
import dev.trestle.wire.json.JsonOutput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers about tables. */
final class TableOutput {
    private TableOutput() {}

    static void table(JsonOutput out, TableDescription table) {
        out.object("Table", table, given -> description(out, given));
    }

    static void tableDescription(JsonOutput out, TableDescription table) {
        out.object("TableDescription", table, given -> description(out, given));
    }

    /** The service says of a table that goes no more than how large it was. */
    static void deleted(JsonOutput out, TableDescription table) {
        out.object("TableDescription", table, given -> {
            out.text("TableName", table.tableName()).text("TableStatus", table.tableStatus());
            throughputDescription(out, table.settings().provisionedThroughput());
            size(out, table);
            settings(out, table.settings());
        });
    }

    static void list(JsonOutput out, ListTables.Result result) {
        out.texts("TableNames", result.tableNames()).text("LastEvaluatedTableName", result.lastEvaluatedTableName());
    }

    static void timeToLive(JsonOutput out, TimeToLiveDescription description) {
        out.object(
                "TimeToLiveDescription",
                () -> out.text("TimeToLiveStatus", description.timeToLiveStatus())
                        .text("AttributeName", description.attributeName()));
    }

    static void timeToLive(JsonOutput out, TimeToLiveSpecification specification) {
        out.object(
                "TimeToLiveSpecification",
                () -> out.text("AttributeName", specification.attributeName())
                        .flag("Enabled", specification.enabled()));
    }

    private static void description(JsonOutput out, TableDescription table) {
        TableSettings settings = table.settings();
        out.objects(
                        "AttributeDefinitions",
                        table.attributeDefinitions(),
                        definition -> out.text("AttributeName", definition.attributeName())
                                .text("AttributeType", definition.attributeType()))
                .text("TableName", table.tableName());
        keySchema(out, table.keySchema());
        out.text("TableStatus", table.tableStatus()).moment("CreationDateTime", table.creationDateTime());
        throughputDescription(out, settings.provisionedThroughput());
        size(out, table);
        if (table.onDemandSince() != null) {
            out.object(
                    "BillingModeSummary",
                    () -> out.text("BillingMode", settings.billingMode())
                            .moment("LastUpdateToPayPerRequestDateTime", table.onDemandSince()));
        }
        indexes(out, "LocalSecondaryIndexes", table.localSecondaryIndexes(), false);
        indexes(out, "GlobalSecondaryIndexes", table.globalSecondaryIndexes(), true);
        stream(out, table.latestStream());
        out.object(
                "RestoreSummary",
                table.restore(),
                restore -> out.text("SourceBackupArn", restore.sourceBackupArn())
                        .text("SourceTableArn", restore.sourceTableArn())
                        .moment("RestoreDateTime", restore.at())
                        .flag("RestoreInProgress", restore.inProgress()));
        settings(out, settings);
    }

    private static void size(JsonOutput out, TableDescription table) {
        out.number("TableSizeBytes", table.tableSizeBytes())
                .number("ItemCount", table.itemCount())
                .text("TableArn", table.tableArn())
                .text("TableId", table.tableId());
    }

    private static void settings(JsonOutput out, TableSettings settings) {
        out.object("TableClassSummary", settings.tableClass(), tableClass -> out.text("TableClass", tableClass));
        onDemand(out, settings.onDemandThroughput());
        out.flag("DeletionProtectionEnabled", Boolean.TRUE.equals(settings.deletionProtectionEnabled()));
    }

    private static void stream(JsonOutput out, TableDescription.@Nullable LatestStream stream) {
        if (stream == null) {
            return;
        }
        if (stream.enabled()) {
            out.object(
                    "StreamSpecification",
                    () -> out.flag("StreamEnabled", true).text("StreamViewType", stream.viewType()));
        }
        out.text("LatestStreamLabel", stream.label()).text("LatestStreamArn", stream.arn());
    }

    private static void indexes(JsonOutput out, String name, List<IndexDescription> indexes, boolean global) {
        if (indexes.isEmpty()) {
            return;
        }
        out.objects(name, indexes, index -> {
            out.text("IndexName", index.indexName());
            keySchema(out, index.keySchema());
            projection(out, index.projection());
            out.text("IndexStatus", index.indexStatus()).flag("Backfilling", index.backfilling());
            if (global) {
                throughputDescription(out, index.provisionedThroughput());
                onDemand(out, index.onDemandThroughput());
            }
            out.number("IndexSizeBytes", index.indexSizeBytes())
                    .number("ItemCount", index.itemCount())
                    .text("IndexArn", index.indexArn());
        });
    }

    static void keySchema(JsonOutput out, List<KeySchemaElement> schema) {
        out.objects(
                "KeySchema",
                schema,
                element -> out.text("AttributeName", element.attributeName()).text("KeyType", element.keyType()));
    }

    static void projection(JsonOutput out, ProjectionSpec projection) {
        out.object(
                "Projection",
                () -> out.text("ProjectionType", projection.projectionType())
                        .texts("NonKeyAttributes", projection.nonKeyAttributes()));
    }

    private static void throughputDescription(JsonOutput out, @Nullable Throughput throughput) {
        out.object("ProvisionedThroughput", () -> {
            out.number("NumberOfDecreasesToday", 0);
            units(out, throughput);
        });
    }

    /** An on-demand table shows zeros. */
    static void units(JsonOutput out, @Nullable Throughput throughput) {
        out.number("ReadCapacityUnits", throughput == null ? 0 : throughput.readCapacityUnits())
                .number("WriteCapacityUnits", throughput == null ? 0 : throughput.writeCapacityUnits());
    }

    static void onDemand(JsonOutput out, @Nullable OnDemandThroughput throughput) {
        out.object(
                "OnDemandThroughput",
                throughput,
                given -> out.number("MaxReadRequestUnits", given.maxReadRequestUnits())
                        .number("MaxWriteRequestUnits", given.maxWriteRequestUnits()));
    }
}
