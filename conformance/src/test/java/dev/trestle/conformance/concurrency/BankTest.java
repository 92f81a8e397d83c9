package dev.trestle.conformance.concurrency;

import static dev.trestle.conformance.concurrency.Items.item;
import static dev.trestle.conformance.concurrency.Items.key;
import static dev.trestle.conformance.concurrency.Items.n;
import static dev.trestle.conformance.concurrency.Items.number;
import static dev.trestle.conformance.concurrency.Items.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Money that is moved between accounts is never made or lost, and nobody ever sees it on its way. */
@Tag("once")
class BankTest {
    private static final String TABLE = "bank";
    private static final int ACCOUNTS = 8;
    private static final long OPENING = 100;
    private static final long TOTAL = ACCOUNTS * OPENING;

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource
    void transfers_manyAtOnce_keepTheTotalAtEveryMoment(Setting setting) {
        transfer(setting, 11, 120);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void transfers_forLong_keepTheTotalAtEveryMoment(Setting setting) {
        for (int seed = 0; seed < 5; seed++) {
            transfer(setting, seed, 3000);
        }
    }

    private void transfer(Setting setting, long seed, int transfersEach) {
        try (TrestleDb db = setting.open(directory.resolve("seed" + seed))) {
            Bank bank = new Bank(db.client());
            AtomicLong made = new AtomicLong();
            AtomicLong seen = new AtomicLong();
            try (Workers readers = new Workers(seed)) {
                readers.startEndless(3, (worker, random) -> {
                    long total = switch (worker) {
                        case 0 -> bank.totalByTransaction();
                        case 1 -> bank.totalByQuery();
                        default -> bank.totalByScan();
                    };
                    assertThat(total)
                            .as("the total, by way %d, seed %d", worker, seed)
                            .isEqualTo(TOTAL);
                    seen.incrementAndGet();
                });
                Workers.run(seed, 4, (worker, random) -> {
                    for (int i = 0; i < transfersEach; i++) {
                        boolean done = worker % 2 == 0 ? bank.moveGuarded(random) : bank.moveVersioned(random);
                        made.addAndGet(done ? 1 : 0);
                    }
                });
                readers.stop();
                readers.join();
            }
            assertThat(made.get()).as("transfers that went through").isPositive();
            assertThat(seen.get()).as("totals that were read meanwhile").isPositive();
            assertThat(bank.totalByTransaction()).isEqualTo(TOTAL);
            assertThat(bank.moves()).as("acknowledged transfers, twice each").isEqualTo(2 * made.get());
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    /** Accounts of one partition, each with a balance and a version that counts its transfers. */
    private record Bank(DynamoDbClient client) {
        Bank {
            Items.createTable(client, TABLE);
            for (int i = 0; i < ACCOUNTS; i++) {
                Map<String, AttributeValue> account = new HashMap<>(item("accounts", "a" + i, "balance", n(OPENING)));
                account.put("version", n(0));
                client.putItem(r -> r.tableName(TABLE).item(account));
            }
        }

        /** Relies on a condition over what is in the account. */
        boolean moveGuarded(Random random) {
            int from = random.nextInt(ACCOUNTS);
            int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            AttributeValue amount = n(1 + random.nextInt(40));
            TransactWriteItem take = TransactWriteItem.builder()
                    .update(u -> u.tableName(TABLE)
                            .key(key("accounts", "a" + from))
                            .updateExpression("SET balance = balance - :x ADD version :one")
                            .conditionExpression("balance >= :x")
                            .expressionAttributeValues(Map.of(":x", amount, ":one", n(1))))
                    .build();
            TransactWriteItem give = TransactWriteItem.builder()
                    .update(u -> u.tableName(TABLE)
                            .key(key("accounts", "a" + to))
                            .updateExpression("SET balance = balance + :x ADD version :one")
                            .expressionAttributeValues(Map.of(":x", amount, ":one", n(1))))
                    .build();
            return commit(take, give);
        }

        /** Relies on nothing having changed between a read and the write. */
        boolean moveVersioned(Random random) {
            int from = random.nextInt(ACCOUNTS);
            int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
            long amount = 1 + random.nextInt(40);
            Map<String, AttributeValue> payer = read(from);
            Map<String, AttributeValue> payee = read(to);
            if (number(payer, "balance") < amount) {
                return false;
            }
            return commit(replace(payer, -amount), replace(payee, amount));
        }

        private Map<String, AttributeValue> read(int account) {
            return client.getItem(r -> r.tableName(TABLE)
                            .key(key("accounts", "a" + account))
                            .consistentRead(true))
                    .item();
        }

        private static TransactWriteItem replace(Map<String, AttributeValue> read, long delta) {
            Map<String, AttributeValue> changed = new HashMap<>(read);
            changed.put("balance", n(number(read, "balance") + delta));
            changed.put("version", n(number(read, "version") + 1));
            return TransactWriteItem.builder()
                    .put(p -> p.tableName(TABLE)
                            .item(changed)
                            .conditionExpression("version = :v")
                            .expressionAttributeValues(Map.of(":v", read.get("version"))))
                    .build();
        }

        private boolean commit(TransactWriteItem one, TransactWriteItem other) {
            try {
                client.transactWriteItems(r -> r.transactItems(one, other));
                return true;
            } catch (TransactionCanceledException e) {
                assertThat(e.cancellationReasons())
                        .extracting(reason -> reason.code())
                        .contains("ConditionalCheckFailed");
                return false;
            }
        }

        long totalByTransaction() {
            List<TransactGetItem> gets = new ArrayList<>();
            for (int i = 0; i < ACCOUNTS; i++) {
                String account = "a" + i;
                gets.add(TransactGetItem.builder()
                        .get(g -> g.tableName(TABLE).key(key("accounts", account)))
                        .build());
            }
            return client.transactGetItems(r -> r.transactItems(gets)).responses().stream()
                    .mapToLong(response -> number(response.item(), "balance"))
                    .sum();
        }

        long totalByQuery() {
            return sum(
                    client.query(r -> r.tableName(TABLE)
                                    .consistentRead(true)
                                    .keyConditionExpression("pk = :p")
                                    .expressionAttributeValues(Map.of(":p", s("accounts"))))
                            .items(),
                    "balance");
        }

        long totalByScan() {
            return sum(client.scan(r -> r.tableName(TABLE).consistentRead(true)).items(), "balance");
        }

        long moves() {
            return sum(client.scan(r -> r.tableName(TABLE)).items(), "version");
        }

        private static long sum(List<Map<String, AttributeValue>> items, String attribute) {
            return items.stream().mapToLong(item -> number(item, attribute)).sum();
        }
    }
}
