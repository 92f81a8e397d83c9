package dev.trestle.sdk;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A table that several tests use: partition {@code pk} (S), sort {@code sk} (N), index {@code byOwner} on {@code owner} (S). */
final class Tables {
    static final String ORDERS = "Orders";

    private Tables() {}

    static void createOrders(DynamoDbClient client) {
        client.createTable(request -> request.tableName(ORDERS)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                        pk -> pk.attributeName("pk").attributeType(ScalarAttributeType.S),
                        sk -> sk.attributeName("sk").attributeType(ScalarAttributeType.N),
                        owner -> owner.attributeName("owner").attributeType(ScalarAttributeType.S))
                .keySchema(
                        pk -> pk.attributeName("pk").keyType(KeyType.HASH),
                        sk -> sk.attributeName("sk").keyType(KeyType.RANGE))
                .globalSecondaryIndexes(index -> index.indexName("byOwner")
                        .keySchema(owner -> owner.attributeName("owner").keyType(KeyType.HASH))
                        .projection(projection -> projection.projectionType(ProjectionType.ALL))));
        client.waiter().waitUntilTableExists(request -> request.tableName(ORDERS));
    }

    static Map<String, AttributeValue> key(String pk, int sk) {
        return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromN(Integer.toString(sk)));
    }

    static void put(DynamoDbClient client, String pk, int sk) {
        client.putItem(request -> request.tableName(ORDERS).item(key(pk, sk)));
    }
}
