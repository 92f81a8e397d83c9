package dev.trestle.sdk;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.IndexSpec;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.ListTables;
import dev.trestle.engine.api.OnDemandThroughput;
import dev.trestle.engine.api.ProjectionSpec;
import dev.trestle.engine.api.StreamSpecification;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.api.Throughput;
import dev.trestle.engine.api.TimeToLiveSpecification;
import dev.trestle.engine.api.UpdateTable;
import dev.trestle.engine.api.UpdateTimeToLive;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.UpdateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;

/**
 * The SDK's requests on tables as the engine's. Encryption at rest and warm throughput are accepted and have no effect;
 * what would change the table's behaviour is refused.
 */
final class TableRequests {
    private TableRequests() {}

    static CreateTable create(CreateTableRequest request) {
        Unsupported.parameter("ResourcePolicy", request.resourcePolicy());
        Unsupported.parameter("VectorIndexes", request.vectorIndexes());
        Unsupported.parameter("GlobalTableSourceArn", request.globalTableSourceArn());
        Unsupported.parameter(
                "GlobalTableSettingsReplicationMode", request.globalTableSettingsReplicationModeAsString());
        return new CreateTable(
                request.tableName(),
                attributeDefinitions(request.attributeDefinitions()),
                keySchema(request.keySchema(), "keySchema"),
                BatchRequests.list(request.localSecondaryIndexes(), TableRequests::localIndex),
                BatchRequests.list(request.globalSecondaryIndexes(), TableRequests::globalIndex),
                new TableSettings(
                        request.billingModeAsString(),
                        throughput(request.provisionedThroughput()),
                        onDemand(request.onDemandThroughput()),
                        request.tableClassAsString(),
                        request.deletionProtectionEnabled()),
                stream(request.streamSpecification()),
                ResourceRequests.tags(request.tags()));
    }

    static UpdateTable update(UpdateTableRequest request) {
        Unsupported.parameter("ReplicaUpdates", request.replicaUpdates());
        Unsupported.parameter("MultiRegionConsistency", request.multiRegionConsistencyAsString());
        Unsupported.parameter("GlobalTableWitnessUpdates", request.globalTableWitnessUpdates());
        Unsupported.parameter("VectorIndexUpdates", request.vectorIndexUpdates());
        Unsupported.parameter(
                "GlobalTableSettingsReplicationMode", request.globalTableSettingsReplicationModeAsString());
        return new UpdateTable(
                request.tableName(),
                attributeDefinitions(request.attributeDefinitions()),
                BatchRequests.list(request.globalSecondaryIndexUpdates(), TableRequests::indexUpdate),
                new TableSettings(
                        request.billingModeAsString(),
                        throughput(request.provisionedThroughput()),
                        onDemand(request.onDemandThroughput()),
                        request.tableClassAsString(),
                        request.deletionProtectionEnabled()),
                stream(request.streamSpecification()));
    }

    private static @Nullable StreamSpecification stream(
            software.amazon.awssdk.services.dynamodb.model.@Nullable StreamSpecification given) {
        return given == null ? null : new StreamSpecification(given.streamEnabled(), given.streamViewTypeAsString());
    }

    static ListTables list(ListTablesRequest request) {
        return new ListTables(request.exclusiveStartTableName(), request.limit());
    }

    static UpdateTimeToLive timeToLive(UpdateTimeToLiveRequest request) {
        software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification given =
                request.timeToLiveSpecification();
        return new UpdateTimeToLive(
                request.tableName(),
                given == null ? null : new TimeToLiveSpecification(given.attributeName(), given.enabled()));
    }

    private static @Nullable List<AttributeDefinition> attributeDefinitions(
            @Nullable List<software.amazon.awssdk.services.dynamodb.model.AttributeDefinition> given) {
        if (given == null || given instanceof SdkAutoConstructList) {
            return null;
        }
        List<AttributeDefinition> definitions = new ArrayList<>(given.size());
        for (software.amazon.awssdk.services.dynamodb.model.AttributeDefinition element : given) {
            String path = "attributeDefinitions." + (definitions.size() + 1) + ".member";
            required(element, path);
            definitions.add(new AttributeDefinition(
                    required(element.attributeName(), path + ".attributeName"),
                    required(element.attributeTypeAsString(), path + ".attributeType")));
        }
        return definitions;
    }

