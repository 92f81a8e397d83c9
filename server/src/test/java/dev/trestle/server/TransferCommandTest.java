package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.api.TransferProgress;
import dev.trestle.sdk.TrestleDb;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

class TransferCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temporary;

    @Test
    void exportAndImport_aTable_bringItToAnotherStore() {
        Path data = musicStore(25);
        Path bucket = temporary.resolve("bucket");
        assertThat(execute("export", "--data", data.toString(), "Music", bucket.toString()))
                .as(err::toString)
                .isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("Export of Music: 25 items", "It is in " + bucket);
        Path other = temporary.resolve("other");
        assertThat(execute("import", "--data", other.toString(), "--table", "Songs", bucket.toString()))
                .as(err::toString)
                .isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("Made the table Songs: 25 items");
        try (TrestleDb db = TrestleDb.open(other)) {
            assertThat(db.client().scan(scan -> scan.tableName("Songs")).items())
                    .hasSize(25)
                    .contains(song(7));
        }
    }

    @Test
    void import_ofAws_makesTheTableFromTheOptions() throws Exception {
        Path export = awsExport();
        Path data = temporary.resolve("data");
        assertThat(execute("import", "--data", data.toString(), export.toString()))
                .isEqualTo(ExitCodes.PROBLEM);
        assertThat(err.toString()).contains("create the table first, or give its keys");
        assertThat(execute(
                        "import",
                        "--data",
                        data.toString(),
                        "--key",
                        "artist:S",
                        "--sort",
                        "plays:N",
                        export.toString()))
                .as(err::toString)
                .isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("Made the table Music: 1 items");
    }

    @Test
    void export_tableMissing_isAProblem() {
        Path data = musicStore(1);
        assertThat(execute("export", "--data", data.toString(), "Musik", temporary.toString()))
                .isEqualTo(ExitCodes.PROBLEM);
        assertThat(err.toString()).contains("Table: Musik not found");
    }

    @Test
    void commandLine_wrong_isAUsageErrorAndMakesNothing() {
        Path data = temporary.resolve("data");
        String there = temporary.toString();
        assertThat(execute("export", "Music", there)).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("export", "--data", data.toString(), "Music", there)).isEqualTo(ExitCodes.USAGE);
        assertThat(execute("import", "--data", data.toString(), there + "/nowhere"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(execute("import", "--data", data.toString(), "--key", "pk", there))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(execute("import", "--data", data.toString(), "--key", "pk:X", there))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(execute("import", "--data", data.toString(), "--sort", "sk:N", there))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("--data", "There is no directory", "such as pk:S", "--sort needs --key");
        assertThat(data).doesNotExist();
    }

    @Test
    void bar_onATerminal_showsItemsBytesRateAndTimeLeft() {
        AtomicLong nanos = new AtomicLong();
        TransferBar bar = new TransferBar("exporting", new PrintWriter(err), true, nanos::get);
        assertThat(bar.goOn(new TransferProgress(0, 1000, 0, 0))).isTrue();
        nanos.set(10_000_000_000L);
        assertThat(bar.goOn(new TransferProgress(250, 1000, 500_000_000, 1))).isTrue();
        assertThat(err.toString())
                .endsWith(
                        "\r\033[Kexporting [######..................]  25 % 250 of 1,000 items, 500 MB, 50 MB/s, 0:30 left");
        bar.stop();
        assertThat(bar.goOn(new TransferProgress(250, 1000, 500_000_000, 1))).isFalse();
    }

    @Test
    void bar_elsewhere_printsALineNowAndThen() {
        AtomicLong nanos = new AtomicLong();
        TransferBar bar = new TransferBar("importing", new PrintWriter(err), false, nanos::get);
        for (int second = 1; second <= 11; second++) {
            nanos.set(second * 1_000_000_000L);
            bar.goOn(new TransferProgress(second, 20, second, second));
        }
        bar.end();
        assertThat(err.toString().lines()).hasSize(2).allMatch(line -> line.startsWith("importing ["));
        assertThat(err.toString()).doesNotContain("\r", "\033");
    }

    private Path musicStore(int songs) {
        Path data = temporary.resolve("music");
        try (TrestleDb db = TrestleDb.open(data)) {
            DynamoDbClient client = db.client();
            client.createTable(table -> table.tableName("Music")
                    .billingMode("PAY_PER_REQUEST")
                    .attributeDefinitions(AttributeDefinition.builder()
                            .attributeName("artist")
                            .attributeType("S")
                            .build())
                    .keySchema(KeySchemaElement.builder()
                            .attributeName("artist")
                            .keyType("HASH")
                            .build()));
            for (int number = 0; number < songs; number++) {
                Map<String, AttributeValue> item = song(number);
                client.putItem(put -> put.tableName("Music").item(item));
            }
        }
        return data;
    }

    private static Map<String, AttributeValue> song(int number) {
        return Map.of(
                "artist", AttributeValue.fromS("artist" + number),
                "plays", AttributeValue.fromN(Integer.toString(number)));
    }

    /** As the service lays it out, without a definition of the table. */
    private Path awsExport() throws Exception {
        Path export = temporary.resolve("AWSDynamoDB/01693685827463-2d8752fd");
        Path file = export.resolve("data/abc.json.gz");
        Files.createDirectories(file.getParent());
        try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(file))) {
            gzip.write("{\"Item\":{\"artist\":{\"S\":\"CSNY\"},\"plays\":{\"N\":\"1\"}}}\n"
                    .getBytes(StandardCharsets.UTF_8));
        }
        String md5 = Base64.getEncoder()
                .encodeToString(MessageDigest.getInstance("MD5").digest(Files.readAllBytes(file)));
        write(
                export.resolve("manifest-files.json"),
                "{'itemCount':1,'md5Checksum':'" + md5
                        + "','etag':'0-1','dataFileS3Key':'AWSDynamoDB/01693685827463-2d8752fd/data/abc.json.gz'}\n");
        write(
                export.resolve("manifest-summary.json"),
                "{'version':'2020-06-30','tableArn':'arn:aws:dynamodb:eu-west-1:1:table/Music',"
                        + "'itemCount':1,'outputFormat':'DYNAMODB_JSON'}");
        return export;
    }

    private static void write(Path file, String json) throws IOException {
        Files.writeString(file, json.replace('\'', '"'));
    }

    private int execute(String... arguments) {
        CommandLine commandLine = Trestle.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}
