package dev.trestle.conformance;

import static dev.trestle.conformance.Literals.item;
import static dev.trestle.conformance.Literals.n;
import static dev.trestle.conformance.Literals.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.conformance.streams.StreamTail;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.api.StreamRecord;
import dev.trestle.engine.api.SubscribeStream;
import dev.trestle.engine.verify.VerifyReport;
import dev.trestle.sdk.TrestleDb;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** When items expire, on a clock that the test turns. */
class ExpiryClockTest {
    private static final String TABLE = "sessions";
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final SetClock clock = new SetClock(Instant.parse("2026-11-15T12:00:00Z"));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @SuppressWarnings("NullAway.Init")
    private TrestleDb db;

    @BeforeEach
    void open() {
        db = TrestleDb.open(EngineOptions.directory(directory.resolve("store")).withClock(clock));
    }

    @AfterEach
    void close() {
        db.close();
    }

    @Test
    void item_whoseTimeHasCome_goesWithItsEntry() {
        createWithExpiry(TABLE);
        put("a", 60);
        put("b", 61);
        clock.advance(MINUTE);
        awaitKeys("b");
        assertSound(1);
    }

    @Test
    void item_whoseTimeWasChangedOrTakenAway_stays() {
        createWithExpiry(TABLE);
        for (String key : List.of("later", "text", "never", "control")) {
            put(key, 60);
        }
        put("later", 600);
        update("text", "SET expires = :t", Map.of(":t", AttributeValue.fromS("soon")));
        update("never", "REMOVE expires", Map.of());
        clock.advance(MINUTE);
        awaitKeys("later", "never", "text");
        assertSound(1);
        clock.advance(Duration.ofMinutes(9));
        awaitKeys("never", "text");
        assertSound(0);
    }

    @Test
    void item_writtenWithATimeThatIsOver_goesThoughTheSweepHasPassedIt() {
        createWithExpiry(TABLE);
        put("a", 0);
        awaitKeys();
        for (int back = 1; back < 5; back++) {
            put("b", -600L * back);
            awaitKeys();
        }
        assertSound(0);
    }

    @Test
    void item_olderThanFiveYears_staysUntilTheClockIsSetBack() {
        createWithExpiry(TABLE);
        put("old", -Duration.ofDays(6 * 365).toSeconds());
        put("recent", -Duration.ofDays(4 * 365).toSeconds());
        awaitKeys("old");
        assertSound(1);
        clock.advance(Duration.ofDays(-2 * 365));
        awaitKeys();
    }

    @Test
    void store_closedBeforeItemsExpire_expiresThemWhenItIsOpen() {
        createWithExpiry(TABLE);
        put("a", 60);
        put("b", 600);
        db.close();
        clock.advance(MINUTE);
        open();
        awaitKeys("b");
        assertSound(1);
    }

    @Test
    void update_disabled_keepsItemsAndForgetsEntries() {
        createWithExpiry(TABLE);
        put("a", 7200);
        assertTooSoon(() -> timeToLive("expires", false));
        clock.advance(Duration.ofHours(1));
        timeToLive("expires", false);
        assertThat(db.client()
                        .describeTimeToLive(r -> r.tableName(TABLE))
                        .timeToLiveDescription()
                        .timeToLiveStatus())
                .isEqualTo(TimeToLiveStatus.DISABLED);
        assertTooSoon(() -> timeToLive("until", true));
        clock.advance(Duration.ofHours(1));
        put("b", 0);
        timeToLive("until", true);
        awaitEnabled(TABLE);
        put("c", "until", 0);
        awaitKeys("a", "b");
        assertSound(0); // what was enabled later was enabled behind the removal of the old entries
    }

    @Test
    void table_deletedAndMadeAgain_expiresByItsNewEntriesOnly() {
        createWithExpiry(TABLE);
        put("a", 60);
        db.client().deleteTable(r -> r.tableName(TABLE));
        createWithExpiry(TABLE);
        put("a", 120);
        put("control", 60);
        clock.advance(MINUTE);
        awaitKeys("a");
        assertSound(1);
    }

