package dev.trestle.conformance.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.Literals;
import dev.trestle.conformance.TableShape;
import dev.trestle.conformance.format.Listing.Line;
import dev.trestle.engine.Engine;
import dev.trestle.engine.api.StreamSubscription;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Every store that an earlier release wrote opens, and holds just what its listing says. */
class FixtureTest {
    private static final Pattern PACKED = Pattern.compile("format-(?<format>[0-9]+)-(?<ending>[a-z]+)\\.zip");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path temporary;

    record Fixture(int format, String ending) {
        Path unpack(Path to) throws IOException {
            return Fixtures.unpack(Fixtures.packed(format, ending), to);
        }

        Listing listing() throws IOException {
            return Listing.read(Fixtures.listing(format));
        }
    }

    static List<Fixture> fixtures() throws IOException {
        try (Stream<Path> files = Files.list(Fixtures.FOLDER)) {
            return files.map(file -> PACKED.matcher(file.getFileName().toString()))
                    .filter(Matcher::matches)
                    .map(name -> new Fixture(Integer.parseInt(name.group("format")), name.group("ending")))
                    .toList();
        }
    }

    @Test
    void fixtures_ofEveryFormat_areThere() throws IOException {
        Path store = temporary.resolve("new");
        Fixtures.open(store).close();
        for (int format = 1; format <= Fixtures.format(store); format++) {
            assertThat(fixtures())
                    .as("a format that was released needs its stores: see CONTRIBUTING.md")
                    .contains(new Fixture(format, "closed"), new Fixture(format, "killed"));
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void open_storeOfAnEarlierRelease_holdsWhatItsListingSays(Fixture fixture) throws IOException {
        Path store = fixture.unpack(temporary.resolve("store"));
        Listing listing = fixture.listing();
        try (TrestleDb db = Fixtures.openSoonAfter(store)) {
            check(db, listing);
            sendAgain(db.client(), listing);
            check(db, listing);
        }
        try (TrestleDb db = Fixtures.openSoonAfter(store)) {
            check(db, listing);
            goOn(db, listing);
            write(db.client(), listing);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
        try (TrestleDb db = Fixtures.open(store)) {
            assertThat(db.client().listTables().tableNames()).contains("later");
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    /** The files of a store that nobody has open are a backup of it, as one made by {@code backup} is. */
    @ParameterizedTest
    @MethodSource("fixtures")
    void restore_backupOfAnEarlierRelease_holdsWhatItsListingSays(Fixture fixture) throws IOException {
        Path backup = fixture.unpack(temporary.resolve("backup"));
        Path restored = temporary.resolve("restored");
        Engine.restore(backup, restored);
        assertThat(Fixtures.format(restored))
                .as("the copy is of the format that its files are of")
                .isEqualTo(fixture.format());
        try (TrestleDb db = Fixtures.openSoonAfter(restored)) {
            check(db, fixture.listing());
        }
        assertThat(Fixtures.format(backup)).as("the backup stays as it is").isEqualTo(fixture.format());
        try (TrestleDb db = Fixtures.openSoonAfter(restored)) {
            check(db, fixture.listing());
        }
    }

    static void check(TrestleDb db, Listing listing) {
        DynamoDbClient client = db.client();
        listing.of("added").forEach(index -> FixtureWriter.awaitActive(client, index));
        Map<String, List<Map<String, AttributeValue>>> items = listing.items();
        assertThat(client.listTables().tableNames()).containsExactlyInAnyOrderElementsOf(items.keySet());
        items.forEach((table, expected) -> {
            assertThat(shown(scan(client, table))).as(table).containsExactlyInAnyOrderElementsOf(shown(expected));
            assertThat(describe(client, table).itemCount()).as(table).isEqualTo(expected.size());
        });
        Stream.of("gsi", "lsi").flatMap(kind -> listing.of(kind).stream()).forEach(index -> {
            List<Map<String, AttributeValue>> expected = listing.of("entry").stream()
                    .filter(entry -> entry.words().equals(index.words().subList(0, 2)))
                    .map(Line::attributes)
                    .toList();
            assertThat(shown(scanIndex(client, index)))
                    .as(index.toString())
                    .containsExactlyInAnyOrderElementsOf(shown(expected));
        });
        listing.of("entries")
                .forEach(line -> assertThat(scanIndex(client, line)).hasSize(line.count()));
        listing.of("dropped-index")
                .forEach(line -> assertThat(describe(client, line.table()).globalSecondaryIndexes())
                        .noneMatch(index -> index.indexName().equals(line.word(1))));
        listing.of("stream")
                .forEach(stream -> assertThat(StreamContents.read(db.engine(), stream.table()))
                        .as(stream.table())
                        .containsExactlyElementsOf(StreamContents.expected(listing, stream.table())));
        checkTime(client, listing);
        assertThat(db.engine().verify().problems()).isEmpty();
    }

    private static void checkTime(DynamoDbClient client, Listing listing) {
        for (Line line : listing.of("expiry")) {
            TimeToLiveDescription expiry =
                    client.describeTimeToLive(r -> r.tableName(line.table())).timeToLiveDescription();
            assertThat(expiry.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
            assertThat(expiry.attributeName()).isEqualTo(line.word(1));
        }
        for (Line line : listing.of("tag")) {
            assertThat(client.listTagsOfResource(r -> r.resourceArn(FixtureWriter.arn(client, line)))
                            .tags())
                    .contains(
                            Tag.builder().key(line.word(1)).value(line.word(2)).build());
        }
        for (Line line : listing.of("backup")) {
            assertThat(client.listBackups(r -> r.tableName(line.table())).backupSummaries())
                    .extracting(backup -> backup.backupName() + " " + backup.backupStatusAsString())
                    .containsExactly(line.word(1) + " AVAILABLE");
        }
    }

    /** A backup becomes the table that it is of, and a consumer goes on with the first record that it has not seen. */
    private static void goOn(TrestleDb db, Listing listing) {
        for (Line line : listing.of("backup")) {
            String backup = db.client()
                    .listBackups(r -> r.tableName(line.table()))
                    .backupSummaries()
                    .get(0)
                    .backupArn();
            db.client().restoreTableFromBackup(r -> r.backupArn(backup).targetTableName("restored"));
            db.client().waiter().waitUntilTableExists(r -> r.tableName("restored"));
            assertThat(shown(scan(db.client(), "restored")))
                    .containsExactlyInAnyOrderElementsOf(shown(listing.items().getOrDefault(line.table(), List.of())));
        }
        for (Line line : listing.of("consumer")) {
            List<String> seen = new CopyOnWriteArrayList<>();
            try (StreamSubscription subscription = db.engine()
                    .subscribe(
                            FixtureWriter.consumer(line),
                            records -> records.forEach(record -> seen.add(record.eventName())))) {
                db.client().putItem(r -> r.tableName(line.table()).item(Literals.item("{pk: 'new', sk: 0}")));
                int known = line.count();
                int all = StreamContents.read(db.engine(), line.table()).size();
                Awaitility.await().until(() -> seen.size() >= all - known);
                assertThat(seen).hasSize(all - known);
                db.client().deleteItem(r -> r.tableName(line.table()).key(Literals.item("{pk: 'new', sk: 0}")));
            }
        }
    }

    private static void sendAgain(DynamoDbClient client, Listing listing) {
        listing.of("once")
                .forEach(line -> client.transactWriteItems(
                        r -> r.clientRequestToken(line.word(1)).transactItems(FixtureWriter.addHit(line))));
    }

    /** Some items of each table changed and then taken away, and a table more. */
    private static void write(DynamoDbClient client, Listing listing) {
        client.createTable(TableShape.keys("pk S").request("later"));
        listing.items().forEach((table, items) -> {
            List<String> keys = describe(client, table).keySchema().stream()
                    .map(element -> element.attributeName())
                    .toList();
            for (Map<String, AttributeValue> item : items.subList(0, Math.min(20, items.size()))) {
                Map<String, AttributeValue> key = new HashMap<>(item);
                key.keySet().retainAll(keys);
                client.updateItem(r -> r.tableName(table)
                        .key(key)
                        .updateExpression("SET changed = :yes")
                        .expressionAttributeValues(Map.of(":yes", AttributeValue.fromBool(true))));
                Map<String, AttributeValue> changed = new HashMap<>(item);
                changed.put("changed", AttributeValue.fromBool(true));
                assertThat(Literals.show(
                                client.getItem(r -> r.tableName(table).key(key)).item()))
                        .isEqualTo(Literals.show(changed));
                client.deleteItem(r -> r.tableName(table).key(key));
            }
            assertThat(describe(client, table).itemCount()).isEqualTo(Math.max(0, items.size() - 20));
        });
    }

    private static TableDescription describe(DynamoDbClient client, String table) {
        return client.describeTable(r -> r.tableName(table)).table();
    }

    private static List<Map<String, AttributeValue>> scan(DynamoDbClient client, String table) {
        return client.scanPaginator(r -> r.tableName(table)).items().stream().toList();
    }

    private static List<Map<String, AttributeValue>> scanIndex(DynamoDbClient client, Line index) {
        return client.scanPaginator(r -> r.tableName(index.table()).indexName(index.word(1))).items().stream()
                .toList();
    }

    private static List<String> shown(List<Map<String, AttributeValue>> items) {
        return items.stream().map(Literals::show).toList();
    }
}
