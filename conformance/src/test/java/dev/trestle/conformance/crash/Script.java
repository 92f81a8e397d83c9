package dev.trestle.conformance.crash;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The writes of one worker, which has items of its own: step n is the same whenever it is asked for, so whoever knows the seed and how
 * many steps were done knows what must be in the store.
 *
 * <p>A step is one request: a put, an update, a delete, a transaction over both tables, or the making, filling or deleting of a
 * table.
 */
final class Script {
    static final String ORDERS = "orders";
    static final String AUDIT = "audit";
    static final String BY_GROUP = "by-group";
    static final String BY_RANK = "by-rank";

    private static final int KEYS = 24;
    private static final int PADDING_MAX = 6000;
    private static final long FAR_AHEAD = 4_000_000_000L;

    private final long seed;
    private final String worker;

    Script(long seed, String worker) {
        this.seed = seed;
        this.worker = worker;
    }

    /** What a step does to the store, and to a {@link Contents} that stands for it. */
    interface Step {
        void run(DynamoDbClient client);

        void apply(Contents contents);

        /** Whether the step is a transaction, which may be sent again. */
        default boolean isTransaction() {
            return false;
        }

        /** Whether the engine writes on after the step was acknowledged. */
        default boolean leavesWork() {
            return false;
        }
    }

    static void createTables(DynamoDbClient client) {
        client.createTable(r -> r.tableName(ORDERS)
                .attributeDefinitions(
                        attribute("pk", ScalarAttributeType.S),
                        attribute("sk", ScalarAttributeType.N),
                        attribute("g", ScalarAttributeType.S),
                        attribute("rank", ScalarAttributeType.N))
                .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                .globalSecondaryIndexes(GlobalSecondaryIndex.builder()
                        .indexName(BY_GROUP)
                        .keySchema(key("g", KeyType.HASH), key("sk", KeyType.RANGE))
                        .projection(p -> p.projectionType(ProjectionType.ALL))
                        .build())
                .localSecondaryIndexes(LocalSecondaryIndex.builder()
                        .indexName(BY_RANK)
                        .keySchema(key("pk", KeyType.HASH), key("rank", KeyType.RANGE))
                        .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                        .build())
                .billingMode(BillingMode.PAY_PER_REQUEST));
        createPlainTable(client, AUDIT);
        for (String table : List.of(ORDERS, AUDIT)) {
            keepTime(client, table);
        }
    }

