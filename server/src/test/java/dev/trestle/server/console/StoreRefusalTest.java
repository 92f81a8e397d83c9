package dev.trestle.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine says about statements has a code, and each code a text. */
class StoreRefusalTest {
    private static final Path ENGINE = Path.of("../engine/src/main/java/dev/trestle/engine/partiql");
    private static final Path TEXTS = Path.of("src/main/resources/dev/trestle/server/site/console/texts");

    /** The beginning of a message. */
    private static final Pattern VALIDATION =
            Pattern.compile("(?:validation|unsupportedHere)\\(\\s*\"((?:[^\"\\\\]|\\\\.)+)\"");

    private static final Pattern CODE = Pattern.compile("\", \"([a-z]+-[a-z-]+)\"\\)");

    /** Those of batches and transactions, which the console does not run. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "(?:Read and write requests|Provided list of|Validation failed in|Select statements within|ExecuteTransaction).*");

    @Test
    void messages_ofTheEngineAboutStatements_haveCodes() throws IOException {
        List<String> messages;
        try (Stream<Path> files = Files.list(ENGINE)) {
            messages = files.filter(file -> file.toString().endsWith(".java"))
                    .map(StoreRefusalTest::read)
                    .flatMap(source -> VALIDATION.matcher(source).results().map(found -> found.group(1)))
                    .filter(message -> !ELSEWHERE.matcher(message).matches())
                    .toList();
        }
        assertThat(messages).hasSizeGreaterThan(40);
        assertThat(messages).allSatisfy(message -> {
            // What follows the beginning is a value, such as the name of an attribute.
            assertThat(StoreRefusal.of(message + (message.endsWith(" ") ? "" : " ") + "x")
                                    .code()
                                    .equals("store-refused")
                            && StoreRefusal.of(message).code().equals("store-refused"))
                    .as(message)
                    .isFalse();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Statement wasn't well formed, can't be processed: Unexpected end of statement at 1:15:1|partiql-end|",
                "Statement wasn't well formed, can't be processed: Unexpected token at 1:15:1|partiql-token|",
                "Multiple conditions on same key pk in where clause|partiql-key-twice|pk",
                "Unrecognized function: nonsense|partiql-function|nonsense",
                "Incorrect number of operands for operator or function; operator or function: size, number of operands: 2|partiql-operand|size",
                "One or more parameter values were invalid|store-refused|"
            })
    void message_ofTheDatabase_hasItsCode(String message, String code, String name) {
        Problem problem = StoreRefusal.of(message);
        assertThat(problem.code()).isEqualTo(code);
        assertThat(problem.message()).isEqualTo(message);
        assertThat(problem.violations().get(0).values().get("name")).isEqualTo(name);
        if (code.equals("store-refused")) {
            assertThat(problem.violations().get(0).values()).isEqualTo(Map.of("why", message));
        }
    }

    @Test
    void codes_ofRefusals_haveTexts() throws IOException {
        JsonNode texts = Json.mapper().readTree(Files.readAllBytes(TEXTS.resolve("en.json")));
        JsonNode shared = Json.mapper().readTree(Files.readAllBytes(TEXTS.resolve("../../texts/en.json")));
        TreeSet<String> codes = new TreeSet<>();
        CODE.matcher(read(Path.of("src/main/java/dev/trestle/server/console/StoreRefusal.java")))
                .results()
                .forEach(found -> codes.add("error." + found.group(1)));
        assertThat(codes).hasSizeGreaterThan(20);
        assertThat(codes).allMatch(code -> texts.has(code) || shared.has(code));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
