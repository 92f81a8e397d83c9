package dev.trestle.sdk;

import dev.trestle.engine.api.CreateBackup;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.RestoreTableFromBackup;
import dev.trestle.engine.api.UpdateContinuousBackups;
import software.amazon.awssdk.services.dynamodb.model.CreateBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.ListBackupsRequest;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoverySpecification;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableFromBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateContinuousBackupsRequest;

/** The SDK's requests on backups as the engine's. Encryption of a restored table is accepted and has no effect. */
final class BackupRequests {
    private BackupRequests() {}

    static CreateBackup create(CreateBackupRequest request) {
        return new CreateBackup(request.tableName(), request.backupName());
    }

    static ListBackups list(ListBackupsRequest request) {
        return new ListBackups(
                request.tableName(),
                request.limit(),
                request.timeRangeLowerBound(),
                request.timeRangeUpperBound(),
                request.exclusiveStartBackupArn(),
                request.backupTypeAsString());
    }

    static RestoreTableFromBackup restore(RestoreTableFromBackupRequest request) {
        return new RestoreTableFromBackup(
                request.targetTableName(),
                request.backupArn(),
                request.billingModeOverrideAsString(),
                BatchRequests.list(request.globalSecondaryIndexOverride(), TableRequests::globalIndex),
                BatchRequests.list(request.localSecondaryIndexOverride(), TableRequests::localIndex),
                TableRequests.throughput(request.provisionedThroughputOverride()),
                TableRequests.onDemand(request.onDemandThroughputOverride()));
    }

    static UpdateContinuousBackups updateContinuous(UpdateContinuousBackupsRequest request) {
        PointInTimeRecoverySpecification given = request.pointInTimeRecoverySpecification();
        return new UpdateContinuousBackups(
                request.tableName(),
                given == null
                        ? null
                        : new UpdateContinuousBackups.PointInTimeRecovery(given.pointInTimeRecoveryEnabled()));
    }
}
