package dev.trestle.conformance.soak;

import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Items over the DynamoDB port: puts, deletes, and transactions of two. */
final class ItemsLoad implements Load {
    private static final String TABLE = "soak";
    private static final int KEYS = 60;
    private static final int PAD_MAX = 3000;

    private final String worker;
    private final Ledger ledger;
    private DynamoDbClient client;
    private long number;

    ItemsLoad(String worker, AtomicInteger acknowledgements, Life life) {
        this.worker = worker;
        this.ledger = new Ledger(acknowledgements);
        this.client = Endpoints.dynamoDb(life.dynamoDb());
    }

    @Override
    public void connect(Life life) {
        client.close();
        client = Endpoints.dynamoDb(life.dynamoDb());
        try {
            client.createTable(r -> r.tableName(TABLE)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(a -> a.attributeName("k").attributeType(ScalarAttributeType.S))
                    .keySchema(k -> k.attributeName("k").keyType(KeyType.HASH)));
        } catch (ResourceInUseException there) {
            // Another worker made it, or another life.
        }
    }

    private String key(int i) {
        return worker + "-" + i % KEYS;
    }

    private static Map<String, AttributeValue> item(String key, String value, int pad) {
        return Map.of(
                "k", AttributeValue.fromS(key),
                "v", AttributeValue.fromS(value),
                "pad", AttributeValue.fromS("x".repeat(pad)));
    }

    @Override
    public void step(Random random) throws Exception {
        int i = random.nextInt(KEYS);
        int pad = random.nextInt(PAD_MAX);
        String value = Long.toString(++number);
        switch (random.nextInt(5)) {
            case 0 ->
                ledger.write(
                        Set.of(key(i)),
                        Ledger.ABSENT,
                        () -> client.deleteItem(
                                r -> r.tableName(TABLE).key(Map.of("k", AttributeValue.fromS(key(i))))));
            case 1 ->
                ledger.write(
                        Set.of(key(i), key(i + 1)),
                        value,
                        () -> client.transactWriteItems(r ->
                                r.transactItems(put(item(key(i), value, pad)), put(item(key(i + 1), value, pad)))));
            default ->
                ledger.write(
                        Set.of(key(i)),
                        value,
                        () -> client.putItem(r -> r.tableName(TABLE).item(item(key(i), value, pad))));
        }
    }

    private static TransactWriteItem put(Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(TABLE).item(item))
                .build();
    }

    @Override
    public void check(String where) throws Exception {
        ledger.check(where + ", items of " + worker, key -> {
            Map<String, AttributeValue> item = client.getItem(
                            r -> r.tableName(TABLE).consistentRead(true).key(Map.of("k", AttributeValue.fromS(key))))
                    .item();
            AttributeValue value = item.get("v");
            return value == null ? Ledger.ABSENT : value.s();
        });
    }
}
