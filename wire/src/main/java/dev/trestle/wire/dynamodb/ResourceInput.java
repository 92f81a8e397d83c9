package dev.trestle.wire.dynamodb;

import dev.trestle.engine.api.CreateBackup;
import dev.trestle.engine.api.ListBackups;
import dev.trestle.engine.api.ListTagsOfResource;
import dev.trestle.engine.api.RestoreTableFromBackup;
import dev.trestle.engine.api.TagResource;
import dev.trestle.engine.api.UntagResource;
import dev.trestle.engine.api.UpdateContinuousBackups;
import dev.trestle.wire.json.Fields;
import dev.trestle.wire.json.Shape;
import dev.trestle.wire.json.Types;

/** Requests on tags and backups, and those that name one thing only. Encryption of a restored table has no effect. */
final class ResourceInput {
    /** For requests with no more than the name of a table, an index, a backup or another resource. */
    static final Shape NAMED = Shape.of("Input").with(Types.TEXT, "TableName", "IndexName", "BackupArn", "ResourceArn");

    static final Shape TAG =
            Shape.of("TagResourceInput").with(Types.TEXT, "ResourceArn").with(TableInput.TAGS, "Tags");
    static final Shape UNTAG =
            Shape.of("UntagResourceInput").with(Types.TEXT, "ResourceArn").with(Types.TEXTS, "TagKeys");
    static final Shape LIST_TAGS = Shape.of("ListTagsOfResourceInput").with(Types.TEXT, "ResourceArn", "NextToken");

    static final Shape CREATE_BACKUP = Shape.of("CreateBackupInput").with(Types.TEXT, "TableName", "BackupName");
    static final Shape LIST_BACKUPS = Shape.of("ListBackupsInput")
            .with(Types.TEXT, "TableName", "ExclusiveStartBackupArn", "BackupType")
            .with(Types.INTEGER, "Limit")
            .with(Types.MOMENT, "TimeRangeLowerBound", "TimeRangeUpperBound");
    static final Shape RESTORE = Shape.of("RestoreTableFromBackupInput")
            .with(Types.TEXT, "TargetTableName", "BackupArn", "BillingModeOverride")
            .with(TableInput.GLOBAL_INDEXES, "GlobalSecondaryIndexOverride")
            .with(TableInput.LOCAL_INDEXES, "LocalSecondaryIndexOverride")
            .with(TableInput.THROUGHPUT, "ProvisionedThroughputOverride")
            .with(TableInput.ON_DEMAND, "OnDemandThroughputOverride");
    static final Shape UPDATE_CONTINUOUS = Shape.of("UpdateContinuousBackupsInput")
            .with(Types.TEXT, "TableName")
            .with(
                    Shape.of("PointInTimeRecoverySpecification").with(Types.FLAG, "PointInTimeRecoveryEnabled"),
                    "PointInTimeRecoverySpecification");

    private ResourceInput() {}

    static TagResource tagResource(Fields in) {
        return new TagResource(in.text("ResourceArn"), in.list("Tags", TableInput::tag));
    }

    static UntagResource untag(Fields in) {
        return new UntagResource(in.text("ResourceArn"), in.texts("TagKeys"));
    }

    static ListTagsOfResource listTags(Fields in) {
        return new ListTagsOfResource(in.text("ResourceArn"), in.text("NextToken"));
    }

    static CreateBackup createBackup(Fields in) {
        return new CreateBackup(in.text("TableName"), in.text("BackupName"));
    }

    static ListBackups listBackups(Fields in) {
        return new ListBackups(
                in.text("TableName"),
                in.integer("Limit"),
                in.moment("TimeRangeLowerBound"),
                in.moment("TimeRangeUpperBound"),
                in.text("ExclusiveStartBackupArn"),
                in.text("BackupType"));
    }

    static RestoreTableFromBackup restore(Fields in) {
        return new RestoreTableFromBackup(
                in.text("TargetTableName"),
                in.text("BackupArn"),
                in.text("BillingModeOverride"),
                in.list("GlobalSecondaryIndexOverride", TableInput::globalIndex),
                in.list("LocalSecondaryIndexOverride", TableInput::localIndex),
                TableInput.throughput(in, "ProvisionedThroughputOverride"),
                TableInput.onDemand(in, "OnDemandThroughputOverride"));
    }

    static UpdateContinuousBackups updateContinuous(Fields in) {
        return new UpdateContinuousBackups(
                in.text("TableName"),
                in.structure(
                        "PointInTimeRecoverySpecification",
                        given -> new UpdateContinuousBackups.PointInTimeRecovery(
                                given.flag("PointInTimeRecoveryEnabled"))));
    }
}
