package dev.trestle.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Tables as the requests that create them. */
public final class TableDefinitions {
    private static final Projection ALL =
            Projection.builder().projectionType(ProjectionType.ALL).build();

    private TableDefinitions() {}

    /** The request that creates a table, under this name, billed by request. Expiry is switched on by a request of its own. */
    public static CreateTableRequest createTable(Table table, String name) {
        Set<String> attributes = new LinkedHashSet<>();
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(schema(attributes, table.partition(), table.sort()));
        List<GlobalSecondaryIndex> global = new ArrayList<>();
        List<LocalSecondaryIndex> local = new ArrayList<>();
        for (Index index : table.indexes()) {
            List<KeySchemaElement> schema = schema(attributes, index.partition(), index.sort());
            if (index.local()) {
                local.add(LocalSecondaryIndex.builder()
                        .indexName(index.name())
                        .keySchema(schema)
                        .projection(ALL)
                        .build());
            } else {
                global.add(GlobalSecondaryIndex.builder()
                        .indexName(index.name())
                        .keySchema(schema)
                        .projection(ALL)
                        .build());
            }
        }
        if (!global.isEmpty()) {
            request.globalSecondaryIndexes(global);
        }
        if (!local.isEmpty()) {
            request.localSecondaryIndexes(local);
        }
        return request.attributeDefinitions(attributes.stream()
                        .map(attribute -> AttributeDefinition.builder()
                                .attributeName(attribute)
                                .attributeType(ScalarAttributeType.S)
                                .build())
                        .toList())
                .build();
    }

    private static List<KeySchemaElement> schema(Set<String> attributes, String partition, @Nullable String sort) {
        List<KeySchemaElement> schema = new ArrayList<>();
        schema.add(element(attributes, partition, KeyType.HASH));
        if (sort != null) {
            schema.add(element(attributes, sort, KeyType.RANGE));
        }
        return schema;
    }

    private static KeySchemaElement element(Set<String> attributes, String name, KeyType type) {
        attributes.add(name);
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }
}