    private static @Nullable List<KeySchemaElement> keySchema(
            @Nullable List<software.amazon.awssdk.services.dynamodb.model.KeySchemaElement> given, String where) {
        if (given == null || given instanceof SdkAutoConstructList) {
            return null;
        }
        List<KeySchemaElement> schema = new ArrayList<>(given.size());
        for (software.amazon.awssdk.services.dynamodb.model.KeySchemaElement element : given) {
            String path = where + "." + (schema.size() + 1) + ".member";
            required(element, path);
            schema.add(new KeySchemaElement(
                    required(element.attributeName(), path + ".attributeName"),
                    required(element.keyTypeAsString(), path + ".keyType")));
        }
        return schema;
    }

    static IndexSpec localIndex(@Nullable LocalSecondaryIndex index) {
        String where = "localSecondaryIndexes.member";
        LocalSecondaryIndex given = required(index, where);
        return new IndexSpec(
                given.indexName(),
                keySchema(given.keySchema(), where + ".keySchema"),
                projection(given.projection()),
                null,
                null);
    }

    static IndexSpec globalIndex(@Nullable GlobalSecondaryIndex index) {
        String where = "globalSecondaryIndexes.member";
        GlobalSecondaryIndex given = required(index, where);
        return new IndexSpec(
                given.indexName(),
                keySchema(given.keySchema(), where + ".keySchema"),
                projection(given.projection()),
                throughput(given.provisionedThroughput()),
                onDemand(given.onDemandThroughput()));
    }

    private static UpdateTable.IndexUpdate indexUpdate(@Nullable GlobalSecondaryIndexUpdate update) {
        String where = "globalSecondaryIndexUpdates.member";
        GlobalSecondaryIndexUpdate given = required(update, where);
        return new UpdateTable.IndexUpdate(
                createdIndex(given.create()),
                changedIndex(given.update()),
                given.delete() == null ? null : required(given.delete().indexName(), where + ".delete.indexName"));
    }

    private static @Nullable IndexSpec createdIndex(@Nullable CreateGlobalSecondaryIndexAction given) {
        if (given == null) {
            return null;
        }
        return new IndexSpec(
                given.indexName(),
                keySchema(given.keySchema(), "globalSecondaryIndexUpdates.member.create.keySchema"),
                projection(given.projection()),
                throughput(given.provisionedThroughput()),
                onDemand(given.onDemandThroughput()));
    }

    private static UpdateTable.@Nullable ThroughputChange changedIndex(
            @Nullable UpdateGlobalSecondaryIndexAction given) {
        if (given == null) {
            return null;
        }
        return new UpdateTable.ThroughputChange(
                given.indexName(), throughput(given.provisionedThroughput()), onDemand(given.onDemandThroughput()));
    }

    private static @Nullable ProjectionSpec projection(@Nullable Projection given) {
        if (given == null) {
            return null;
        }
        return new ProjectionSpec(
                given.projectionTypeAsString(),
                BatchRequests.list(given.nonKeyAttributes(), name -> name == null ? "" : name));
    }

    static @Nullable Throughput throughput(@Nullable ProvisionedThroughput given) {
        if (given == null) {
            return null;
        }
        return new Throughput(
                required(given.readCapacityUnits(), "provisionedThroughput.readCapacityUnits"),
                required(given.writeCapacityUnits(), "provisionedThroughput.writeCapacityUnits"));
    }

    static @Nullable OnDemandThroughput onDemand(
            software.amazon.awssdk.services.dynamodb.model.@Nullable OnDemandThroughput given) {
        return given == null ? null : new OnDemandThroughput(given.maxReadRequestUnits(), given.maxWriteRequestUnits());
    }

    private static <T> T required(@Nullable T given, String path) {
        if (given == null) {
            throw EngineException.validation("1 validation error detected: Value null at '" + path
                    + "' failed to satisfy constraint: Member must not be null");
        }
        return given;
    }
}
