package dev.trestle.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.DescribeStream;
import dev.trestle.engine.api.ExportTable;
import dev.trestle.engine.api.GetRecords;
import dev.trestle.engine.api.GetShardIterator;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.engine.api.StreamSpecification;
import dev.trestle.engine.api.TableDescription;
import dev.trestle.engine.api.TimeToLiveDescription;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.RandomValues;
import dev.trestle.engine.value.Value;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TransferTest {
    private static final long SEED = Long.getLong("trestle.transfer.seed", 20_261_116);

    @TempDir
    Path temporary;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void roundTrip_randomItemsOfAllTypes_givesTheSameBytesAndIndexes(boolean inMemory) throws IOException {
        Path target = temporary.resolve("bucket");
        Set<Bytes> expected;
        ExportTable.Result exported;
        try (Engine engine = open(inMemory, "from")) {
            engine.createTable(Fixtures.definition());
            fill(engine, SEED, 2_000);
            expected = Fixtures.all(engine, Fixtures.TABLE);
            exported = engine.exportTable(new ExportTable(Fixtures.TABLE, target));
        }
        assertThat(exported.items()).as("seed %d", SEED).isEqualTo(expected.size());
        try (Engine engine = open(inMemory, "to")) {
            ImportTable.Result imported = engine.importTable(new ImportTable(target));
            assertThat(imported)
                    .isEqualTo(new ImportTable.Result(
                            Fixtures.TABLE,
                            true,
                            exported.files(),
                            exported.items(),
                            0,
                            exported.jsonBytes(),
                            exported.fileBytes()));
            assertThat(Fixtures.all(engine, Fixtures.TABLE)).as("seed %d", SEED).isEqualTo(expected);
            TableDescription made = engine.describeTable(Fixtures.TABLE);
            assertThat(made.itemCount()).isEqualTo(expected.size());
            assertThat(made.keySchema()).isEqualTo(Fixtures.definition().keySchema());
            assertThat(made.globalSecondaryIndexes()).singleElement().satisfies(index -> {
                assertThat(index.projection())
                        .isEqualTo(Fixtures.definition()
                                .globalSecondaryIndexes()
                                .get(0)
                                .projection());
                assertThat(index.itemCount()).isPositive();
            });
            assertThat(made.localSecondaryIndexes()).hasSize(1);
            assertThat(engine.verify().problems()).isEmpty();
        }
    }

    @Test
    void export_oneItem_isWrittenAsAwsDoes() throws IOException {
        Path target = temporary.resolve("bucket");
        try (Engine engine = open(true, "")) {
            engine.createTable(Fixtures.definition());
            Map<String, Value> item = Fixtures.item(7);
            item.put("a", new Value.S("é\"\\\n\u0001"));
            item.put("b", new Value.B(Bytes.of(new byte[] {0, -1})));
            item.put("c", new Value.Bool(true));
            item.put("d", new Value.Null(true));
            item.put("e", new Value.L(List.of(new Value.N("1.50"), new Value.M(Map.of()), new Value.L(List.of()))));
            item.put("f", new Value.SS(List.of("y", "x")));
            item.put("g", new Value.NS(List.of("2", "-1")));
            item.put("h", new Value.BS(List.of(Bytes.of(new byte[] {1}))));
            item.put("i", new Value.M(Map.of("j", new Value.Bool(false))));
            Fixtures.put(engine, item);
            ExportTable.Result result = engine.exportTable(new ExportTable(Fixtures.TABLE, target));
            assertThat(unzipped(result.directory().resolve("data/00000.json.gz")))
                    .isEqualTo(
                            "{\"Item\":{\"a\":{\"S\":\"é\\\"\\\\\\n\\u0001\"},\"b\":{\"B\":\"AP8=\"},\"c\":{\"BOOL\":true},"
                                    + "\"d\":{\"NULL\":true},\"e\":{\"L\":[{\"N\":\"1.5\"},{\"M\":{}},{\"L\":[]}]},"
                                    + "\"f\":{\"SS\":[\"x\",\"y\"]},\"g\":{\"NS\":[\"-1\",\"2\"]},\"h\":{\"BS\":[\"AQ==\"]},"
                                    + "\"i\":{\"M\":{\"j\":{\"BOOL\":false}}},\"pk\":{\"S\":\"part#0\"},\"sk\":{\"N\":\"7\"}}}\n");
            String files = Files.readString(result.directory().resolve("manifest-files.json"));
            String md5 = Md5.ofFile(result.directory().resolve("data/00000.json.gz"));
            assertThat(files)
                    .isEqualTo("{\"itemCount\":1,\"md5Checksum\":\"" + md5 + "\",\"etag\":\"" + Md5.etag(md5)
                            + "\",\"dataFileS3Key\":\"AWSDynamoDB/" + result.exportId() + "/data/00000.json.gz\"}\n");
            assertThat(names(result.directory()))
                    .containsExactlyInAnyOrder(
                            "_started",
                            "data",
                            "manifest-files.json",
                            "manifest-files.md5",
                            "manifest-summary.json",
                            "manifest-summary.md5",
                            "trestle-table.json");
        }
    }

    @Test
    void etag_ofAwssOwnExample_isTheOneInItsManual() {
        assertThat(Md5.etag("sQMSpEILNgoQmarvDFonGQ==")).isEqualTo("af83d6f217c19b8b0fff8023d8ca4716-1");
    }

    @Test
    void export_tableEmpty_importsAsAnEmptyTable() {
        Path target = temporary.resolve("bucket");
        try (Engine engine = open(true, "")) {
            engine.createTable(Fixtures.definition());
            assertThat(engine.exportTable(new ExportTable(Fixtures.TABLE, target))
                            .items())
                    .isZero();
        }
        try (Engine engine = open(true, "")) {
            assertThat(engine.importTable(new ImportTable(target)).items()).isZero();
            assertThat(engine.describeTable(Fixtures.TABLE).itemCount()).isZero();
        }
    }

    @Test
    void export_tableMissing_saysSoAndLeavesNothing() {
        Path target = temporary.resolve("bucket");
        try (Engine engine = open(false, "data")) {
            assertThatThrownBy(() -> engine.exportTable(new ExportTable("Nothing", target)))
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("Table: Nothing not found");
        }
        assertThat(target).doesNotExist();
    }

    @Test
    void export_stoppedAndResumedAfterARestart_isOfTheMomentAtWhichItBegan() {
        Path target = temporary.resolve("bucket");
        Set<Bytes> before;
        try (Engine engine = open(false, "data")) {
            engine.createTable(Fixtures.definition());
            fill(engine, SEED, 200);
            before = Fixtures.all(engine, Fixtures.TABLE);
            assertThatThrownBy(() -> engine.exportTable(
                            new ExportTable(Fixtures.TABLE, target, ExportTable.FAST, progress -> false)))
                    .isInstanceOf(CancellationException.class)
                    .hasMessageContaining("goes on from there");
            fill(engine, SEED + 1, 300);
            assertThat(Fixtures.all(engine, Fixtures.TABLE)).isNotEqualTo(before);
        }
        assertThatThrownBy(() -> importInto("early", target))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("no complete export");
        try (Engine engine = open(false, "data")) {
            ExportTable.Result result = engine.exportTable(new ExportTable(Fixtures.TABLE, target));
            assertThat(result.resumed()).isTrue();
            assertThat(temporary.resolve("data/exports")).isEmptyDirectory();
        }
        assertThat(importInto("to", target)).isEqualTo(before);
    }

    @Test
    void export_afterAnAbandonedOne_letsGoOfItsCopy() throws IOException {
        Path target = temporary.resolve("bucket");
        try (Engine engine = open(false, "data")) {
            engine.createTable(Fixtures.definition());
            assertThatThrownBy(() -> engine.exportTable(
                            new ExportTable(Fixtures.TABLE, target, ExportTable.FAST, progress -> false)))
                    .isInstanceOf(CancellationException.class);
            assertThat(names(temporary.resolve("data/exports"))).hasSize(2);
            Files.move(target, temporary.resolve("moved away"));
            engine.exportTable(new ExportTable(Fixtures.TABLE, target));
            assertThat(temporary.resolve("data/exports")).isEmptyDirectory();
        }
    }

    @Test
    void import_twice_changesNothingTheSecondTime() {
        Path target = temporary.resolve("bucket");
        try (Engine engine = open(true, "")) {
            engine.createTable(Fixtures.definition());
            fill(engine, SEED, 500);
            engine.exportTable(new ExportTable(Fixtures.TABLE, target));
            Set<Bytes> before = Fixtures.all(engine, Fixtures.TABLE);
            ImportTable.Result result = engine.importTable(new ImportTable(target));
            assertThat(result.created()).isFalse();
            assertThat(result.resumedItems()).isZero();
            assertThat(Fixtures.all(engine, Fixtures.TABLE)).isEqualTo(before);
            assertThat(engine.verify().problems()).isEmpty();
        }
    }

    @Test
    void import_stoppedAtOnce_goesOnWithTheSameCall() {
        Path target = temporary.resolve("bucket");
        Set<Bytes> expected;
        try (Engine engine = open(true, "")) {
            engine.createTable(Fixtures.definition());
            fill(engine, SEED, 500);
            expected = Fixtures.all(engine, Fixtures.TABLE);
            engine.exportTable(new ExportTable(Fixtures.TABLE, target));
        }
        try (Engine engine = open(true, "")) {
            assertThatThrownBy(() -> engine.importTable(new ImportTable(target, null, null, progress -> false)))
                    .isInstanceOf(CancellationException.class);
            engine.importTable(new ImportTable(target));
            assertThat(Fixtures.all(engine, Fixtures.TABLE)).isEqualTo(expected);
        }
    }

    @Test
    void import_ofATableWithStreamAndExpiry_restoresTheExpiryOnly() throws IOException {
        Path target = temporary.resolve("bucket");
        CreateTable plain = Fixtures.definition();
        CreateTable streaming = new CreateTable(
                plain.tableName(),
                plain.attributeDefinitions(),
                plain.keySchema(),
                plain.localSecondaryIndexes(),
                plain.globalSecondaryIndexes(),
                plain.settings(),
                new StreamSpecification(true, "KEYS_ONLY"));
        ExportTable.Result result;
        try (Engine engine = open(true, "")) {
            engine.createTable(streaming);
            result = engine.exportTable(new ExportTable(Fixtures.TABLE, target));
        }
        Path definition = result.directory().resolve("trestle-table.json");
        String text = Files.readString(definition);
        assertThat(text).doesNotContain("Stream", "TimeToLive");
        Files.writeString(
                definition,
                text.replaceFirst(
                        "\\{", "{\"TimeToLiveSpecification\":{\"Enabled\":true,\"AttributeName\":\"gone\"},"));
        try (Engine engine = open(true, "")) {
            engine.importTable(new ImportTable(target));
            assertThat(engine.describeTable(Fixtures.TABLE).latestStream()).isNull();
            assertThat(engine.describeTimeToLive(Fixtures.TABLE))
                    .isEqualTo(new TimeToLiveDescription("ENABLED", "gone"));
            Map<String, Value> due = Fixtures.item(1);
            due.put(
                    "gone",
                    new Value.N(Long.toString(Instant.now().plusSeconds(3600).getEpochSecond())));
            Fixtures.put(engine, due);
            assertThat(engine.verify().problems()).isEmpty();
            Path again = temporary.resolve("again");
            Path second =
                    engine.exportTable(new ExportTable(Fixtures.TABLE, again)).directory();
            assertThat(Files.readString(second.resolve("trestle-table.json")))
                    .contains("\"AttributeName\":\"gone\"", "\"Enabled\":true");
        }
    }

    @Test
    void import_intoATableWithAStream_isInTheStream() throws IOException {
        Path target = temporary.resolve("bucket");
        try (Engine engine = open(true, "")) {
            engine.createTable(Fixtures.definition());
            fill(engine, SEED, 50);
            engine.exportTable(new ExportTable(Fixtures.TABLE, target));
        }
        try (Engine engine = open(true, "")) {
            CreateTable plain = Fixtures.definition();
            engine.createTable(new CreateTable(
                    plain.tableName(),
                    plain.attributeDefinitions(),
                    plain.keySchema(),
                    plain.localSecondaryIndexes(),
                    plain.globalSecondaryIndexes(),
                    plain.settings(),
                    new StreamSpecification(true, "NEW_IMAGE")));
            engine.importTable(new ImportTable(target));
            TableDescription.LatestStream stream =
                    engine.describeTable(Fixtures.TABLE).latestStream();
            assertThat(stream).isNotNull();
            int records = 0;
            for (DescribeStream.Shard shard : engine.describeStream(new DescribeStream(stream.arn(), null, null, null))
                    .shards()) {
                String from = engine.getShardIterator(
                        new GetShardIterator(stream.arn(), shard.shardId(), "TRIM_HORIZON", null));
                records +=
                        engine.getRecords(new GetRecords(from, null)).records().size();
            }
            assertThat(records).isEqualTo(50);
        }
    }

    private Set<Bytes> importInto(String name, Path source) {
        try (Engine engine = open(false, name)) {
            engine.importTable(new ImportTable(source));
            assertThat(engine.verify().problems()).isEmpty();
            return Fixtures.all(engine, Fixtures.TABLE);
        }
    }

    private Engine open(boolean inMemory, String name) {
        return inMemory ? Engine.open(EngineOptions.inMemory()) : Fixtures.onDisk(temporary.resolve(name));
    }

    private static void fill(Engine engine, long seed, int count) {
        RandomValues random = new RandomValues(seed);
        for (int number = 0; number < count; number++) {
            Map<String, Value> item = new HashMap<>(random.item());
            item.putAll(Fixtures.item(number));
            if (random.upTo(2) == 0) {
                item.put("kind", new Value.S("kind" + random.upTo(5)));
                item.put("rank", new Value.N(random.spelled(random.number())));
            }
            Fixtures.put(engine, item);
        }
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static String unzipped(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
