package dev.trestle.engine.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineException;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.api.AttributeDefinition;
import dev.trestle.engine.api.CreateTable;
import dev.trestle.engine.api.ImportTable;
import dev.trestle.engine.api.KeySchemaElement;
import dev.trestle.engine.api.TableSettings;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.store.StoreException;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Exports that AWS made, or seems to have made. */
class HostileImportTest {
    private static final String GOOD = "{\"Item\":{\"Id\":{\"N\":\"101\"},\"Title\":{\"S\":\"Book 101 Title\"}}}";
    private static final CreateTable DEFINITION = new CreateTable(
            "ProductCatalog",
            List.of(new AttributeDefinition("Id", "N")),
            List.of(new KeySchemaElement("Id", "HASH")),
            null,
            null,
            new TableSettings("PAY_PER_REQUEST", null, null, null, null),
            null);

    private final Engine engine = Engine.open(EngineOptions.inMemory());

    @TempDir
    Path bucket;

    @AfterEach
    void close() {
        engine.close();
    }

    @Test
    void import_awssOwnSample_putsItsItems() throws IOException {
        String sample =
                "{\"Item\":{\"Authors\":{\"SS\":[\"Author1\",\"Author2\"]},\"Dimensions\":{\"S\":\"8.5 x 11.0 x 1.5\"},"
                        + "\"ISBN\":{\"S\":\"333-3333333333\"},\"Id\":{\"N\":\"103\"},\"InPublication\":{\"BOOL\":false},"
                        + "\"PageCount\":{\"N\":\"600\"},\"Price\":{\"N\":\"2000\"},\"ProductCategory\":{\"S\":\"Book\"},"
                        + "\"Title\":{\"S\":\"Book 103 Title\"}}}";
        Fixtures.awsExport(bucket, List.of(GOOD, sample), null);
        ImportTable.Result result = engine.importTable(new ImportTable(bucket, null, DEFINITION, progress -> true));
        assertThat(result.tableName()).isEqualTo("ProductCatalog");
        assertThat(result.created()).isTrue();
        assertThat(Fixtures.all(engine, "ProductCatalog"))
                .hasSize(2)
                .contains(
                        Bytes.of(StoredItem.of(Map.of("Id", new Value.N("101"), "Title", new Value.S("Book 101 Title")))
                                .bytes()));
    }

    @Test
    void import_ofAws_intoATableThatIsThere_needsNoDefinition() throws IOException {
        Path export = Fixtures.awsExport(bucket, List.of(GOOD), null);
        engine.createTable(DEFINITION);
        assertThat(engine.importTable(new ImportTable(export)).items()).isEqualTo(1);
    }

