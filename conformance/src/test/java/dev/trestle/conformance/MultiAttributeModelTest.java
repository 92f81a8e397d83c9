package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.s;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Random writes and queries of an index with keys of several attributes, beside a model; the store is verified and reopened. */
class MultiAttributeModelTest {
    private static final long SEED = Long.getLong("trestle.seed", 20251120L);
    private static final int ITEMS = 120;
    private static final int QUERIES = 200;
    private static final List<String> TEXTS = List.of("a", "ab", "b", "ba", "\u00e9", "\ud83d\ude00");

    private static final Comparator<AttributeValue> ORDER = (one, two) -> one.n() != null
            ? new BigDecimal(one.n()).compareTo(new BigDecimal(two.n()))
            : Arrays.compareUnsigned(
                    one.s().getBytes(StandardCharsets.UTF_8), two.s().getBytes(StandardCharsets.UTF_8));

    private final Random random = new Random(SEED);
    private final Map<String, Map<String, AttributeValue>> model = new HashMap<>();

    @Test
    void queries_afterRandomWrites_findWhatTheModelHas(@TempDir Path temporary) {
        Path directory = temporary.resolve("store");
        try (TrestleDb db = TrestleDb.open(directory)) {
            db.client()
                    .createTable(TableShape.keys("pk S")
                            .gsi("multi", TableShape.all(), List.of("h1 S", "h2 N"), List.of("r1 N", "r2 S", "r3 S"))
                            .request("Model"));
            for (int i = 0; i < 4 * ITEMS; i++) {
                write(db.client());
            }
            compare(db.client());
            assertClean(db.engine().verify());
        }
        try (TrestleDb db = TrestleDb.open(directory)) {
            compare(db.client());
            assertClean(db.engine().verify());
        }
    }

    private static void assertClean(VerifyReport report) {
        assertThat(report.problems()).as("seed " + SEED).isEmpty();
        assertThat(report.indexEntries()).as("entries, seed " + SEED).isPositive();
    }

    private void write(DynamoDbClient client) {
        String pk = "i" + random.nextInt(ITEMS);
        if (random.nextInt(5) == 0) {
            client.deleteItem(r -> r.tableName("Model").key(item("{pk: '" + pk + "'}")));
            model.remove(pk);
            return;
        }
        Map<String, AttributeValue> item = new HashMap<>();
        item.put("pk", s(pk));
        putSometimes(item, "h1", s(any(List.of("x", "xy"))));
        putSometimes(item, "h2", n(random.nextInt(2)));
        putSometimes(item, "r1", n(any(List.of("-1.5", "0", "2", "10"))));
        putSometimes(item, "r2", s(any(TEXTS)));
        putSometimes(item, "r3", s(any(TEXTS)));
        client.putItem(r -> r.tableName("Model").item(item));
        model.put(pk, item);
    }

    private void putSometimes(Map<String, AttributeValue> item, String name, AttributeValue value) {
        if (random.nextInt(12) > 0) {
            item.put(name, value);
        }
    }

    private void compare(DynamoDbClient client) {
        for (int round = 0; round < QUERIES; round++) {
            Map<String, AttributeValue> values = new HashMap<>();
            StringBuilder condition = new StringBuilder("h1 = :h1 AND h2 = :h2");
            values.put(":h1", s(any(List.of("x", "xy"))));
            values.put(":h2", n(random.nextInt(2)));
            Predicate<Map<String, AttributeValue>> wanted =
                    found -> values.get(":h1").equals(found.get("h1"))
                            && values.get(":h2").equals(found.get("h2"));
            int depth = random.nextInt(4);
            for (int i = 1; i <= depth; i++) {
                wanted = wanted.and(term("r" + i, i == depth, condition, values));
            }
            boolean forward = random.nextBoolean();
            List<String> found = query(client, condition.toString(), values, forward, 1 + random.nextInt(7));
            assertThat(found)
                    .as("seed %d, round %d: %s with %s", SEED, round, condition, values)
                    .isEqualTo(expected(wanted, forward));
        }
    }

    /** Adds a condition on a sort attribute, which is an equality unless it is the last one. */
    private Predicate<Map<String, AttributeValue>> term(
            String name, boolean last, StringBuilder condition, Map<String, AttributeValue> values) {
        AttributeValue value = name.equals("r1") ? n(any(List.of("-1.5", "0", "2", "10"))) : s(any(TEXTS));
        values.put(":" + name, value);
        String operator = last ? any(List.of("=", "<", "<=", ">", ">=")) : "=";
        condition
                .append(" AND ")
                .append(name)
                .append(' ')
                .append(operator)
                .append(" :")
                .append(name);
        return found -> {
            int order = ORDER.compare(requireNonNull(found.get(name)), value);
            return switch (operator) {
                case "=" -> order == 0;
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                default -> order >= 0;
            };
        };
    }

    private List<String> expected(Predicate<Map<String, AttributeValue>> wanted, boolean forward) {
        Comparator<Map<String, AttributeValue>> order = (one, two) -> 0;
        for (String name : List.of("r1", "r2", "r3", "pk")) {
            order = order.thenComparing(found -> requireNonNull(found.get(name)), ORDER);
        }
        return model.values().stream()
                .filter(found -> found.keySet().containsAll(List.of("h1", "h2", "r1", "r2", "r3")))
                .filter(wanted)
                .sorted(forward ? order : order.reversed())
                .map(found -> requireNonNull(found.get("pk")).s())
                .toList();
    }

    private static List<String> query(
            DynamoDbClient client,
            String condition,
            Map<String, AttributeValue> values,
            boolean forward,
            int pageSize) {
        List<String> found = new ArrayList<>();
        Map<String, AttributeValue> start = Map.of();
        do {
            Map<String, AttributeValue> from = start;
            QueryResponse page = client.query(r -> {
                r.tableName("Model").indexName("multi").keyConditionExpression(condition);
                r.expressionAttributeValues(values).scanIndexForward(forward).limit(pageSize);
                if (!from.isEmpty()) {
                    r.exclusiveStartKey(from);
                }
            });
            page.items()
                    .forEach(each -> found.add(requireNonNull(each.get("pk")).s()));
            start = page.lastEvaluatedKey();
        } while (!start.isEmpty() && found.size() <= ITEMS);
        return found;
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
