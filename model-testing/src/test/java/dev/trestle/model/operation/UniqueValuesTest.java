package dev.trestle.model.operation;

import static dev.trestle.model.operation.TasksTable.ACCOUNT;
import static dev.trestle.model.operation.TasksTable.ACCOUNT_BY_ID;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.operation.TasksTable.Account;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

class UniqueValuesTest extends OperationsTest {
    private static final String ANN = "ann@x";
    private static final String BOB = "bob@x";

    @Test
    void create_valueOfAnother_isRefused() {
        store.create(ACCOUNT, Account.of("1", ANN));

        assertThat(refusals(() -> store.create(ACCOUNT, Account.of("2", ANN)))).containsExactly("0 NOT_UNIQUE email");
        assertThat(items()).hasSize(1);
        assertThat(guarded()).containsExactly("email=" + ANN);
    }

    @Test
    void create_sameKeyAndValue_exists() {
        store.create(ACCOUNT, Account.of("1", ANN));

        assertThat(refusals(() -> store.create(ACCOUNT, Account.of("1", ANN)))).containsExactly("0 EXISTS");
        assertThat(guarded()).containsExactly("email=" + ANN);
    }

    @Test
    void put_upsert_takesAndGivesUpValues() {
        store.put(ACCOUNT, Account.of("1", ANN).withNick("annie"));
        store.put(ACCOUNT, Account.of("1", BOB).withNick("annie"));

        assertThat(guarded()).containsExactly("email=" + BOB, "nick=annie");
        store.create(ACCOUNT, Account.of("2", ANN));
        assertThat(refusals(() -> store.put(ACCOUNT, Account.of("2", BOB)))).containsExactly("0 NOT_UNIQUE email");
        assertThat(refusals(() -> store.put(ACCOUNT, Account.of("2", ANN).withNick("annie"))))
                .containsExactly("0 NOT_UNIQUE nick");
    }

    @Test
    void update_anotherValue_movesItsGuardAlone() {
        store.create(ACCOUNT, Account.of("1", ANN).withNick("annie"));

        store.update(ACCOUNT_BY_ID.of("1"), account -> account.withEmail(BOB));
        assertThat(guarded()).containsExactly("email=" + BOB, "nick=annie");
        store.create(ACCOUNT, Account.of("2", ANN));
        assertThat(refusals(() -> store.update(ACCOUNT_BY_ID.of("1"), account -> account.withEmail(ANN))))
                .containsExactly("0 NOT_UNIQUE email");
        assertThat(store.get(ACCOUNT_BY_ID.of("1")).orElseThrow().email()).isEqualTo(BOB);

        tables.takeCalls();
        store.update(ACCOUNT_BY_ID.of("1"), account -> account.withPlan("gold"));
        assertThat(tables.takeCalls()).containsExactly("getItem", "transactWriteItems");
    }

    @Test
    void update_valueUnset_freesIt() {
        store.create(ACCOUNT, Account.of("1", ANN).withNick("annie"));

        store.update(ACCOUNT_BY_ID.of("1"), account -> account.withNick(null));

        assertThat(guarded()).containsExactly("email=" + ANN);
        store.create(ACCOUNT, Account.of("2", BOB).withNick("annie"));
        assertThat(guarded()).containsExactly("email=" + ANN, "email=" + BOB, "nick=annie");
    }

    @Test
    void delete_record_freesItsValues() {
        store.create(ACCOUNT, Account.of("1", ANN).withNick("annie"));

        store.delete(ACCOUNT, Account.of("1", ANN));

        assertThat(guarded()).isEmpty();
        assertThat(items()).isEmpty();
        store.delete(ACCOUNT, Account.of("1", ANN));
        store.create(ACCOUNT, Account.of("2", ANN));
    }

    @Test
    void transaction_deleteAndCreateWithTheSameValue_handsItOver() {
        store.create(ACCOUNT, Account.of("1", ANN));

        store.transaction()
                .delete(ACCOUNT, Account.of("1", ANN), Expect.PRESENT)
                .create(ACCOUNT, Account.of("2", ANN))
                .commit();

        assertThat(guarded()).containsExactly("email=" + ANN);
        assertThat(refusals(() -> store.create(ACCOUNT, Account.of("3", ANN)))).containsExactly("0 NOT_UNIQUE email");
        store.delete(ACCOUNT, Account.of("2", ANN));
        assertThat(guarded()).isEmpty();
    }

    @Test
    void transaction_twoExchangeTheirValues_bothHaveTheOthers() {
        store.create(ACCOUNT, Account.of("1", ANN));
        store.create(ACCOUNT, Account.of("2", BOB));

        store.transaction()
                .update(ACCOUNT_BY_ID.of("1"), account -> account.withEmail(BOB))
                .update(ACCOUNT_BY_ID.of("2"), account -> account.withEmail(ANN))
                .commit();

        assertThat(guarded()).containsExactly("email=" + ANN, "email=" + BOB);
        assertThat(store.get(ACCOUNT_BY_ID.of("2")).orElseThrow().email()).isEqualTo(ANN);
        store.delete(ACCOUNT, Account.of("2", ANN));
        assertThat(guarded()).containsExactly("email=" + BOB);
    }

