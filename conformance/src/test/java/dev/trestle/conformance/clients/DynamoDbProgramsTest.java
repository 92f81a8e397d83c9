package dev.trestle.conformance.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.wire.WireOptions;
import dev.trestle.wire.WireServer;
import dev.trestle.wire.signature.AccessKeys;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The suites in Python, one with boto3 and one with the aws command line, against a server that checks signatures. */
class DynamoDbProgramsTest {
    private static final Path SUITES =
            Path.of("src", "test", "resources", "clients").toAbsolutePath();
    private static final Pattern PASSED = Pattern.compile("Ran (\\d+) tests? in [0-9.]+s\\R+OK\\R");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void boto3_allOperations_behaveAsOnAws() throws Exception {
        Tools.require("python3", "-c", "import boto3");
        assertThat(passed("dynamodb_boto3.py")).isGreaterThanOrEqualTo(20);
    }

    @Test
    void commandLine_allGroupsOfOperations_behaveAsOnAws() throws Exception {
        Tools.require("python3", "--version");
        Tools.require("aws", "--version");
        assertThat(passed("dynamodb_cli.py")).isGreaterThanOrEqualTo(4);
    }

    /** How many tests a suite has, all of which passed. */
    private int passed(String suite) throws Exception {
        try (Engine engine = Engine.open(EngineOptions.inMemory());
                WireServer server = WireServer.start(
                        engine, WireOptions.loopback(0).withAccessKeys(AccessKeys.of(Map.of("snake", "h1ss"))))) {
            String printed = Tools.run(
                    directory,
                    Map.of("TRESTLE_ENDPOINT", server.url(), "TRESTLE_KEY_ID", "snake", "TRESTLE_SECRET", "h1ss"),
                    List.of("python3", "-B", SUITES.resolve(suite).toString()));
            Matcher passed = PASSED.matcher(printed);
            assertThat(passed.find()).as(printed).isTrue();
            return Integer.parseInt(passed.group(1));
        }
    }
}
