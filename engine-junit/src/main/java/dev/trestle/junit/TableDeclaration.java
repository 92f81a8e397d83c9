package dev.trestle.junit;

import dev.trestle.engine.EngineOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** Reads a {@link TrestleTable} and makes the request that creates it. */
final class TableDeclaration {
    private final TrestleTable table;
    private final Map<String, String> types = new LinkedHashMap<>();

    private TableDeclaration(TrestleTable table) {
        this.table = table;
    }

    static CreateTableRequest request(TrestleTable table) {
        return new TableDeclaration(table).request();
    }

    static Duration indexDelay(TrestleTable table) {
        Duration delay = Duration.ofMillis(table.indexDelayMillis());
        try {
            return EngineOptions.inMemory().withIndexDelay(delay).indexDelay();
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException(
                    "@TrestleTable(name = \"" + table.name() + "\") has indexDelayMillis = " + table.indexDelayMillis()
                            + ": " + e.getMessage(),
                    e);
        }
    }

    private CreateTableRequest request() {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(table.name())
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(schema(
                        List.of(table.partitionKey()),
                        table.sortKey().isEmpty() ? List.of() : List.of(table.sortKey())));
        List<GlobalSecondaryIndex> globals = new ArrayList<>();
        for (TrestleTable.Index index : table.globalIndexes()) {
            // A global index without a partition key is refused as one that has an empty one.
            List<String> partition = index.partitionKey().length == 0 ? List.of("") : List.of(index.partitionKey());
            globals.add(GlobalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(schema(partition, List.of(index.sortKey())))
                    .projection(projection(index))
                    .build());
        }
        List<LocalSecondaryIndex> locals = new ArrayList<>();
        for (TrestleTable.Index index : table.localIndexes()) {
            List<String> partition =
                    index.partitionKey().length == 0 ? List.of(table.partitionKey()) : List.of(index.partitionKey());
            locals.add(LocalSecondaryIndex.builder()
                    .indexName(index.name())
                    .keySchema(schema(partition, List.of(index.sortKey())))
                    .projection(projection(index))
                    .build());
        }
        if (!globals.isEmpty()) {
            request.globalSecondaryIndexes(globals);
        }
        if (!locals.isEmpty()) {
            request.localSecondaryIndexes(locals);
        }
        return request.attributeDefinitions(types.entrySet().stream()
                        .map(entry -> AttributeDefinition.builder()
                                .attributeName(entry.getKey())
                                .attributeType(entry.getValue())
                                .build())
                        .toList())
                .build();
    }

    private List<KeySchemaElement> schema(List<String> partitionKey, List<String> sortKey) {
        List<KeySchemaElement> schema = new ArrayList<>();
        partitionKey.forEach(key -> schema.add(element(key, KeyType.HASH)));
        sortKey.forEach(key -> schema.add(element(key, KeyType.RANGE)));
        return schema;
    }

    private KeySchemaElement element(String key, KeyType keyType) {
        int colon = key.lastIndexOf(':');
        String name = colon < 0 ? "" : key.substring(0, colon);
        String type = key.substring(colon + 1);
        if (name.isEmpty() || !List.of("S", "N", "B").contains(type)) {
            throw new ExtensionConfigurationException("@TrestleTable(name = \"" + table.name() + "\") has the key \""
                    + key + "\"; a key is a name and a type, such as \"pk:S\", \"amount:N\" or \"digest:B\".");
        }
        String other = types.putIfAbsent(name, type);
        if (other != null && !other.equals(type)) {
            throw new ExtensionConfigurationException(
                    "@TrestleTable(name = \"" + table.name() + "\") gives the attribute \"" + name + "\" both the type "
                            + other + " and the type " + type + ".");
        }
        return KeySchemaElement.builder().attributeName(name).keyType(keyType).build();
    }

    private static Projection projection(TrestleTable.Index index) {
        if (index.include().length > 0) {
            return Projection.builder()
                    .projectionType(ProjectionType.INCLUDE)
                    .nonKeyAttributes(index.include())
                    .build();
        }
        ProjectionType type = index.keysOnly() ? ProjectionType.KEYS_ONLY : ProjectionType.ALL;
        return Projection.builder().projectionType(type).build();
    }
}
