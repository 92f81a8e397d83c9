package dev.trestle.conformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/**
 * A table to be created, written briefly: {@code TableShape.keys("pk S", "sk N").gsi("byName", all(), "name S")}. A key
 * is an attribute's name and type; the first of a schema is the partition key, the second the sort key.
 */
public final class TableShape {
    private final Map<String, String> attributeTypes = new LinkedHashMap<>();
    private final List<KeySchemaElement> keySchema;
    private final List<GlobalSecondaryIndex> globalIndexes = new ArrayList<>();
    private final List<LocalSecondaryIndex> localIndexes = new ArrayList<>();
    private @Nullable StreamViewType streamView;

    private TableShape(String... keys) {
        keySchema = schema(keys);
    }

    public static TableShape keys(String... keys) {
        return new TableShape(keys);
    }

    public static Projection all() {
        return Projection.builder().projectionType(ProjectionType.ALL).build();
    }

    public static Projection keysOnly() {
        return Projection.builder().projectionType(ProjectionType.KEYS_ONLY).build();
    }

    public static Projection include(String... attributes) {
        return Projection.builder()
                .projectionType(ProjectionType.INCLUDE)
                .nonKeyAttributes(attributes)
                .build();
    }

    public TableShape gsi(String name, Projection projection, String... keys) {
        globalIndexes.add(GlobalSecondaryIndex.builder()
                .indexName(name)
                .projection(projection)
                .keySchema(schema(keys))
                .build());
        return this;
    }

    /** A global index whose key has several attributes of either kind. */
    TableShape gsi(String name, Projection projection, List<String> partition, List<String> sort) {
        List<KeySchemaElement> schema = new ArrayList<>();
        partition.forEach(key -> schema.add(element(key, KeyType.HASH)));
        sort.forEach(key -> schema.add(element(key, KeyType.RANGE)));
        globalIndexes.add(GlobalSecondaryIndex.builder()
                .indexName(name)
                .projection(projection)
                .keySchema(schema)
                .build());
        return this;
    }

    /** A local index; its partition key is the table's and is not written again. */
    public TableShape lsi(String name, Projection projection, String sortKey) {
        localIndexes.add(LocalSecondaryIndex.builder()
                .indexName(name)
                .projection(projection)
                .keySchema(keySchema.get(0), element(sortKey, KeyType.RANGE))
                .build());
        return this;
    }

    TableShape stream(StreamViewType view) {
        streamView = view;
        return this;
    }

    public CreateTableRequest request(String tableName) {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(tableName)
                .keySchema(keySchema)
                .attributeDefinitions(attributeTypes.entrySet().stream()
                        .map(e -> definition(e.getKey(), e.getValue()))
                        .toList())
                .billingMode(BillingMode.PAY_PER_REQUEST);
        if (!globalIndexes.isEmpty()) {
            request.globalSecondaryIndexes(globalIndexes);
        }
        if (!localIndexes.isEmpty()) {
            request.localSecondaryIndexes(localIndexes);
        }
        StreamViewType view = streamView;
        if (view != null) {
            request.streamSpecification(stream -> stream.streamEnabled(true).streamViewType(view));
        }
        return request.build();
    }

    public static AttributeDefinition definition(String name, String type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    public static KeySchemaElement hash(String name) {
        return KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.HASH)
                .build();
    }

    static KeySchemaElement range(String name) {
        return KeySchemaElement.builder()
                .attributeName(name)
                .keyType(KeyType.RANGE)
                .build();
    }

    private List<KeySchemaElement> schema(String... keys) {
        List<KeySchemaElement> elements = new ArrayList<>();
        for (String key : keys) {
            elements.add(element(key, elements.isEmpty() ? KeyType.HASH : KeyType.RANGE));
        }
        return elements;
    }

    private KeySchemaElement element(String key, KeyType keyType) {
        String[] nameAndType = key.split(" ");
        attributeTypes.put(nameAndType[0], nameAndType[1]);
        return KeySchemaElement.builder()
                .attributeName(nameAndType[0])
                .keyType(keyType)
                .build();
    }
}
