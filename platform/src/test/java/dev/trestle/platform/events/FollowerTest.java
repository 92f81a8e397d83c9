package dev.trestle.platform.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.trestle.engine.SetClock;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A consumer of a table's stream: where it goes on, who consumes, and what is done after a change could not be handled. */
class FollowerTest {
    private static final Table TABLE = Table.named("books").key("PK", "SK");
    private static final Table SUPPORT = Support.table("books");

    record Listing(String title, String id) {}

    private static final Entity<Listing> LISTING = SUPPORT.entity(Listing.class).key("LISTING#{title}", "BOOK#{id}");
    private static final Pattern<Listing> LISTED = LISTING.get("A listed book");

    record Book(String id, String title) {}

    private static final Entity<Book> BOOK = TABLE.entity(Book.class)
            .key("BOOK#{id}", "BOOK")
            .also(LISTING, book -> new Listing(book.title(), book.id()));
    private static final Follower.Declaration FOLLOWER = Follower.on(SUPPORT);
    private static final Model MODEL = Model.of("books", TABLE).with(SUPPORT);

    /** As many as a change is tried before it counts as missed. */
    private static final int ATTEMPTS = 4;

    private final SetClock clock = new SetClock(Instant.parse("2026-05-01T12:00:00Z"));
    private final TrestleDb db = TrestleDb.inMemory();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Set<String> unreachable = ConcurrentHashMap.newKeySet();
    private final ItemStore store =
            ItemStore.builder(db.client(), MODEL).clock(clock).build();
    private final Deployment deployment = new Deployment(MODEL, failing(), Table::name, clock);
    private final List<Follower> followers = new ArrayList<>();
    private final List<String> handled = new CopyOnWriteArrayList<>();
    private final AtomicInteger looks = new AtomicInteger();

