package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.api.ExportTable;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Exports and imports that are killed in their midst go on where they stopped; an export is of one moment. One table for all. */
@Tag("once")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TransferKillTest {
    private static final String TABLE = "Large";
    /** Some eighty megabytes: six data files, more than there are threads. */
    private static final int ITEMS = 400;

    private static final int CONTENT_CHARS = 200_000;
    private static final int COUNTERS = 20;
    private static final int ALL = ITEMS + COUNTERS;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path home;

    @BeforeAll
    static void fill() {
        try (TrestleDb db = StoreFiles.open(store())) {
            DynamoDbClient client = db.client();
            client.createTable(table -> table.tableName(TABLE)
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.S)
                            .build())
                    .keySchema(KeySchemaElement.builder()
                            .attributeName("id")
                            .keyType(KeyType.HASH)
                            .build()));
            Random random = new Random(7);
            for (int number = 0; number < ITEMS; number++) {
                byte[] content = new byte[CONTENT_CHARS];
                random.nextBytes(content);
                for (int i = 0; i < content.length; i++) {
                    content[i] = (byte) ('a' + (content[i] & 31) % 26);
                }
                put(client, "item" + number, new String(content, StandardCharsets.US_ASCII));
            }
            count(client, 0);
        }
    }

    @Test
    @Order(1)
    void export_killedAndResumed_keepsFinishedFilesAndTheMoment() throws Exception {
        Path bucket = home.resolve("bucket");
        try (ChildJvm child = ChildJvm.start(home, Exporting.class, store(), bucket)) {
            for (String line = child.readLine(); doneLines(bucket) == 0; line = child.readLine()) {
                assertThat(line)
                        .as("the export ended before it could be killed")
                        .isNotNull()
                        .isNotEqualTo("complete");
            }
            child.kill();
        }
        Path export = onlyExport(bucket);
        assertThat(export.resolve("manifest-summary.json")).doesNotExist();
        int done = doneLines(bucket);
        Map<Path, FileTime> finished = dataFiles(export);
        assertThat(finished).hasSizeGreaterThanOrEqualTo(done);
        Map<String, String> before;
        try (TrestleDb db = StoreFiles.open(store())) {
            before = digests(db.client());
            put(db.client(), "item0", "changed after the export began");
            put(db.client(), "item" + ITEMS, "new since the export began");
            ExportTable.Result result = db.engine().exportTable(new ExportTable(TABLE, bucket));
            assertThat(result.resumed()).isTrue();
            assertThat(result.items()).isEqualTo(ALL);
            assertThat(result.files()).isGreaterThan(done);
        }
        long kept = dataFiles(export).entrySet().stream()
                .filter(file -> file.getValue().equals(finished.get(file.getKey())))
                .count();
        assertThat(kept).as("data files that were not written again").isGreaterThanOrEqualTo(done);
        try (TrestleDb db = StoreFiles.open(home.resolve("imported"))) {
            db.engine().importTable(new ImportTable(bucket));
            assertThat(digests(db.client())).isEqualTo(before);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    @Order(2)
    void import_killedAndResumed_putsNothingTwice() throws Exception {
        Path bucket = home.resolve("bucket");
        Path directory = home.resolve("killed-import");
        long reported = 0;
        try (ChildJvm child = ChildJvm.start(home, Importing.class, directory, bucket)) {
            while (reported == 0) {
                String line = child.readLine();
                assertThat(line)
                        .as("the import ended before it could be killed")
                        .isNotNull()
                        .isNotEqualTo("complete");
                reported = line.startsWith("items ") ? Long.parseLong(line.substring("items ".length())) : 0;
            }
            child.kill();
        }
        try (TrestleDb db = StoreFiles.open(directory)) {
            Map<String, String> there = digests(db.client());
            assertThat((long) there.size()).isGreaterThanOrEqualTo(reported).isLessThan(ALL);
            assertThat(db.engine().verify().problems()).isEmpty();
            String deleted = there.keySet().iterator().next();
            db.client().deleteItem(delete -> delete.tableName(TABLE).key(key(deleted)));
            ImportTable.Result result = db.engine().importTable(new ImportTable(bucket));
            assertThat(result.resumedItems()).isEqualTo(there.size());
            assertThat(result.items()).isEqualTo(ALL);
            assertThat(digests(db.client())).hasSize(ALL - 1).doesNotContainKey(deleted);
            assertThat(db.client()
                            .describeTable(table -> table.tableName(TABLE))
                            .table()
                            .itemCount())
                    .isEqualTo(ALL - 1);
            assertThat(db.engine().verify().problems()).isEmpty();
        }
    }

    @Test
    @Order(3)
    void export_whileWritesGoOn_isOfOneMoment() throws Exception {
        Path bucket = home.resolve("moment");
        int written;
        try (TrestleDb db = StoreFiles.open(store())) {
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Integer> writer = CompletableFuture.supplyAsync(() -> {
                int number = 0;
                while (!enough.get()) {
                    count(db.client(), ++number);
                }
                return number;
            });
            db.engine().exportTable(new ExportTable(TABLE, bucket));
            enough.set(true);
            written = writer.get();
        }
        assertThat(written).as("transactions beside the export").isPositive();
        try (TrestleDb db = StoreFiles.open(home.resolve("moment-imported"))) {
            db.engine().importTable(new ImportTable(bucket));
            List<String> counters = new ArrayList<>();
            for (int i = 0; i < COUNTERS; i++) {
                Map<String, AttributeValue> key = key("counter" + i);
                counters.add(db.client()
                        .getItem(get -> get.tableName(TABLE).key(key))
                        .item()
                        .get("content")
                        .s());
            }
            assertThat(counters).containsOnly(counters.get(0));
        }
    }

    /** Says now and then that it is at it, and at the end that it is done. */
    static final class Exporting {
        private Exporting() {}

        public static void main(String[] arguments) {
            try (TrestleDb db = StoreFiles.open(Path.of(arguments[0]))) {
                db.engine().exportTable(new ExportTable(TABLE, Path.of(arguments[1]), ExportTable.FAST, progress -> {
                    System.out.println("items " + progress.items());
                    return true;
                }));
            }
            System.out.println("complete");
        }
    }

    static final class Importing {
        private Importing() {}

        public static void main(String[] arguments) {
            try (TrestleDb db = StoreFiles.open(Path.of(arguments[0]))) {
                db.engine().importTable(new ImportTable(Path.of(arguments[1]), null, null, progress -> {
                    System.out.println("items " + progress.items());
                    return true;
                }));
            }
            System.out.println("complete");
        }
    }

    private static Path store() {
        return home.resolve("store");
    }

    /** All counters in one transaction. */
    private static void count(DynamoDbClient client, int number) {
        List<TransactWriteItem> puts = new ArrayList<>();
        for (int i = 0; i < COUNTERS; i++) {
            Map<String, AttributeValue> item = item("counter" + i, Integer.toString(number));
            puts.add(TransactWriteItem.builder()
                    .put(Put.builder().tableName(TABLE).item(item).build())
                    .build());
        }
        client.transactWriteItems(transaction -> transaction.transactItems(puts));
    }

    private static void put(DynamoDbClient client, String id, String content) {
        client.putItem(put -> put.tableName(TABLE).item(item(id, content)));
    }

    private static Map<String, AttributeValue> item(String id, String content) {
        Map<String, AttributeValue> item = new HashMap<>(key(id));
        item.put("content", AttributeValue.fromS(content));
        return item;
    }

    private static Map<String, AttributeValue> key(String id) {
        return Map.of("id", AttributeValue.fromS(id));
    }

    private static Map<String, String> digests(DynamoDbClient client) {
        Map<String, String> digests = new HashMap<>();
        client.scanPaginator(scan -> scan.tableName(TABLE).consistentRead(true))
                .items()
                .forEach(item -> {
                    String content = item.get("content").s();
                    digests.put(item.get("id").s(), content.length() + ":" + content.hashCode());
                });
        return digests;
    }

    private static int doneLines(Path bucket) throws IOException {
        Path root = bucket.resolve("AWSDynamoDB");
        Path done = Files.isDirectory(root) ? onlyExport(bucket).resolve("trestle-export.done") : root;
        return Files.isRegularFile(done) ? (int) Files.readString(done).lines().count() : 0;
    }

    private static Path onlyExport(Path bucket) throws IOException {
        try (Stream<Path> exports = Files.list(bucket.resolve("AWSDynamoDB"))) {
            Path[] found = exports.toArray(Path[]::new);
            assertThat(found).as(Arrays.toString(found)).hasSizeLessThanOrEqualTo(1);
            return found.length == 0 ? bucket : found[0];
        }
    }

    private static Map<Path, FileTime> dataFiles(Path export) throws IOException {
        Map<Path, FileTime> files = new HashMap<>();
        try (Stream<Path> found = Files.list(export.resolve("data"))) {
            for (Path file :
                    found.filter(path -> path.toString().endsWith(".gz")).toList()) {
                files.put(file, Files.getLastModifiedTime(file));
            }
        }
        return files;
    }
}
