package dev.trestle.sdk;

import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.TableDescription.IndexDescription;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.api.TimeToLiveDescription;
import dev.trestle.engine.api.TimeToLiveSpecification;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** The engine's answers about tables as the SDK's. */
final class TableResponses {

    private TableResponses() {}

    static CreateTableResponse create(dev.trestle.engine.api.TableDescription table) {
        return Answers.stamp(CreateTableResponse.builder())
                .tableDescription(description(table))
                .build();
    }

    static DescribeTableResponse describe(dev.trestle.engine.api.TableDescription table) {
        return Answers.stamp(DescribeTableResponse.builder())
                .table(description(table))
                .build();
    }

    static UpdateTableResponse update(dev.trestle.engine.api.TableDescription table) {
        return Answers.stamp(UpdateTableResponse.builder())
                .tableDescription(description(table))
                .build();
    }

    static DeleteTableResponse delete(dev.trestle.engine.api.TableDescription table) {
        return Answers.stamp(DeleteTableResponse.builder())
                .tableDescription(deleted(description(table)))
                .build();
    }

    /** The service says of a table that goes no more than how large it was. */
    private static TableDescription deleted(TableDescription table) {
        return table.toBuilder()
                .attributeDefinitions((Collection<AttributeDefinition>) null)
                .keySchema((Collection<KeySchemaElement>) null)
                .creationDateTime(null)
                .localSecondaryIndexes((Collection<LocalSecondaryIndexDescription>) null)
                .globalSecondaryIndexes((Collection<GlobalSecondaryIndexDescription>) null)
                .build();
    }

    static ListTablesResponse list(ListTables.Result result) {
        return Answers.stamp(ListTablesResponse.builder())
                .tableNames(result.tableNames())
                .lastEvaluatedTableName(result.lastEvaluatedTableName())
                .build();
    }

    static DescribeTimeToLiveResponse timeToLive(TimeToLiveDescription description) {
        return Answers.stamp(DescribeTimeToLiveResponse.builder())
                .timeToLiveDescription(d ->
                        d.timeToLiveStatus(description.timeToLiveStatus()).attributeName(description.attributeName()))
                .build();
    }

    static UpdateTimeToLiveResponse timeToLive(TimeToLiveSpecification specification) {
        return Answers.stamp(UpdateTimeToLiveResponse.builder())
                .timeToLiveSpecification(
                        s -> s.attributeName(specification.attributeName()).enabled(specification.enabled()))
                .build();
    }

    static TableDescription description(dev.trestle.engine.api.TableDescription table) {
        TableSettings settings = table.settings();
        TableDescription.Builder builder = TableDescription.builder()
                .tableName(table.tableName())
                .tableArn(table.tableArn())
                .tableId(table.tableId())
                .tableStatus(table.tableStatus())
                .creationDateTime(table.creationDateTime())
                .attributeDefinitions(table.attributeDefinitions().stream()
                        .map(definition -> AttributeDefinition.builder()
                                .attributeName(definition.attributeName())
                                .attributeType(definition.attributeType())
                                .build())
                        .toList())
                .keySchema(keySchema(table.keySchema()))
                .itemCount(table.itemCount())
                .tableSizeBytes(table.tableSizeBytes())
                .provisionedThroughput(throughput(settings.provisionedThroughput()))
                .onDemandThroughput(onDemand(settings.onDemandThroughput()))
                .deletionProtectionEnabled(Boolean.TRUE.equals(settings.deletionProtectionEnabled()));
        if (table.onDemandSince() != null) {
            builder.billingModeSummary(summary -> summary.billingMode(settings.billingMode())
                    .lastUpdateToPayPerRequestDateTime(table.onDemandSince()));
        }
        describeStream(table.latestStream(), builder);
        dev.trestle.engine.api.TableDescription.Restore restore = table.restore();
        if (restore != null) {
            builder.restoreSummary(summary -> summary.sourceBackupArn(restore.sourceBackupArn())
                    .sourceTableArn(restore.sourceTableArn())
                    .restoreDateTime(restore.at())
                    .restoreInProgress(restore.inProgress()));
        }
        if (settings.tableClass() != null) {
            builder.tableClassSummary(summary -> summary.tableClass(settings.tableClass()));
        }
        if (!table.localSecondaryIndexes().isEmpty()) {
            builder.localSecondaryIndexes(table.localSecondaryIndexes().stream()
                    .map(TableResponses::localIndex)
                    .toList());
        }
        if (!table.globalSecondaryIndexes().isEmpty()) {
            builder.globalSecondaryIndexes(table.globalSecondaryIndexes().stream()
                    .map(TableResponses::globalIndex)
                    .toList());
        }
        return builder.build();
    }

    private static void describeStream(
            dev.trestle.engine.api.TableDescription.@Nullable LatestStream stream, TableDescription.Builder builder) {
        if (stream != null) {
            builder.latestStreamArn(stream.arn()).latestStreamLabel(stream.label());
            if (stream.enabled()) {
                builder.streamSpecification(spec -> spec.streamEnabled(true).streamViewType(stream.viewType()));
            }
        }
    }

    private static LocalSecondaryIndexDescription localIndex(IndexDescription index) {
        return LocalSecondaryIndexDescription.builder()
                .indexName(index.indexName())
                .indexArn(index.indexArn())
                .keySchema(keySchema(index.keySchema()))
                .projection(projection(index))
                .itemCount(index.itemCount())
                .indexSizeBytes(index.indexSizeBytes())
                .build();
    }

    private static GlobalSecondaryIndexDescription globalIndex(IndexDescription index) {
        return GlobalSecondaryIndexDescription.builder()
                .indexName(index.indexName())
                .indexArn(index.indexArn())
                .keySchema(keySchema(index.keySchema()))
                .projection(projection(index))
                .indexStatus(index.indexStatus())
                .backfilling(index.backfilling())
                .provisionedThroughput(throughput(index.provisionedThroughput()))
                .onDemandThroughput(onDemand(index.onDemandThroughput()))
                .itemCount(index.itemCount())
                .indexSizeBytes(index.indexSizeBytes())
                .build();
    }

    static List<KeySchemaElement> keySchema(List<dev.trestle.engine.api.KeySchemaElement> schema) {
        return schema.stream()
                .map(element -> KeySchemaElement.builder()
                        .attributeName(element.attributeName())
                        .keyType(element.keyType())
                        .build())
                .toList();
    }

    static Projection projection(IndexDescription index) {
        Projection.Builder builder =
                Projection.builder().projectionType(index.projection().projectionType());
        List<String> included = index.projection().nonKeyAttributes();
        return included == null
                ? builder.build()
                : builder.nonKeyAttributes(included).build();
    }

    /** An on-demand table shows zeros. */
    private static ProvisionedThroughputDescription throughput(@Nullable Throughput throughput) {
        return ProvisionedThroughputDescription.builder()
                .numberOfDecreasesToday(0L)
                .readCapacityUnits(throughput == null ? 0 : throughput.readCapacityUnits())
                .writeCapacityUnits(throughput == null ? 0 : throughput.writeCapacityUnits())
                .build();
    }

    static @Nullable OnDemandThroughput onDemand(dev.trestle.engine.api.@Nullable OnDemandThroughput throughput) {
        if (throughput == null) {
            return null;
        }
        return OnDemandThroughput.builder()
                .maxReadRequestUnits(throughput.maxReadRequestUnits())
                .maxWriteRequestUnits(throughput.maxWriteRequestUnits())
                .build();
    }
}
