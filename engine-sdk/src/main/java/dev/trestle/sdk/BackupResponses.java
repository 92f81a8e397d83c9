package dev.trestle.sdk;

import dev.trestle.engine.api.ContinuousBackups;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TableDescription.IndexDescription;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BackupDescription;
import software.amazon.awssdk.services.dynamodb.model.BackupDetails;
import software.amazon.awssdk.services.dynamodb.model.BackupSummary;
import software.amazon.awssdk.services.dynamodb.model.BackupType;
import software.amazon.awssdk.services.dynamodb.model.ContinuousBackupsDescription;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeContinuousBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsResponse;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexInfo;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.SourceTableDetails;
import software.amazon.awssdk.services.dynamodb.model.SourceTableFeatureDetails;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsResponse;

/** The engine's answers about backups as the SDK's. */
final class BackupResponses {
    private BackupResponses() {}

    static CreateBackupResponse create(dev.trestle.engine.api.BackupDescription backup) {
        return Answers.stamp(CreateBackupResponse.builder())
                .backupDetails(details(backup))
                .build();
    }

    static DescribeBackupResponse describe(dev.trestle.engine.api.BackupDescription backup) {
        return Answers.stamp(DescribeBackupResponse.builder())
                .backupDescription(description(backup))
                .build();
    }

    static DeleteBackupResponse delete(dev.trestle.engine.api.BackupDescription backup) {
        return Answers.stamp(DeleteBackupResponse.builder())
                .backupDescription(description(backup))
                .build();
    }

    static ListBackupsResponse list(ListBackups.Result result) {
        return Answers.stamp(ListBackupsResponse.builder())
                .backupSummaries(
                        result.backups().stream().map(BackupResponses::summary).toList())
                .lastEvaluatedBackupArn(result.lastEvaluatedBackupArn())
                .build();
    }

    static RestoreTableFromBackupResponse restore(TableDescription table) {
        return Answers.stamp(RestoreTableFromBackupResponse.builder())
                .tableDescription(TableResponses.description(table))
                .build();
    }

    static DescribeContinuousBackupsResponse describeContinuous(ContinuousBackups backups) {
        return Answers.stamp(DescribeContinuousBackupsResponse.builder())
                .continuousBackupsDescription(continuous(backups))
                .build();
    }

    static UpdateContinuousBackupsResponse updateContinuous(ContinuousBackups backups) {
        return Answers.stamp(UpdateContinuousBackupsResponse.builder())
                .continuousBackupsDescription(continuous(backups))
                .build();
    }

    private static ContinuousBackupsDescription continuous(ContinuousBackups backups) {
        return ContinuousBackupsDescription.builder()
                .continuousBackupsStatus(backups.status())
                .pointInTimeRecoveryDescription(
                        recovery -> recovery.pointInTimeRecoveryStatus(backups.pointInTimeRecoveryStatus()))
                .build();
    }

    private static BackupDetails details(dev.trestle.engine.api.BackupDescription backup) {
        return BackupDetails.builder()
                .backupArn(backup.backupArn())
                .backupName(backup.backupName())
                .backupStatus(backup.backupStatus())
                .backupType(BackupType.USER)
                .backupCreationDateTime(backup.creationDateTime())
                .backupSizeBytes(backup.backupSizeBytes())
                .build();
    }

    private static BackupSummary summary(dev.trestle.engine.api.BackupDescription backup) {
        return BackupSummary.builder()
                .tableName(backup.sourceTable().tableName())
                .tableId(backup.sourceTable().tableId())
                .tableArn(backup.sourceTable().tableArn())
                .backupArn(backup.backupArn())
                .backupName(backup.backupName())
                .backupStatus(backup.backupStatus())
                .backupType(BackupType.USER)
                .backupCreationDateTime(backup.creationDateTime())
                .backupSizeBytes(backup.backupSizeBytes())
                .build();
    }

    private static BackupDescription description(dev.trestle.engine.api.BackupDescription backup) {
        return BackupDescription.builder()
                .backupDetails(details(backup))
                .sourceTableDetails(source(backup.sourceTable()))
                .sourceTableFeatureDetails(features(backup))
                .build();
    }

    private static SourceTableDetails source(TableDescription table) {
        TableSettings settings = table.settings();
        return SourceTableDetails.builder()
                .tableName(table.tableName())
                .tableId(table.tableId())
                .tableArn(table.tableArn())
                .tableSizeBytes(table.tableSizeBytes())
                .itemCount(table.itemCount())
                .keySchema(TableResponses.keySchema(table.keySchema()))
                .tableCreationDateTime(table.creationDateTime())
                .billingMode(settings.billingMode())
                .provisionedThroughput(throughput(settings.provisionedThroughput()))
                .onDemandThroughput(TableResponses.onDemand(settings.onDemandThroughput()))
                .build();
    }

    private static SourceTableFeatureDetails features(dev.trestle.engine.api.BackupDescription backup) {
        TableDescription table = backup.sourceTable();
        SourceTableFeatureDetails.Builder builder = SourceTableFeatureDetails.builder();
        if (!table.localSecondaryIndexes().isEmpty()) {
            builder.localSecondaryIndexes(table.localSecondaryIndexes().stream()
                    .map(BackupResponses::localIndex)
                    .toList());
        }
        if (!table.globalSecondaryIndexes().isEmpty()) {
            builder.globalSecondaryIndexes(table.globalSecondaryIndexes().stream()
                    .map(BackupResponses::globalIndex)
                    .toList());
        }
        TableDescription.LatestStream stream = table.latestStream();
        if (stream != null && stream.enabled()) {
            builder.streamDescription(given -> given.streamEnabled(true).streamViewType(stream.viewType()));
        }
        dev.trestle.engine.api.BackupDescription.TimeToLive expiry = backup.timeToLive();
        if (expiry != null) {
            builder.timeToLiveDescription(
                    given -> given.attributeName(expiry.attributeName()).timeToLiveStatus(expiry.status()));
        }
        return builder.build();
    }

    private static LocalSecondaryIndexInfo localIndex(IndexDescription index) {
        return LocalSecondaryIndexInfo.builder()
                .indexName(index.indexName())
                .keySchema(TableResponses.keySchema(index.keySchema()))
                .projection(TableResponses.projection(index))
                .build();
    }

    private static GlobalSecondaryIndexInfo globalIndex(IndexDescription index) {
        return GlobalSecondaryIndexInfo.builder()
                .indexName(index.indexName())
                .keySchema(TableResponses.keySchema(index.keySchema()))
                .projection(TableResponses.projection(index))
                .provisionedThroughput(throughput(index.provisionedThroughput()))
                .onDemandThroughput(TableResponses.onDemand(index.onDemandThroughput()))
                .build();
    }

    /** An on-demand table shows zeros. */
    private static ProvisionedThroughput throughput(@Nullable Throughput throughput) {
        return ProvisionedThroughput.builder()
                .readCapacityUnits(throughput == null ? 0 : throughput.readCapacityUnits())
                .writeCapacityUnits(throughput == null ? 0 : throughput.writeCapacityUnits())
                .build();
    }
}
