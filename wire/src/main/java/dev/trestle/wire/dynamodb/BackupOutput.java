package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.BackupDescription;
import dev.trestle.engine.api.ContinuousBackups;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TableDescription.IndexDescription;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.wire.json.JsonOutput;
import java.util.List;

/** Answers about backups, which are all made by users. */
final class BackupOutput {
    private BackupOutput() {}

    static void created(JsonOutput out, BackupDescription backup) {
        out.object("BackupDetails", () -> details(out, backup));
    }

    static void description(JsonOutput out, BackupDescription backup) {
        out.object(
                "BackupDescription",
                () -> out.object("BackupDetails", () -> details(out, backup))
                        .object("SourceTableDetails", () -> source(out, backup.sourceTable()))
                        .object("SourceTableFeatureDetails", () -> features(out, backup)));
    }

    static void list(JsonOutput out, ListBackups.Result result) {
        out.objects("BackupSummaries", result.backups(), backup -> {
            identity(out, backup.sourceTable());
            details(out, backup);
        });
        out.text("LastEvaluatedBackupArn", result.lastEvaluatedBackupArn());
    }

    static void continuous(JsonOutput out, ContinuousBackups backups) {
        out.object(
                "ContinuousBackupsDescription",
                () -> out.text("ContinuousBackupsStatus", backups.status())
                        .object(
                                "PointInTimeRecoveryDescription",
                                () -> out.text("PointInTimeRecoveryStatus", backups.pointInTimeRecoveryStatus())));
    }

    private static void details(JsonOutput out, BackupDescription backup) {
        out.text("BackupArn", backup.backupArn())
                .text("BackupName", backup.backupName())
                .number("BackupSizeBytes", backup.backupSizeBytes())
                .text("BackupStatus", backup.backupStatus())
                .text("BackupType", "USER")
                .moment("BackupCreationDateTime", backup.creationDateTime());
    }

    private static void identity(JsonOutput out, TableDescription table) {
        out.text("TableName", table.tableName())
                .text("TableId", table.tableId())
                .text("TableArn", table.tableArn());
    }

    private static void source(JsonOutput out, TableDescription table) {
        TableSettings settings = table.settings();
        identity(out, table);
        out.number("TableSizeBytes", table.tableSizeBytes()).number("ItemCount", table.itemCount());
        TableOutput.keySchema(out, table.keySchema());
        out.moment("TableCreationDateTime", table.creationDateTime())
                .text("BillingMode", settings.billingMode())
                .object("ProvisionedThroughput", () -> TableOutput.units(out, settings.provisionedThroughput()));
        TableOutput.onDemand(out, settings.onDemandThroughput());
    }

    private static void features(JsonOutput out, BackupDescription backup) {
        TableDescription table = backup.sourceTable();
        indexes(out, "LocalSecondaryIndexes", table.localSecondaryIndexes(), false);
        indexes(out, "GlobalSecondaryIndexes", table.globalSecondaryIndexes(), true);
        TableDescription.LatestStream stream = table.latestStream();
        if (stream != null && stream.enabled()) {
            out.object(
                    "StreamDescription",
                    () -> out.flag("StreamEnabled", true).text("StreamViewType", stream.viewType()));
        }
        out.object(
                "TimeToLiveDescription",
                backup.timeToLive(),
                expiry -> out.text("TimeToLiveStatus", expiry.status()).text("AttributeName", expiry.attributeName()));
    }

    private static void indexes(JsonOutput out, String name, List<IndexDescription> indexes, boolean global) {
        if (indexes.isEmpty()) {
            return;
        }
        out.objects(name, indexes, index -> {
            out.text("IndexName", index.indexName());
            TableOutput.keySchema(out, index.keySchema());
            TableOutput.projection(out, index.projection());
            if (global) {
                out.object("ProvisionedThroughput", () -> TableOutput.units(out, index.provisionedThroughput()));
                TableOutput.onDemand(out, index.onDemandThroughput());
            }
        });
    }
}