    @Test
    void item_expired_isMarkedInTheStream() {
        createWithExpiry(TABLE);
        db.client()
                .updateTable(r -> r.tableName(TABLE)
                        .streamSpecification(
                                s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
        List<StreamRecord> records = new CopyOnWriteArrayList<>();
        db.engine()
                .subscribe(new SubscribeStream(TABLE, null, SubscribeStream.Start.TRIM_HORIZON, null), records::addAll);
        put("a", 60);
        put("b", 60);
        db.client().deleteItem(r -> r.tableName(TABLE).key(item("{pk: 'b'}")));
        clock.advance(MINUTE);
        ConformanceTest.waitUntil("all records are there", () -> records.size() == 4);
        assertThat(records).extracting(StreamRecord::eventName).containsExactly("INSERT", "INSERT", "REMOVE", "REMOVE");
        assertThat(records).extracting(StreamRecord::expired).containsExactly(false, false, false, true);
        String arn = db.client().describeTable(r -> r.tableName(TABLE)).table().latestStreamArn();
        List<Record> seen = StreamTail.readAll(db.streamsClient(), arn);
        assertThat(seen)
                .extracting(Record::userIdentity)
                .containsExactly(
                        null,
                        null,
                        null,
                        Identity.builder()
                                .type("Service")
                                .principalId("dynamodb.amazonaws.com")
                                .build());
        assertThat(records.get(3).oldImage()).isEqualTo(records.get(0).newImage());
        assertThat(records.get(3).newImage()).isNull();
    }

    @Test
    void tables_oneWithVeryManyDueItems_takeTurns() {
        createWithExpiry("crowd");
        createWithExpiry(TABLE);
        List<WriteRequest> puts = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            puts.add(Requests.putRequest(with(item("{pk: '" + i + "'}"), "expires", n(second(60)))));
            if (puts.size() == 25) {
                db.client().batchWriteItem(r -> r.requestItems(Map.of("crowd", puts)));
                puts.clear();
            }
        }
        put("a", 60);
        clock.advance(MINUTE);
        awaitKeys();
        assertThat(crowd()).isPositive();
        ConformanceTest.waitUntil("the crowd is gone", () -> crowd() == 0);
        assertSound(0);
    }

    private long crowd() {
        return db.client().describeTable(r -> r.tableName("crowd")).table().itemCount();
    }

    private void createWithExpiry(String table) {
        db.client().createTable(TableShape.keys("pk S").request(table));
        db.client()
                .updateTimeToLive(r -> r.tableName(table)
                        .timeToLiveSpecification(s -> s.attributeName("expires").enabled(true)));
        awaitEnabled(table);
    }

    private void awaitEnabled(String table) {
        ConformanceTest.waitUntil(
                "expiry is enabled",
                () -> db.client()
                                .describeTimeToLive(r -> r.tableName(table))
                                .timeToLiveDescription()
                                .timeToLiveStatus()
                        == TimeToLiveStatus.ENABLED);
    }

    private void timeToLive(String attribute, boolean enabled) {
        db.client()
                .updateTimeToLive(r -> r.tableName(TABLE)
                        .timeToLiveSpecification(s -> s.attributeName(attribute).enabled(enabled)));
    }

    private static void assertTooSoon(Runnable change) {
        assertThatThrownBy(change::run)
                .isInstanceOf(DynamoDbException.class)
                .hasMessageContaining("Time to live has been modified multiple times within a fixed interval");
    }

    private long second(long fromNow) {
        return clock.instant().getEpochSecond() + fromNow;
    }

    private void put(String key, long secondsFromNow) {
        put(key, "expires", secondsFromNow);
    }

    private void put(String key, String attribute, long secondsFromNow) {
        db.client()
                .putItem(r -> r.tableName(TABLE)
                        .item(with(item("{pk: '" + key + "'}"), attribute, n(second(secondsFromNow)))));
    }

    private void update(String key, String expression, Map<String, AttributeValue> values) {
        DynamoDbClient client = db.client();
        client.updateItem(r -> r.tableName(TABLE)
                .key(item("{pk: '" + key + "'}"))
                .updateExpression(expression)
                .expressionAttributeValues(values.isEmpty() ? null : values));
    }

    private List<String> keys() {
        return db.client().scan(r -> r.tableName(TABLE)).items().stream()
                .map(found -> found.get("pk").s())
                .sorted()
                .toList();
    }

    private void awaitKeys(String... expected) {
        ConformanceTest.waitUntil("only these are left: " + List.of(expected), () -> keys().equals(List.of(expected)));
    }

    private void assertSound(long expiryEntries) {
        VerifyReport report = db.engine().verify();
        assertThat(report.problems()).isEmpty();
        assertThat(report.expiryEntries()).isEqualTo(expiryEntries);
    }
}
