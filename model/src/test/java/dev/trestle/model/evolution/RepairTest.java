package dev.trestle.model.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Model;
import dev.trestle.model.Scope;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.sdk.TrestleDb;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class RepairTest {
    record User(String id, @Nullable String email) {}

    record Listing(String id, String name) {}

    private final Table users = Table.named("users")
            .key("PK", "SK")
            .scope(Scope.prefix("site", "/").leavingOut("default").refusing("#"));
    private final Table support = Support.table("small");
    private final Entity<Listing> listing =
            support.entity(Listing.class).key("LISTING", "USER#{id}").index("GSI1", "NAME#{name}", "{id}");
    private final Entity<User> user = users.entity(User.class)
            .key("USER#{id}", "PROFILE")
            .unique("email")
            .also(listing, each -> new Listing(each.id(), String.valueOf(each.email())));
    private final Model model = Model.of("small", users).with(support);

    private final TrestleDb db = TrestleDb.inMemory();
    private final Deployment deployment = Deployment.of(model, db.client());
    private final ItemStore store = ItemStore.builder(db.client(), model).build();

    @BeforeEach
    void createTables() {
        store.createTables();
    }

    @AfterEach
    void close() {
        db.close();
    }

    /** As another program would: without guards and second items. */
    private void write(String site, User each) {
        db.client().putItem(request -> request.tableName("users").item(user.toItem(each, users.scoping(site))));
    }

    private List<Map<String, AttributeValue>> supportItems(Entity<?> entity) {
        return db.client().scanPaginator(request -> request.tableName("small-support")).items().stream()
                .filter(item -> entity.owns(item, Scoping.NONE))
                .toList();
    }

    private Outcome repair() {
        return new Repair(deployment).run(page -> {});
    }

    @Test
    void run_itemsOfAnotherProgram_getGuardsAndSecondItems() {
        write("finance", new User("u1", "ann@x"));
        write("default", new User("u2", "ann@x"));
        write("finance", new User("u3", null));

        Outcome outcome = repair();

        assertThat(outcome.changed()).isEqualTo(3);
        assertThat(outcome.conflicts()).isEmpty();

        assertThat(supportItems(Support.guards(support)))
                .extracting(item -> item.get("PK").s())
                .containsExactlyInAnyOrder(
                        "UNIQUE#users/User/finance#email#ann@x", "UNIQUE#users/User/default#email#ann@x");
        assertThat(supportItems(listing)).hasSize(3);
        assertThatThrownBy(() -> store.within("finance").create(user, new User("u4", "ann@x")))
                .isInstanceOf(WriteRefusedException.class);
        assertThat(repair().changed()).isZero();
    }

    @Test
    void run_twoWithOneValue_reportsBothAndChangesNeither() {
        store.within("finance").create(user, new User("u1", "ann@x"));
        write("finance", new User("u2", "ann@x"));

        Outcome outcome = repair();

        assertThat(outcome.conflicts())
                .singleElement()
                .satisfies(conflict -> assertThat(conflict.toString())
                        .isEqualTo(
                                "users finance/USER#u2 | PROFILE: its email \"ann@x\" is also that of finance/USER#u1"
                                        + " | PROFILE"));
        assertThat(new Evolution(deployment).deployed()).isEmpty();
        db.client()
                .deleteItem(request ->
                        request.tableName("users").key(user.keyOf(new User("u1", null), users.scoping("finance"))));
        assertThat(repair().isClean()).isTrue();
        assertThat(supportItems(Support.guards(support)))
                .singleElement()
                .satisfies(item -> assertThat(item.get("partition").s()).isEqualTo("finance/USER#u2"));
        assertThat(new Evolution(deployment).deployed()).isPresent();
    }

    @Test
    void run_guardThatNoItemStandsBehind_isTakenAway() {
        Entity<Guard> guards = Support.guards(support);
        for (Guard guard : List.of(
                new Guard("users/User/finance", "email", "gone@x", "finance/USER#u9", "PROFILE"),
                new Guard("others/Thing", "name", "foreign", "THING#1", "X"))) {
            db.client().putItem(request -> request.tableName("small-support").item(guards.toItem(guard, Scoping.NONE)));
        }
        write("finance", new User("u1", "ann@x"));

        repair();

        assertThat(supportItems(guards))
                .extracting(item -> item.get("value").s())
                .containsExactlyInAnyOrder("ann@x", "foreign");
    }

    @Test
    void run_secondItemThatIsStale_isWrittenAnewWithWhatOthersWroteOnIt() {
        store.within("finance").create(user, new User("u1", "ann@x"));
        db.client()
                .updateItem(request -> request.tableName("small-support")
                        .key(listing.keyOf(new Listing("u1", "x"), Scoping.NONE))
                        .updateExpression("SET #n = :wrong, GSI1PK = :wrong, foreignMark = :wrong")
                        .expressionAttributeNames(Map.of("#n", "name"))
                        .expressionAttributeValues(Map.of(":wrong", AttributeValue.fromS("wrong"))));

        assertThat(repair().changed()).isEqualTo(1);

        assertThat(supportItems(listing)).singleElement().satisfies(item -> {
            assertThat(item.get("name").s()).isEqualTo("ann@x");
            assertThat(item.get("GSI1PK").s()).isEqualTo("NAME#ann@x");
            assertThat(item.get("foreignMark").s()).isEqualTo("wrong");
        });
    }

    @Test
    void run_interrupted_goesOnAndEndsTheSame() {
        for (int i = 0; i < 250; i++) {
            write("finance", new User("u" + i, "mail" + i));
        }
        AtomicInteger pages = new AtomicInteger();
        assertThatThrownBy(() -> new Repair(deployment).run(page -> {
                    if (pages.incrementAndGet() == 2) {
                        throw new IllegalStateException("unplugged");
                    }
                }))
                .hasMessage("unplugged");
        assertThat(supportItems(Support.guards(support))).hasSize(200);

        Outcome outcome = repair();

        assertThat(outcome.changed()).isEqualTo(250);
        assertThat(supportItems(Support.guards(support))).hasSize(250);
        assertThat(supportItems(listing)).hasSize(250);
    }
}
