package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.ModelTable.Key;
import dev.trestle.conformance.ModelTable.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Does the same random operations to a table and to its model, and compares the two. */
final class RandomOperations {
    private static final String[] PARTITIONS = {"a", "b", "c"};
    private static final String[] LETTERS = {"x", "y", "z"};
    private static final int SORT_KEYS = 5;
    private static final int PAGES_MAX = 100;

    private final DynamoDbClient client;
    private final String table;
    private final Random random;
    private final ModelTable model = new ModelTable();
    private int writes;
    private int refusals;

    RandomOperations(DynamoDbClient client, String table, Random random) {
        this.client = client;
        this.table = table;
        this.random = random;
    }

    int writes() {
        return writes;
    }

    int refusals() {
        return refusals;
    }

    /** Does one random operation, and says which. */
    String step() {
        return switch (random.nextInt(8)) {
            case 0 -> put();
            case 1 -> conditionalPut();
            case 2 -> delete();
            case 3 -> count();
            case 4 -> changeIndexKey();
            case 5 -> conditionalDelete();
            case 6 -> batch();
            default -> transaction();
        };
    }

    private String put() {
        Key key = key();
        Row row = row();
        client.putItem(r -> r.tableName(table).item(item(ModelTable.literal(key, row))));
        model.put(key, row);
        writes++;
        return "put " + ModelTable.literal(key, row);
    }

    private String conditionalPut() {
        Key key = key();
        Row row = row();
        boolean expected = model.get(key) == null;
        assertThat(succeeds(() -> client.putItem(r -> r.tableName(table)
                        .item(item(ModelTable.literal(key, row)))
                        .conditionExpression("attribute_not_exists(pk)"))))
                .as("conditional put of " + key)
                .isEqualTo(expected);
        if (expected) {
            model.put(key, row);
        }
        return "put if absent " + ModelTable.literal(key, row);
    }

    private String delete() {
        Key key = key();
        client.deleteItem(r -> r.tableName(table).key(item(key.literal())));
        model.delete(key);
        writes++;
        return "delete " + key;
    }

    private String conditionalDelete() {
        Key key = key();
        int limit = random.nextInt(6);
        Row row = model.get(key);
        boolean expected = row != null && row.n() != null && row.n() >= limit;
        assertThat(succeeds(() -> client.deleteItem(r -> r.tableName(table)
                        .key(item(key.literal()))
                        .conditionExpression("n >= :limit")
                        .expressionAttributeValues(item("{:limit: " + limit + "}")))))
                .as("conditional delete of " + key)
                .isEqualTo(expected);
        if (expected) {
            model.delete(key);
        }
        return "delete " + key + " if n >= " + limit;
    }

    private String count() {
        Key key = key();
        client.updateItem(r -> r.tableName(table)
                .key(item(key.literal()))
                .updateExpression("ADD n :one")
                .expressionAttributeValues(item("{:one: 1}")));
        Row row = model.get(key);
        Row before = row == null ? Row.EMPTY : row;
        model.put(key, before.withN(before.n() == null ? 1 : before.n() + 1));
        writes++;
        return "count " + key;
    }

    private String changeIndexKey() {
        Key key = key();
        String g = optional(LETTERS);
        client.updateItem(r -> {
            r.tableName(table).key(item(key.literal()));
            if (g == null) {
                r.updateExpression("REMOVE g");
            } else {
                r.updateExpression("SET g = :g").expressionAttributeValues(item("{:g: '" + g + "'}"));
            }
        });
        Row row = model.get(key);
        if (row != null || g != null) {
            model.put(key, (row == null ? Row.EMPTY : row).withG(g));
        }
        writes++;
        return "set g of " + key + " to " + g;
    }

    private String batch() {
        List<Key> keys = distinctKeys(1 + random.nextInt(4));
        List<WriteRequest> requests = new ArrayList<>();
        for (Key key : keys) {
            if (random.nextBoolean()) {
                Row row = row();
                requests.add(Requests.putRequest(ModelTable.literal(key, row)));
                model.put(key, row);
            } else {
                requests.add(Requests.deleteRequest(key.literal()));
                model.delete(key);
            }
        }
        assertThat(client.batchWriteItem(r -> r.requestItems(Map.of(table, requests)))
                        .unprocessedItems())
                .isEmpty();
        writes++;
        return "batch of " + keys;
    }