    @Test
    void import_ofAws_withoutDefinition_saysWhatToDo() throws IOException {
        Fixtures.awsExport(bucket, List.of(GOOD), null);
        assertThatThrownBy(() -> engine.importTable(new ImportTable(bucket)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("create the table first, or give its keys");
    }

    @Test
    void import_keyOtherThanTheTables_isRefused() throws IOException {
        Fixtures.awsExport(bucket, List.of(GOOD), null);
        engine.createTable(Fixtures.definition());
        assertThatThrownBy(
                        () -> engine.importTable(new ImportTable(bucket, Fixtures.TABLE, DEFINITION, progress -> true)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("The table Parts has the key");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "nonsense | it is no JSON",
                "{\"Item\":{\"Id\":{\"N\":\"1\"}} | it is no JSON",
                "[] | it should have an object at column 1",
                "{} | it should have {\"Item\": …}",
                "{\"Keys\":{}} | it should have {\"Item\": …}",
                "{\"Item\":[]} | attributes",
                "{\"Item\":{\"Id\":{\"N\":\"1\"}},\"More\":{}} | nothing beside",
                "{\"Item\":{\"Id\":{\"N\":\"1\"}}} {} | nothing behind",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"Id\":{\"N\":\"2\"}}} | the attribute Id is there twice",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"M\":{\"x\":{\"S\":\"\"},\"x\":{\"S\":\"\"}}}}} | x is there twice",
                "{\"Item\":{\"Id\":{\"N\":1}}} | a string with a number",
                "{\"Item\":{\"Id\":{\"N\":\"one\"}}} | The parameter cannot be converted to a numeric value: one",
                "{\"Item\":{\"Id\":{\"S\":\"1\"}}} | Type mismatch for key Id expected: N actual: S",
                "{\"Item\":{\"a\":{\"S\":\"1\"}}} | Missing the key Id in the item",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"B\":\"%%%\"}}} | no base64",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"BOOL\":\"true\"}}} | true or false",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"NULL\":false}}} | must have the value of true",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"X\":\"\"}}} | there is no type X",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{}}} | Supplied AttributeValue is empty",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"S\":\"\",\"N\":\"1\"}}} | more than one datatypes",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"SS\":[\"x\",\"x\"]}}} | contains duplicates",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"SS\":[]}}} | may not be empty",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"SS\":[1]}}} | a string at column",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"L\":{}}}} | an array",
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"\":{\"S\":\"\"}}} | Empty attribute name",
            })
    void import_badLine_namesFileLineAndReason(String line, String reason) throws IOException {
        Fixtures.awsExport(bucket, List.of(GOOD, line), null);
        assertRefused("data/sxz3hjr3re2dzn2ymgd2gi4iku.json.gz, line 2: ", reason);
    }

    @Test
    void import_emptyLine_isRefused() throws IOException {
        Fixtures.awsExport(bucket, List.of(GOOD, "", GOOD), null);
        assertRefused("line 2: is empty");
    }

    @Test
    void import_tooDeep_isRefusedWithoutExhaustingTheStack() throws IOException {
        String deep =
                "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":" + "{\"L\":[".repeat(100_000) + "]}".repeat(100_000) + "}}";
        Fixtures.awsExport(bucket, List.of(deep), null);
        assertRefused("line 1: ", "nesting depth");
        String slightly = "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":" + "{\"L\":[".repeat(33) + "]}".repeat(33) + "}}";
        Fixtures.awsExport(bucket, List.of(slightly), null);
        assertRefused("line 1: ", "Nesting Levels have exceeded supported limits");
    }

    @Test
    void import_lineWithoutEnd_isRefusedBeforeItFillsTheMemory() throws IOException {
        Fixtures.awsExport(bucket, List.of(GOOD, " ".repeat(64 * 1024 * 1024)), null);
        assertRefused("line 2: is longer than any item makes it");
    }

    @Test
    void import_itemTooLarge_isRefused() throws IOException {
        String large = "{\"Item\":{\"Id\":{\"N\":\"1\"},\"a\":{\"S\":\"" + "x".repeat(500_000) + "\"}}}";
        Fixtures.awsExport(bucket, List.of(large), null);
        assertRefused("line 1: ", "Item size has exceeded the maximum allowed size");
    }

    @Test
    void import_countsThatDiffer_areRefused() throws IOException {
        Fixtures.awsExport(bucket, List.of(GOOD, GOOD), 1L);
        assertRefused("line 2: the manifest counts 1 items only");
        Fixtures.awsExport(bucket, List.of(GOOD, GOOD), 3L);
        assertRefused("line 2: this is the last, and the manifest counts 3 items");
    }

    @Test
    void import_dataFileDamaged_putsNothingOfIt() throws IOException {
        Path export = Fixtures.awsExport(bucket, List.of(GOOD), null);
        Path data = export.resolve("data/sxz3hjr3re2dzn2ymgd2gi4iku.json.gz");
        byte[] bytes = Files.readAllBytes(data);
        bytes[bytes.length - 1] ^= 1;
        Files.write(data, bytes);
        assertRefused("sxz3hjr3re2dzn2ymgd2gi4iku.json.gz is damaged: its MD5 is ");
        assertThat(Fixtures.all(engine, "ProductCatalog")).isEmpty();
    }

    @Test
    void import_gzipCutShort_isRefused() throws IOException {
        byte[] whole = Fixtures.gzip((GOOD + "\n").repeat(1000));
        Fixtures.awsExport(bucket, Arrays.copyOf(whole, whole.length / 2), 1000);
        assertThatThrownBy(this::importBucket)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is cut short or damaged behind line");
    }

    @Test
    void import_noGzip_isRefused() throws IOException {
        Fixtures.awsExport(bucket, GOOD.getBytes(StandardCharsets.UTF_8), 1);
        assertThatThrownBy(this::importBucket)
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("is cut short or damaged behind line 0");
    }

    @Test
    void import_manifestDamagedOrMissing_isRefused() throws IOException {
        Path export = Fixtures.awsExport(bucket, List.of(GOOD), null);
        Path files = export.resolve("manifest-files.json");
        String whole = Files.readString(files);
        Files.writeString(files, whole.replace("\"itemCount\":1", "\"itemCount\":2"));
        assertRefused("manifest-files.json is damaged: its MD5 is");
        Files.delete(files);
        assertRefused("manifest-files.json is missing");
        Files.delete(export.resolve("manifest-files.md5"));
        Files.writeString(files, whole.replace("sxz3hjr3re2dzn2ymgd2gi4iku.json.gz", "../../elsewhere.json.gz"));
        assertRefused("line 1: the data file ", "elsewhere.json.gz is missing");
        Files.writeString(files, whole + whole);
        assertRefused("line 2: names data/sxz3hjr3re2dzn2ymgd2gi4iku.json.gz a second time");
        Files.delete(export.resolve("manifest-summary.json"));
        assertRefused("There is no complete export in ");
    }

    @Test
    void import_anotherFormat_isRefused() throws IOException {
        Path export = Fixtures.awsExport(bucket, List.of(GOOD), null);
        Files.delete(export.resolve("manifest-summary.md5"));
        Path summary = export.resolve("manifest-summary.json");
        String whole = Files.readString(summary);
        Files.writeString(summary, whole.replace("DYNAMODB_JSON", "ION"));
        assertRefused("the format ION; only DYNAMODB_JSON");
        Files.writeString(summary, whole.replace("FULL_EXPORT", "INCREMENTAL_EXPORT"));
        assertRefused("a INCREMENTAL_EXPORT; only a FULL_EXPORT");
    }

    private void importBucket() {
        engine.importTable(new ImportTable(bucket, null, DEFINITION, progress -> true));
    }

    private void assertRefused(String... parts) {
        assertThatThrownBy(this::importBucket)
                .isInstanceOf(EngineException.class)
                .message()
                .contains(parts);
    }
}
