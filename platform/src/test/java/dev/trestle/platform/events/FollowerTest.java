package dev.trestle.platform.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Pattern;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.EventMessage;
import dev.trestle.sdk.TrestleDb;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is done after an item could not be looked at. */
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

    private final TrestleDb db = TrestleDb.inMemory();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final Set<String> unreachable = ConcurrentHashMap.newKeySet();
    private final ItemStore store = ItemStore.builder(db.client(), MODEL).build();
    private final Deployment deployment = new Deployment(MODEL, failing(), Table::name, Clock.systemUTC());
    private final Follower follower =
            new Follower(deployment, store, FOLLOWER, new Follower.NoListener(), Duration.ofMillis(20));

    /** Fails so many times, whatever is asked of it, and always for requests that name what is unreachable. */
    private DynamoDbClient failing() {
        return (DynamoDbClient) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DynamoDbClient.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments.length == 1 && arguments[0] instanceof Consumer<?>) {
                        return InvocationHandler.invokeDefault(proxy, method, arguments); // comes again as a request
                    }
                    boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0
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

    @BeforeEach
    void createTables() {
        store.createTables();
    }

    @AfterEach
    void close() {
        follower.close();
        db.close();
    }

    /** Written by another program, which knows of no listing; the follower is told of it. */
    private void put(String id, String eventId) {
        Map<String, AttributeValue> item = BOOK.toItem(new Book(id, "Title " + id), Scoping.NONE);
        db.client().putItem(request -> request.tableName("books").item(item));
        Change change = new Change("books", Instant.EPOCH, Map.of(), Map.of(), item);
        follower.send(
                new EventMessage(eventId, "item", follower.item(TABLE, change).data()));
    }

    private boolean isListed(String id) {
        return store.consistent().get(LISTED.of("Title " + id, id)).isPresent();
    }

    private String place() {
        return store.consistent()
                .get(FOLLOWER.ofReader().of("support-items"))
                .map(StreamPlace::place)
                .orElse("");
    }

    private static void await(BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("the end of the wait").isLessThan(end);
            Thread.onSpinWait();
        }
    }

    @Test
    void item_thatCouldNotBeLookedAt_isLookedAtLaterAndThePlaceIsSaved() {
        failures.set(3); // the item, and two times everything
        put("1", "e1");

        await(() -> place().equals("e1"));
        assertThat(isListed("1")).isTrue();
        assertThat(failures).hasValue(0);
    }

    @Test
    void items_afterAFailure_moveThePlaceOn() {
        failures.set(1);
        put("1", "e1");
        await(() -> place().equals("e1"));

        put("2", "e2");
        await(() -> isListed("2"));
        follower.close();
        assertThat(place()).isEqualTo("e2");
    }

    @Test
    void item_missedBehindARunThatWasInterrupted_isLookedAtToo() {
        failures.set(1);
        unreachable.add("ScanRequest(TableName=books-support");
        put("1", "e1");
        await(() -> failed.get() >= 2); // the books were walked, the support table was not

        unreachable.add("BOOK#2");
        int before = failed.get();
        put("2", "e2");
        await(() -> failed.get() >= before + 3);
        unreachable.clear();

        await(() -> place().equals("e2"));
        assertThat(isListed("2")).isTrue();
    }

    @Test
    void place_whileSomethingIsMissed_staysWhereItIs() {
        put("1", "e1");
        await(() -> place().equals("e1"));

        failures.set(Integer.MAX_VALUE);
        put("2", "e2");
        follower.close();
        assertThat(place()).isEqualTo("e1");
    }
}
