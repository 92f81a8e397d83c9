package dev.trestle.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.objects.ObjectStore;
import dev.trestle.objects.ObjectStoreOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TrestleTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path temporary;

    @Test
    void version_fromTheBuild_isANumber() {
        assertThat(execute("--version")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).matches("trestle [0-9]+\\.[0-9]+\\.[0-9]+\\R");
    }

    @Test
    void command_missing_isAUsageError() {
        assertThat(execute()).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("a command is missing", "verify");
    }

    @Test
    void verify_directoryMissing_isAUsageErrorAndCreatesNothing() {
        Path missing = temporary.resolve("missing");
        assertThat(execute("verify", missing.toString())).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("There is no directory " + missing);
        assertThat(missing).doesNotExist();
    }

    @Test
    void verify_directoryWithoutStore_isAUsageErrorAndCreatesNothing() {
        assertThat(execute("verify", temporary.toString())).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("is not a data directory");
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void verify_soundStore_saysSo() {
        Path data = newStore();
        assertThat(execute("verify", data.toString())).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("0 tables, 0 items, 0 index entries", "The store is sound.");
    }

    @Test
    void verify_storeInUse_isAProblem() {
        Path data = temporary.resolve("data");
        try (Engine holder = Engine.open(EngineOptions.directory(data))) {
            assertThat(holder).isNotNull();
            assertThat(execute("verify", data.toString())).isEqualTo(ExitCodes.PROBLEM);
        }
        assertThat(err.toString()).startsWith("trestle: ").contains("in use");
    }

    @Test
    void verify_damagedFormatFile_isAProblem() throws IOException {
        Path data = newStore();
        Files.writeString(data.resolve("FORMAT"), "something else\n");
        assertThat(execute("verify", data.toString())).isEqualTo(ExitCodes.PROBLEM);
        assertThat(err.toString()).contains("damaged");
    }

    @Test
    void backupAndRestore_ofTablesObjectsAndSecret_bringAll() throws IOException {
        Path data = newStore();
        try (ObjectStore objects = ObjectStore.open(ObjectStoreOptions.directory(data.resolve("objects")))) {
            objects.createBucket("things");
        }
        Files.writeString(data.resolve("secret"), "s3cr3t");
        Path backup = temporary.resolve("backup");
        Path restored = temporary.resolve("restored");
        assertThat(execute("backup", data.toString(), backup.toString())).isEqualTo(ExitCodes.FINE);
        assertThat(execute("restore", backup.toString(), restored.toString())).isEqualTo(ExitCodes.FINE);
        assertThat(execute("verify", restored.toString())).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString()).contains("1 buckets, 0 objects", "The store is sound.");
        assertThat(execute("verify", "--without-contents", backup.toString())).isEqualTo(ExitCodes.FINE);
        assertThat(restored.resolve("secret")).hasContent("s3cr3t");
    }

    @Test
    void serve_portsThatCannotBe_areUsageErrors() {
        for (String option : List.of("--port", "--s3-port", "--dynamodb-port")) {
            assertThat(execute("serve", "--data", temporary.toString(), option, "65536"))
                    .isEqualTo(ExitCodes.USAGE);
            assertThat(err.toString()).contains(option + ": ", "must be a whole number from 0 to 65535");
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void serve_mistakesInTheConfiguration_areReportedTogether() throws IOException {
        Path file = Files.writeString(temporary.resolve("my.conf"), "htp.port = 1\nstorage = disk\n");
        assertThat(execute("serve", "--config", file.toString(), "--access-key", "hunter2"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString())
                .contains(
                        file + " line 1: there is no key htp.port. Did you mean http.port?",
                        file + " line 2: storage must be one of [embedded, dynamodb]",
                        "--access-key: access-keys must be an id, a colon and a secret",
                        "docs/trestle.conf has every key")
                .doesNotContain("hunter2");
        assertThat(execute("serve", "--config", temporary.resolve("none.conf").toString()))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("none.conf cannot be read");
    }

    @Test
    void serve_help_namesTheFileWithEveryKey() {
        assertThat(execute("serve", "--help")).isEqualTo(ExitCodes.FINE);
        assertThat(out.toString())
                .contains("docs/trestle.conf", "--config", "--demo", "--dynamodb-port", "--access-key")
                .contains("--open-ports", "--storage-only");
    }

    @Test
    void serve_optionsThatExcludeEachOther_areUsageErrors() {
        String data = temporary.resolve("none").toString();
        assertThat(execute("serve", "--data", data, "--storage-only", "--demo")).isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("--demo makes accounts, and storage-only has none");
        assertThat(execute("serve", "--data", data, "--open-ports", "--access-key", "a:b"))
                .isEqualTo(ExitCodes.USAGE);
        assertThat(err.toString()).contains("open-ports takes any signature, and access-keys says which are taken");
        assertThat(temporary).isEmptyDirectory();
    }

    private Path newStore() {
        Path data = temporary.resolve("data");
        Engine.open(EngineOptions.directory(data)).close();
        return data;
    }

    private int execute(String... arguments) {
        CommandLine commandLine = Trestle.commandLine();
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }
}