    /** Puts one item, counts another and deletes a third, if a fourth exists. */
    private String transaction() {
        List<Key> keys = distinctKeys(4);
        Row row = row();
        List<TransactWriteItem> actions = List.of(
                Requests.putIn(table, ModelTable.literal(keys.get(0), row)),
                Requests.updateIn(table, keys.get(1).literal(), "ADD n :one", "{:one: 1}"),
                Requests.deleteIn(table, keys.get(2).literal()),
                Requests.checkIn(table, keys.get(3).literal(), "attribute_exists(pk)", null));
        boolean expected = model.get(keys.get(3)) != null;
        assertThat(succeeds(() -> client.transactWriteItems(r -> r.transactItems(actions))))
                .as("transaction of " + keys)
                .isEqualTo(expected);
        if (expected) {
            model.put(keys.get(0), row);
            Row counted = model.get(keys.get(1));
            Row before = counted == null ? Row.EMPTY : counted;
            model.put(keys.get(1), before.withN(before.n() == null ? 1 : before.n() + 1));
            model.delete(keys.get(2));
        }
        return "transaction of " + keys;
    }

    void assertOneKeyAgrees() {
        Key key = key();
        Row row = model.get(key);
        Map<String, AttributeValue> stored = client.getItem(
                        r -> r.tableName(table).key(item(key.literal())).consistentRead(true))
                .item();
        assertThat(Literals.show(stored)).isEqualTo(row == null ? "{}" : ModelTable.literal(key, row));
    }

    void assertAllAgrees() {
        assertThat(client.scan(r -> r.tableName(table).consistentRead(true)).items().stream()
                        .map(Literals::show)
                        .sorted())
                .isEqualTo(model.all());
        boolean forward = random.nextBoolean();
        int limit = 1 + random.nextInt(7);
        for (String pk : PARTITIONS) {
            assertThat(shown(query("pk", pk, forward, limit, r -> {})))
                    .isEqualTo(directed(model.partition(pk), forward));
            assertIndexAgrees(
                    query("pk", pk, forward, limit, r -> r.indexName("local")), model.local(pk), forward, "l");
        }
        for (String g : LETTERS) {
            assertIndexAgrees(query("g", g, forward, limit, r -> r.indexName("global")), model.global(g), forward, "h");
        }
    }

    /** An index is sorted by its sort key; items that have it in common come in no promised order. */
    private static void assertIndexAgrees(
            List<Map<String, AttributeValue>> found, List<String> expected, boolean forward, String sortKey) {
        assertThat(shown(found)).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(found.stream().map(i -> Literals.show(i.get(sortKey))))
                .isEqualTo(directed(expected, forward).stream()
                        .map(text -> Literals.show(item(text).get(sortKey)))
                        .toList());
    }

    private List<Map<String, AttributeValue>> query(
            String name, String value, boolean forward, int limit, Consumer<QueryRequest.Builder> more) {
        List<Map<String, AttributeValue>> found = new ArrayList<>();
        Map<String, AttributeValue> from = Map.of();
        int pages = 0;
        do {
            Map<String, AttributeValue> start = from;
            QueryResponse page = client.query(r -> {
                r.tableName(table)
                        .keyConditionExpression(name + " = :v")
                        .expressionAttributeValues(Map.of(":v", Literals.s(value)))
                        .scanIndexForward(forward)
                        .limit(limit);
                if (!start.isEmpty()) {
                    r.exclusiveStartKey(start);
                }
                more.accept(r);
            });
            found.addAll(page.items());
            from = page.lastEvaluatedKey();
            assertThat(++pages).isLessThan(PAGES_MAX);
        } while (!from.isEmpty());
        return found;
    }

    private boolean succeeds(Runnable write) {
        try {
            write.run();
            writes++;
            return true;
        } catch (ConditionalCheckFailedException | TransactionCanceledException e) {
            refusals++;
            return false;
        }
    }

    private static List<String> shown(List<Map<String, AttributeValue>> items) {
        return items.stream().map(Literals::show).toList();
    }

    private static List<String> directed(List<String> ascending, boolean forward) {
        List<String> directed = new ArrayList<>(ascending);
        if (!forward) {
            Collections.reverse(directed);
        }
        return directed;
    }

    private Key key() {
        return new Key(PARTITIONS[random.nextInt(PARTITIONS.length)], random.nextInt(SORT_KEYS));
    }

    private List<Key> distinctKeys(int count) {
        List<Key> keys = new ArrayList<>();
        for (String pk : PARTITIONS) {
            for (int sk = 0; sk < SORT_KEYS; sk++) {
                keys.add(new Key(pk, sk));
            }
        }
        Collections.shuffle(keys, random);
        return keys.subList(0, count);
    }

    private Row row() {
        return new Row(
                optional(LETTERS),
                random.nextInt(4) == 0 ? null : Integer.valueOf(random.nextInt(21) - 10),
                optional(LETTERS),
                random.nextInt(4) == 0 ? null : Integer.valueOf(random.nextInt(5)));
    }

    private @Nullable String optional(String[] values) {
        return random.nextInt(4) == 0 ? null : values[random.nextInt(values.length)];
    }
}
