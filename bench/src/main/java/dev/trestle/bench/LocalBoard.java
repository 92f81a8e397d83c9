package dev.trestle.bench;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The board as a program would read it that asks DynamoDB itself: the partition of each area, page by page. */
final class LocalBoard {
    private static final String TABLE = "unisync-showsets";
    private static final String INDEX = "GSI1-area-index";
    private static final List<String> KEYS = List.of("PK", "SK", "GSI1PK", "GSI1SK");

    private final DynamoDbClient client;

    LocalBoard(DynamoDbClient client) {
        this.client = client;
    }

    /** Makes the table with items of the same content as these rows. */
    void load(JsonArray rows) {
        client.createTable(table -> table.tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(KEYS.stream().map(LocalBoard::text).toList())
                .keySchema(key("PK", KeyType.HASH), key("SK", KeyType.RANGE))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName(INDEX)
                        .keySchema(key("GSI1PK", KeyType.HASH), key("GSI1SK", KeyType.RANGE))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))
                        .build()));
        for (Object each : rows) {
            JsonObject row = (JsonObject) each;
            Map<String, AttributeValue> item = new HashMap<>(value(row).m());
            String id = "SHOWSET#" + row.getString("showSetId");
            item.put("PK", AttributeValue.fromS(id));
            item.put("SK", AttributeValue.fromS("DETAILS"));
            item.put("GSI1PK", AttributeValue.fromS("AREA#" + row.getString("area")));
            item.put("GSI1SK", AttributeValue.fromS(id));
            client.putItem(put -> put.tableName(TABLE).item(item));
        }
    }

    private static AttributeDefinition text(String name) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    private static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    private static AttributeValue value(@Nullable Object json) {
        if (json == null) {
            return AttributeValue.fromNul(true);
        }
        if (json instanceof JsonObject object) {
            Map<String, AttributeValue> members = new HashMap<>();
            object.forEach(member -> members.put(member.getKey(), value(member.getValue())));
            return AttributeValue.fromM(members);
        }
        if (json instanceof JsonArray array) {
            return AttributeValue.fromL(array.stream().map(LocalBoard::value).toList());
        }
        return json instanceof Number number
                ? AttributeValue.fromN(number.toString())
                : AttributeValue.fromS(json.toString());
    }

    /** How many rows there are. */
    int read() {
        int rows = 0;
        for (String area : List.of("311", "312")) {
            Map<String, AttributeValue> start = null;
            do {
                Map<String, AttributeValue> from = start;
                QueryResponse page = client.query(query -> query.tableName(TABLE)
                        .indexName(INDEX)
                        .keyConditionExpression("GSI1PK = :area")
                        .expressionAttributeValues(Map.of(":area", AttributeValue.fromS("AREA#" + area)))
                        .exclusiveStartKey(from));
                rows += page.items().size();
                start = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
            } while (start != null);
        }
        return rows;
    }
}