    @Test
    void transaction_twoTakeTheSameValue_isRefused() {
        assertThat(refusals(() -> store.transaction()
                        .create(ACCOUNT, Account.of("1", ANN))
                        .create(ACCOUNT, Account.of("2", ANN))
                        .commit()))
                .containsExactly("1 NOT_UNIQUE email");
        assertThat(items()).isEmpty();
    }

    @Test
    void create_ownerHasExpired_takesItsValueOver() {
        store.create(ACCOUNT, Account.of("1", ANN).withTtl(START_SECONDS + 10));
        assertThat(refusals(() -> store.create(ACCOUNT, Account.of("2", ANN)))).containsExactly("0 NOT_UNIQUE email");

        clock.advance(Duration.ofSeconds(10));
        store.create(ACCOUNT, Account.of("2", ANN));

        assertThat(guarded()).containsExactly("email=" + ANN);
        assertThat(refusals(() -> store.create(ACCOUNT, Account.of("3", ANN)))).containsExactly("0 NOT_UNIQUE email");
        store.create(ACCOUNT, Account.of("1", BOB));
        assertThat(guarded()).containsExactly("email=" + ANN, "email=" + BOB);
    }

    @Test
    void create_overAnExpiredItem_freesItsValues() {
        store.create(ACCOUNT, Account.of("1", ANN).withNick("annie").withTtl(START_SECONDS + 10));
        clock.advance(Duration.ofSeconds(10));

        store.create(ACCOUNT, Account.of("1", BOB));

        assertThat(guarded()).containsExactly("email=" + BOB);
    }

    @Test
    void create_ownerDeletedByAnotherProgram_takesItsValueOver() {
        store.create(ACCOUNT, Account.of("1", ANN));
        target.client()
                .deleteItem(request -> request.tableName(tables.nameOf(TasksTable.TABLE))
                        .key(Map.of("PK", text("ACCOUNT#1"), "SK", text("ACCOUNT"))));

        store.create(ACCOUNT, Account.of("2", ANN));

        assertThat(refusals(() -> store.create(ACCOUNT, Account.of("1", ANN)))).containsExactly("0 NOT_UNIQUE email");
    }

    @Test
    void write_ownerOfAnotherProgramWithoutGuard_isNotInTheWay() {
        putForeign(ACCOUNT, Account.of("1", ANN), Map.of());
        store.create(ACCOUNT, Account.of("2", ANN));

        store.update(ACCOUNT_BY_ID.of("1"), account -> account.withEmail("new@x"));
        assertThat(guarded()).containsExactly("email=" + ANN, "email=new@x");
        store.delete(ACCOUNT, Account.of("1", "new@x"));
        assertThat(guarded()).containsExactly("email=" + ANN);
    }

    @Test
    @Tag("once")
    void create_fiftyThreadsWithOneValue_oneWins() throws Exception {
        AtomicInteger won = new AtomicInteger();

        Races.run(50, thread -> {
            try {
                Races.untilDone(() -> store.create(ACCOUNT, Account.of("user" + thread, ANN)));
                won.incrementAndGet();
            } catch (WriteRefusedException lost) {
                assertThat(lost.failure().cause()).isEqualTo(Cause.NOT_UNIQUE);
                assertThat(lost.failure().field()).isEqualTo("email");
            }
        });

        assertThat(won).hasValue(1);
        assertThat(items()).hasSize(1);
        assertThat(guarded()).containsExactly("email=" + ANN);
    }

    @Test
    void update_renamesCross_noValueIsHeldTwice() throws Exception {
        for (int i = 0; i < 4; i++) {
            store.create(ACCOUNT, Account.of("user" + i, "mail" + i));
        }

        Races.run(8, thread -> {
            for (int i = 0; i < 10; i++) {
                String wanted = "mail" + (thread + i) % 6;
                try {
                    Races.untilDone(() ->
                            store.update(ACCOUNT_BY_ID.of("user" + thread % 4), account -> account.withEmail(wanted)));
                } catch (WriteRefusedException lost) {
                    assertThat(lost.failure().cause()).isEqualTo(Cause.NOT_UNIQUE);
                }
            }
        });

        assertThat(items())
                .extracting(item -> "email=" + item.get("email").s())
                .hasSize(4)
                .containsExactlyInAnyOrderElementsOf(guarded());
    }

    @Test
    void create_sentTwiceOnItsWay_isCarriedOutOnce() {
        AtomicInteger sent = new AtomicInteger();
        ItemStore stuttering = tables.over(new ForwardingClient(target.client()) {
                    @Override
                    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
                        sent.incrementAndGet();
                        super.transactWriteItems(request);
                        return super.transactWriteItems(request);
                    }
                })
                .build();

        stuttering.create(ACCOUNT, Account.of("1", ANN));

        assertThat(sent).hasValue(1);
        assertThat(guarded()).containsExactly("email=" + ANN);
    }
}
