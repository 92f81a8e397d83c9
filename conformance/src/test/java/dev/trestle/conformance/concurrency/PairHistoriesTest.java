package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.number;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Transactions over two items, and pages that show both, happen at one moment: the two are one register of pairs. */
@Tag("once")
class PairHistoriesTest {
    private static final String TABLE = "pairs";

    @TempDir
    Path directory;

    record Pair(long left, long right) {}

    sealed interface Call {}

    /** Answered with the pair. */
    record Read(String how) implements Call {}

    /** Answered with one side's number. */
    record ReadSide(boolean left) implements Call {}

    /** Puts both. */
    record Write(long left, long right) implements Call {}

    /** Puts one side only. */
    record WriteSide(boolean left, long value) implements Call {}

    /** Adds to the right if the left is as expected. Answered with whether it was. */
    record AddRightIf(long expectedLeft, long delta) implements Call {}

    private static final class Pairs implements Linearizability.Model<Pair, Call> {
        @Override
        public Pair initial() {
            return new Pair(0, 0);
        }

        @Override
        public @Nullable Pair step(Pair state, Call call, @Nullable Object answer) {
            if (call instanceof Read) {
                return state.equals(answer) ? state : null;
            }
            if (call instanceof ReadSide side) {
                Long value = side.left() ? state.left() : state.right();
                return value.equals(answer) ? state : null;
            }
            if (call instanceof Write write) {
                return new Pair(write.left(), write.right());
            }
            if (call instanceof WriteSide side) {
                return side.left() ? new Pair(side.value(), state.right()) : new Pair(state.left(), side.value());
            }
            AddRightIf add = (AddRightIf) call;
            Boolean fits = state.left() == add.expectedLeft();
            if (!fits.equals(answer)) {
                return null;
            }
            return fits ? new Pair(state.left(), state.right() + add.delta()) : state;
        }
    }

    @Test
    void model_tornPair_isRefused() {
        List<Operation<Call>> torn = List.of(
                new Operation<>(new Write(1, 1), null, 0, 10), new Operation<>(new Read("page"), new Pair(1, 0), 1, 9));
        assertThat(Linearizability.holds(new Pairs(), torn)).isFalse();
    }

    @Test
    void model_checkOnOneSideAndWriteToTheOther_areOneMoment() {
        List<Operation<Call>> skewed = List.of(
                new Operation<>(new Write(1, 0), null, 0, 1),
                new Operation<>(new AddRightIf(0, 5), true, 2, 3),
                new Operation<>(new Read("page"), new Pair(1, 5), 4, 5));
        assertThat(Linearizability.holds(new Pairs(), skewed)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void history_ofPairs_isLinearizable(Setting setting) {
        check(setting, 31, 5, 80);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void history_ofPairsForLong_isLinearizable(Setting setting) {
        for (int seed = 0; seed < 20; seed++) {
            check(setting, seed, 6, 400);
        }
    }

    private void check(Setting setting, long seed, int threads, int callsEach) {
        Recorder<Call> recorder = new Recorder<>();
        try (TrestleDb db = setting.open(directory.resolve("seed" + seed))) {
            Items.createTable(db.client(), TABLE);
            Sides sides = new Sides(db.client());
            sides.run(new Write(0, 0));
            Workers.run(seed, threads, (worker, random) -> {
                for (int i = 0; i < callsEach; i++) {
                    Call call = randomCall(random, i);
                    recorder.record(call, () -> sides.run(call));
                }
            });
        }
        assertThat(recorder.history()).hasSize(threads * callsEach);
        assertThat(recorder.history())
                .as("conditions that held")
                .anyMatch(
                        operation -> operation.call() instanceof AddRightIf && Boolean.TRUE.equals(operation.answer()));
        assertThat(Linearizability.holds(new Pairs(), recorder.history()))
                .as("seed %d, %s is linearizable", seed, setting)
                .isTrue();
    }

    private static Call randomCall(Random random, int i) {
        long small = random.nextInt(4);
        return switch (random.nextInt(9)) {
            case 0, 1 -> new Write(small, 10L * i);
            case 2 -> new WriteSide(random.nextBoolean(), small);
            case 3, 4 -> new AddRightIf(small, 1);
            case 5 -> new Read("query");
            case 6 -> new Read("scan");
            case 7 -> new ReadSide(random.nextBoolean());
            default -> new Read("transaction");
        };
    }

    private record Sides(DynamoDbClient client) {
        @Nullable
        Object run(Call call) {
            if (call instanceof Read read) {
                return read(read.how());
            }
            if (call instanceof ReadSide side) {
                return number(
                        client.getItem(r -> r.tableName(TABLE)
                                        .key(key("p", name(side.left())))
                                        .consistentRead(true))
                                .item(),
                        "v");
            }
            if (call instanceof Write write) {
                client.transactWriteItems(r -> r.transactItems(put(true, write.left()), put(false, write.right())));
                return null;
            }
            if (call instanceof WriteSide side) {
                client.putItem(r -> r.tableName(TABLE).item(item("p", name(side.left()), "v", n(side.value()))));
                return null;
            }
            return addRightIf((AddRightIf) call);
        }

        private boolean addRightIf(AddRightIf call) {
            TransactWriteItem check = TransactWriteItem.builder()
                    .conditionCheck(c -> c.tableName(TABLE)
                            .key(key("p", name(true)))
                            .conditionExpression("v = :e")
                            .expressionAttributeValues(Map.of(":e", n(call.expectedLeft()))))
                    .build();
            TransactWriteItem add = TransactWriteItem.builder()
                    .update(u -> u.tableName(TABLE)
                            .key(key("p", name(false)))
                            .updateExpression("ADD v :d")
                            .expressionAttributeValues(Map.of(":d", n(call.delta()))))
                    .build();
            try {
                client.transactWriteItems(r -> r.transactItems(check, add));
                return true;
            } catch (TransactionCanceledException e) {
                return false;
            }
        }

        private Pair read(String how) {
            if (how.equals("transaction")) {
                return pair(client.transactGetItems(r -> r.transactItems(get(true), get(false))).responses().stream()
                        .map(response -> response.item())
                        .toList());
            }
            return pair(
                    how.equals("scan")
                            ? client.scan(r -> r.tableName(TABLE).consistentRead(true))
                                    .items()
                            : client.query(r -> r.tableName(TABLE)
                                            .consistentRead(true)
                                            .keyConditionExpression("pk = :p")
                                            .expressionAttributeValues(Map.of(":p", s("p"))))
                                    .items());
        }

        private static Pair pair(List<Map<String, AttributeValue>> items) {
            assertThat(items).hasSize(2);
            return new Pair(number(items.get(0), "v"), number(items.get(1), "v"));
        }

        private static String name(boolean left) {
            return left ? "left" : "right";
        }

        private static TransactGetItem get(boolean left) {
            return TransactGetItem.builder()
                    .get(one -> one.tableName(TABLE).key(key("p", name(left))))
                    .build();
        }

        private static TransactWriteItem put(boolean left, long value) {
            return TransactWriteItem.builder()
                    .put(p -> p.tableName(TABLE).item(item("p", name(left), "v", n(value))))
                    .build();
        }
    }
}