    /** Gives a table a stream and expiry. */
    static void keepTime(DynamoDbClient client, String table) {
        client.updateTable(r -> r.tableName(table)
                .streamSpecification(s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
        client.updateTimeToLive(r -> r.tableName(table)
                .timeToLiveSpecification(t -> t.attributeName("expires").enabled(true)));
    }

    static void createPlainTable(DynamoDbClient client, String name) {
        client.createTable(r -> r.tableName(name)
                .attributeDefinitions(attribute("pk", ScalarAttributeType.S), attribute("sk", ScalarAttributeType.N))
                .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
                .billingMode(BillingMode.PAY_PER_REQUEST));
    }

    static AttributeDefinition attribute(String name, ScalarAttributeType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type)
                .build();
    }

    static KeySchemaElement key(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    String worker() {
        return worker;
    }

    /** The table that this worker makes and deletes. */
    String ownTable() {
        return "own-" + worker;
    }

    /** {@code before} is what the steps before this one lead to. */
    Step step(int number, Contents before) {
        Random random = new Random(seed * 1_000_003 + worker.hashCode() * 31L + number);
        random.nextInt(); // neighbouring seeds begin alike
        int sk = random.nextInt(KEYS);
        String mark = seed + "-" + number;
        Map<String, AttributeValue> item = item(random, sk, mark);
        int kind = random.nextInt(100);
        if (kind < 35) {
            return put(ORDERS, item);
        } else if (kind < 55) {
            return update(sk, mark, item.get("g"));
        } else if (kind < 65) {
            return delete(sk);
        } else if (kind < 90) {
            return transaction(item, mark, random.nextInt(KEYS));
        } else if (!before.hasTable(ownTable())) {
            return createOwnTable();
        } else {
            return kind < 98 ? put(ownTable(), item) : deleteOwnTable();
        }
    }

    private Map<String, AttributeValue> item(Random random, int sk, String mark) {
        Map<String, AttributeValue> item = new HashMap<>(keyOf(sk));
        item.put("mark", AttributeValue.fromS(mark));
        item.put("g", AttributeValue.fromS("group" + random.nextInt(5)));
        if (random.nextBoolean()) {
            item.put("rank", AttributeValue.fromN(Integer.toString(random.nextInt(1000))));
        }
        item.put("padding", AttributeValue.fromS("x".repeat(random.nextInt(PADDING_MAX))));
        if (random.nextBoolean()) { // far ahead: nothing goes, but every entry must be there
            item.put("expires", AttributeValue.fromN(Long.toString(FAR_AHEAD + random.nextInt(10))));
        }
        return item;
    }

    private Map<String, AttributeValue> keyOf(int sk) {
        return Map.of("pk", AttributeValue.fromS(worker), "sk", AttributeValue.fromN(Integer.toString(sk)));
    }

    private static Step put(String table, Map<String, AttributeValue> item) {
        return new Step() {
            @Override
            public void run(DynamoDbClient client) {
                client.putItem(r -> r.tableName(table).item(item));
            }

            @Override
            public void apply(Contents contents) {
                contents.put(table, item);
            }
        };
    }

    private Step update(int sk, String mark, AttributeValue group) {
        return new Step() {
            @Override
            public void run(DynamoDbClient client) {
                client.updateItem(r -> r.tableName(ORDERS)
                        .key(keyOf(sk))
                        .updateExpression("SET mark = :m, g = :g ADD changes :one")
                        .expressionAttributeValues(Map.of(
                                ":m", AttributeValue.fromS(mark), ":g", group, ":one", AttributeValue.fromN("1"))));
            }

            @Override
            public void apply(Contents contents) {
                Map<String, AttributeValue> item = new HashMap<>(contents.get(ORDERS, keyOf(sk)));
                item.putAll(keyOf(sk));
                item.put("mark", AttributeValue.fromS(mark));
                item.put("g", group);
                int changes = item.containsKey("changes")
                        ? Integer.parseInt(item.get("changes").n())
                        : 0;
                item.put("changes", AttributeValue.fromN(Integer.toString(changes + 1)));
                contents.put(ORDERS, item);
            }
        };
    }

    private Step delete(int sk) {
        return new Step() {
            @Override
            public void run(DynamoDbClient client) {
                client.deleteItem(r -> r.tableName(ORDERS).key(keyOf(sk)));
            }

            @Override
            public void apply(Contents contents) {
                contents.remove(ORDERS, keyOf(sk));
            }
        };
    }

    /** Puts an order with its audit, and deletes an order and an audit of another number. */
    private Step transaction(Map<String, AttributeValue> item, String mark, int deletedSk) {
        boolean deletes = !keyOf(deletedSk).get("sk").equals(item.get("sk"));
        Map<String, AttributeValue> audit = new HashMap<>(item);
        audit.remove("padding");
        return new Step() {
            @Override
            public void run(DynamoDbClient client) {
                List<TransactWriteItem> puts = List.of(putAction(ORDERS, item), putAction(AUDIT, audit));
                List<TransactWriteItem> deletions = List.of(deleteAction(ORDERS), deleteAction(AUDIT));
                client.transactWriteItems(r -> r.clientRequestToken(worker + "-" + mark)
                        .transactItems(
                                deletes
                                        ? List.of(puts.get(0), deletions.get(0), puts.get(1), deletions.get(1))
                                        : puts));
            }

            private TransactWriteItem deleteAction(String table) {
                return TransactWriteItem.builder()
                        .delete(d -> d.tableName(table).key(keyOf(deletedSk)))
                        .build();
            }

            @Override
            public void apply(Contents contents) {
                contents.put(ORDERS, item);
                contents.put(AUDIT, audit);
                if (deletes) {
                    contents.remove(ORDERS, keyOf(deletedSk));
                    contents.remove(AUDIT, keyOf(deletedSk));
                }
            }

            @Override
            public boolean isTransaction() {
                return true;
            }
        };
    }

    private static TransactWriteItem putAction(String table, Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(Put.builder().tableName(table).item(item).build())
                .build();
    }

    private Step createOwnTable() {
        return new Step() {
            @Override
            public void run(DynamoDbClient client) {
                createPlainTable(client, ownTable());
            }

            @Override
            public void apply(Contents contents) {
                contents.createTable(ownTable());
            }
        };
    }

    private Step deleteOwnTable() {
        return new Step() {
            @Override
            public void run(DynamoDbClient client) {
                client.deleteTable(r -> r.tableName(ownTable()));
            }

            @Override
            public void apply(Contents contents) {
                contents.deleteTable(ownTable());
            }

            @Override
            public boolean leavesWork() {
                return true; // what was in the table is cleared away
            }
        };
    }
}