    /** Fails so many times to read or write items, and always for requests that name what is unreachable. */
    private DynamoDbClient failing() {
        return (DynamoDbClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments.length == 1 && arguments[0] instanceof Consumer<?>) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments); // comes again as a request
                    }
                    boolean fails = !method.getName().equals("describeTable")
                                    && failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0
                            || unreachable.stream().anyMatch(Arrays.deepToString(arguments)::contains);
                    if (fails) {
                        failed.incrementAndGet();
                        throw SdkClientException.create("no route to the database");
                    }
                    try {
                        return method.invoke(db.client(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private Follower follower() {
        Follower made = new Follower(
                        deployment, db.streamsClient(), store, FOLLOWER, Duration.ofMillis(10), Duration.ofMillis(10))
                .on(
                        BOOK,
                        change -> handled.add(
                                change.kind() + " " + change.latest().id()))
                .onMissed(looks::incrementAndGet)
                .start();
        followers.add(made);
        return made;
    }

    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofSeconds(60));
    }

    @BeforeEach
    void createTables() {
        store.createTables();
    }

    @AfterEach
    void close() {
        followers.forEach(Follower::close);
        db.close();
    }

    /** Written by another program, which knows of no listing. */
    private void put(String id) {
        var item = BOOK.toItem(new Book(id, "Title " + id), Scoping.NONE);
        db.client().putItem(request -> request.tableName("books").item(item));
    }

    private boolean isListed(String id) {
        return store.consistent().get(LISTED.of("Title " + id, id)).isPresent();
    }

    private StreamPlace stored() {
        return store.consistent().get(FOLLOWER.ofReader().of("support-items")).orElseThrow();
    }

    @Test
    void changes_ofAnotherProgram_areCompletedAndHandled() {
        follower();
        put("1");
        store.put(BOOK, new Book("2", "Two"));
        store.delete(BOOK, new Book("2", "Two"));
        patiently().until(() -> handled.contains("deleted 2"));

        assertThat(handled).containsExactly("created 1", "created 2", "deleted 2");
        assertThat(isListed("1")).isTrue();
        assertThat(looks)
                .as("times that all was looked at, since nobody followed before")
                .hasValue(1);
    }

    @Test
    void change_thatDoesNotFitItsRecord_isPassedOver() {
        follower();
        db.client()
                .putItem(request -> request.tableName("books")
                        .item(Map.of("PK", AttributeValue.fromS("BOOK#x"), "SK", AttributeValue.fromS("BOOK"))));
        put("1");
        patiently().until(() -> handled.contains("created 1"));

        assertThat(handled).containsExactly("created 1");
    }

    @Test
    void follower_opened_goesOnWhereTheLastOneWas() {
        follower();
        put("1");
        patiently().until(() -> handled.contains("created 1"));
        followers.get(0).close();
        assertThat(stored().holder()).isNull();
        put("2");
        follower();
        patiently().until(() -> handled.contains("created 2"));

        assertThat(handled).containsExactly("created 1", "created 2");
        assertThat(looks).hasValue(1);
    }

    @Test
    void follower_whosePositionIsOfNoUse_looksAtEverything() {
        store.put(FOLLOWER.entity(), new StreamPlace("support-items", "gone", clock.instant()));
        put("1");
        follower();
        patiently().until(() -> isListed("1") && !stored().place().equals("gone"));
        assertThat(looks).hasValue(1);
    }

    @Test
    void change_thatFailsAtFirst_isTriedAgain() {
        follower();
        patiently().until(() -> looks.get() == 1);
        failures.set(ATTEMPTS - 1);
        put("1");
        patiently().until(() -> handled.contains("created 1"));

        assertThat(failures).hasValue(0);
        assertThat(isListed("1")).isTrue();
        assertThat(looks).hasValue(1);
    }

    @Test
    void change_thatKeepsFailing_isFoundWhenEverythingIsLookedAt() {
        follower();
        patiently().until(() -> looks.get() == 1);
        String before = stored().place();
        failures.set(ATTEMPTS + 2); // the change, and two times everything
        put("1");
        patiently().until(() -> looks.get() == 2);

        assertThat(isListed("1")).isTrue();
        patiently().until(() -> !stored().place().equals(before));
    }

    @Test
    void change_missedBehindARunThatWasInterrupted_isLookedAtToo() {
        follower();
        patiently().until(() -> looks.get() == 1);
        failures.set(ATTEMPTS);
        unreachable.add("ScanRequest(TableName=books-support");
        put("1");
        patiently().until(() -> failed.get() >= ATTEMPTS + 1); // the books were walked, the support table was not

        unreachable.add("BOOK#2");
        int before = failed.get();
        put("2");
        patiently().until(() -> failed.get() >= before + 3);
        unreachable.clear();

        patiently().until(() -> isListed("2"));
    }

    @Test
    void position_whileSomethingIsMissed_staysWhereItIs() {
        Follower one = follower();
        put("1");
        patiently().until(() -> handled.contains("created 1"));
        one.close();
        String before = stored().place();

        Follower next = follower();
        failures.set(Integer.MAX_VALUE);
        put("2");
        patiently().until(() -> failed.get() > ATTEMPTS);
        next.close();
        assertThat(stored().place()).isEqualTo(before);
    }

    @Test
    void followers_ofTwoProcesses_consumeOneAtATimeAndTakeOver() {
        follower();
        put("1");
        patiently().until(() -> handled.contains("created 1"));
        String first = stored().holder();
        follower();
        put("2");
        patiently().until(() -> handled.contains("created 2"));
        assertThat(stored().holder()).isEqualTo(first);
        assertThat(handled).containsExactly("created 1", "created 2");

        followers.get(0).close();
        put("3");
        clock.advance(Duration.ofMinutes(2)); // the second one knows a lease that ends by itself
        patiently().until(() -> handled.contains("created 3"));
        assertThat(stored().holder()).isNotEqualTo(first);
        assertThat(handled).containsExactly("created 1", "created 2", "created 3");
    }
}
