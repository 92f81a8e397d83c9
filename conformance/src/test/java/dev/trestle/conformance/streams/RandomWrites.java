package dev.trestle.conformance.streams;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Writes of every kind to a few items of a few tables, so that writers meet, and that many writes change nothing. */
public final class RandomWrites {
    public static final List<String> TABLES = List.of("red", "green", "blue");

    private static final int ITEMS = 12;
    private static final int VALUES = 3;

    private final DynamoDbClient client;

    public RandomWrites(DynamoDbClient client) {
        this.client = client;
    }

    public static void createTables(DynamoDbClient client) {
        TABLES.forEach(table -> createTable(client, table, StreamViewType.NEW_AND_OLD_IMAGES));
    }

    static void createTable(DynamoDbClient client, String table, StreamViewType view) {
        client.createTable(r -> r.tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName("pk")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(KeySchemaElement.builder()
                        .attributeName("pk")
                        .keyType(KeyType.HASH)
                        .build())
                .streamSpecification(stream -> stream.streamEnabled(true).streamViewType(view)));
    }

    /** One request; a condition that fails is part of the game. */
    public void next(Random random) {
        try {
            switch (random.nextInt(8)) {
                case 0, 1 -> put(random);
                case 2 -> update(random, "SET v = :v");
                case 3 -> update(random, "ADD n :one");
                case 4 -> delete(random);
                case 5 -> batch(random);
                default -> transact(random);
            }
        } catch (ConditionalCheckFailedException | TransactionCanceledException expected) {
            return;
        }
    }

    private void put(Random random) {
        client.putItem(r -> r.tableName(table(random)).item(item(random)));
    }

    private void update(Random random, String expression) {
        client.updateItem(r -> r.tableName(table(random))
                .key(key(random))
                .updateExpression(expression)
                .expressionAttributeValues(values(expression, random)));
    }

    private void delete(Random random) {
        client.deleteItem(r -> {
            r.tableName(table(random)).key(key(random));
            if (random.nextBoolean()) {
                r.conditionExpression("v = :v").expressionAttributeValues(Map.of(":v", value(random)));
            }
        });
    }

    /** One request for each item, as the service wants it. */
    private void batch(Random random) {
        Map<Map<String, AttributeValue>, WriteRequest> requests = new java.util.LinkedHashMap<>();
        for (int i = 0; i < 4; i++) {
            Map<String, AttributeValue> item = item(random);
            Map<String, AttributeValue> key = Map.of("pk", item.get("pk"));
            requests.put(
                    key,
                    random.nextInt(3) == 0
                            ? WriteRequest.builder()
                                    .deleteRequest(d -> d.key(key))
                                    .build()
                            : WriteRequest.builder()
                                    .putRequest(p -> p.item(item))
                                    .build());
        }
        client.batchWriteItem(r -> r.requestItems(Map.of(table(random), new ArrayList<>(requests.values()))));
    }

    /** Over several tables, at most one action for each item. */
    private void transact(Random random) {
        Map<String, TransactWriteItem> actions = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            String table = table(random);
            Map<String, AttributeValue> item = item(random);
            Map<String, AttributeValue> key = Map.of("pk", item.get("pk"));
            TransactWriteItem.Builder action = TransactWriteItem.builder();
            switch (random.nextInt(4)) {
                case 0 -> action.put(p -> p.tableName(table).item(item));
                case 1 -> action.delete(d -> d.tableName(table).key(key));
                case 2 ->
                    action.conditionCheck(c -> c.tableName(table)
                            .key(key)
                            .conditionExpression("attribute_not_exists(v) OR v <> :v")
                            .expressionAttributeValues(Map.of(":v", value(random))));
                default ->
                    action.update(u -> u.tableName(table)
                            .key(key)
                            .updateExpression("ADD n :one")
                            .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
            }
            actions.put(table + key, action.build());
        }
        client.transactWriteItems(r -> r.transactItems(actions.values()));
    }

    private static String table(Random random) {
        return TABLES.get(random.nextInt(TABLES.size()));
    }

    private static Map<String, AttributeValue> item(Random random) {
        return Map.of("pk", key(random).get("pk"), "v", value(random));
    }

    private static Map<String, AttributeValue> key(Random random) {
        return Map.of("pk", AttributeValue.fromS("item" + random.nextInt(ITEMS)));
    }

    private static AttributeValue value(Random random) {
        return AttributeValue.fromS("value" + random.nextInt(VALUES));
    }

    private static Map<String, AttributeValue> values(String expression, Random random) {
        return expression.contains(":one") ? Map.of(":one", AttributeValue.fromN("1")) : Map.of(":v", value(random));
    }
}
