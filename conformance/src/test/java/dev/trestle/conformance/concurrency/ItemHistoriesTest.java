package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.s;
import static dev.trestle.conformance.concurrency.Items.value;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.concurrency.Register.Add;
import dev.trestle.conformance.concurrency.Register.Call;
import dev.trestle.conformance.concurrency.Register.Delete;
import dev.trestle.conformance.concurrency.Register.Get;
import dev.trestle.conformance.concurrency.Register.Put;
import dev.trestle.conformance.concurrency.Register.PutIf;
import dev.trestle.conformance.concurrency.Register.Swapped;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;

/** What many threads were told about single items, by all ways to read and write them, could have happened one after the other. */
@Tag("once")
class ItemHistoriesTest {
    private static final String TABLE = "registers";
    private static final int KEYS = 3;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void history_ofSingleItems_isLinearizable(Setting setting) {
        check(setting, 21, 6, 120);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void history_ofSingleItemsForLong_isLinearizable(Setting setting) {
        for (int seed = 0; seed < 20; seed++) {
            check(setting, seed, 8, 800);
        }
    }

    private void check(Setting setting, long seed, int threads, int callsEach) {
        List<Recorder<Call>> recorders = new ArrayList<>();
        try (TrestleDb db = setting.open(directory.resolve("seed" + seed))) {
            Items.createTable(db.client(), TABLE);
            for (int i = 0; i < KEYS; i++) {
                recorders.add(new Recorder<>());
            }
            Workers.run(seed, threads, (worker, random) -> {
                for (int i = 0; i < callsEach; i++) {
                    int key = random.nextInt(KEYS);
                    long fresh = 1_000_000L * (worker + 1) + i;
                    Call call = randomCall(random, fresh, recorders.get(key));
                    recorders.get(key).record(call, () -> new Item(db.client(), "k" + key).run(call));
                }
            });
        }
        for (int i = 0; i < KEYS; i++) {
            List<Operation<Call>> history = recorders.get(i).history();
            assertThat(history).hasSizeGreaterThan(callsEach);
            assertThat(Linearizability.holds(new Register(), history))
                    .as("key %d, seed %d, %s is linearizable", i, seed, setting)
                    .isTrue();
        }
    }

    private static Call randomCall(Random random, long fresh, Recorder<Call> recorder) {
        return switch (random.nextInt(12)) {
            case 0 -> new Put(fresh);
            case 1 -> new Delete();
            case 2, 3 -> new Add(1 + random.nextInt(5));
            case 4 -> new PutIf(null, fresh);
            case 5, 6 -> new PutIf(lastSeen(recorder), fresh);
            case 7 -> new Get("query");
            case 8 -> new Get("scan");
            case 9 -> new Get("batch");
            case 10 -> new Get("transaction");
            default -> new Get("get");
        };
    }

    /** Some value that was read lately, so that a comparison has a chance to hold. */
    private static @Nullable Long lastSeen(Recorder<Call> recorder) {
        List<Operation<Call>> history = recorder.history();
        for (int i = history.size() - 1; i >= 0; i--) {
            if (history.get(i).answer() instanceof Long value && history.get(i).call() instanceof Get) {
                return value;
            }
        }
        return null;
    }

    private record Item(DynamoDbClient client, String name) {
        @Nullable
        Object run(Call call) {
            if (call instanceof Get get) {
                return value(read(get.how()));
            }
            if (call instanceof Put put) {
                return value(client.putItem(r -> r.tableName(TABLE)
                                .item(item(name, name, "v", n(put.value())))
                                .returnValues(ReturnValue.ALL_OLD))
                        .attributes());
            }
            if (call instanceof Delete) {
                return value(client.deleteItem(
                                r -> r.tableName(TABLE).key(key(name, name)).returnValues(ReturnValue.ALL_OLD))
                        .attributes());
            }
            if (call instanceof Add add) {
                return value(client.updateItem(r -> r.tableName(TABLE)
                                .key(key(name, name))
                                .updateExpression("ADD v :d")
                                .expressionAttributeValues(Map.of(":d", n(add.delta())))
                                .returnValues(ReturnValue.ALL_NEW))
                        .attributes());
            }
            return putIf((PutIf) call);
        }

        private Swapped putIf(PutIf call) {
            Long expected = call.expected();
            try {
                client.putItem(r -> {
                    r.tableName(TABLE)
                            .item(item(name, name, "v", n(call.value())))
                            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
                    if (expected == null) {
                        r.conditionExpression("attribute_not_exists(pk)");
                    } else {
                        r.conditionExpression("v = :e").expressionAttributeValues(Map.of(":e", n(expected)));
                    }
                });
                return new Swapped(true, null);
            } catch (ConditionalCheckFailedException e) {
                return new Swapped(false, value(e.item()));
            }
        }

        private @Nullable Map<String, AttributeValue> read(String how) {
            return switch (how) {
                case "query" ->
                    only(client.query(r -> r.tableName(TABLE)
                                    .consistentRead(true)
                                    .keyConditionExpression("pk = :p")
                                    .expressionAttributeValues(Map.of(":p", s(name))))
                            .items());
                case "scan" ->
                    only(client.scan(r -> r.tableName(TABLE).consistentRead(true))
                            .items());
                case "batch" ->
                    only(client.batchGetItem(r -> r.requestItems(Map.of(
                                    TABLE,
                                    KeysAndAttributes.builder()
                                            .keys(List.of(key(name, name)))
                                            .consistentRead(true)
                                            .build())))
                            .responses()
                            .get(TABLE));
                case "transaction" ->
                    client.transactGetItems(r -> r.transactItems(TransactGetItem.builder()
                                    .get(one -> one.tableName(TABLE).key(key(name, name)))
                                    .build()))
                            .responses()
                            .get(0)
                            .item();
                default ->
                    client.getItem(r -> r.tableName(TABLE).key(key(name, name)).consistentRead(true))
                            .item();
            };
        }

        private @Nullable Map<String, AttributeValue> only(List<Map<String, AttributeValue>> items) {
            return items.stream()
                    .filter(item -> item.get("pk").s().equals(name))
                    .findFirst()
                    .orElse(null);
        }
    }
}
