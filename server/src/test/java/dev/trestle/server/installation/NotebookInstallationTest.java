package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.system.SystemDefinition;
import dev.trestle.server.config.ConfigException;
import dev.trestle.server.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The platform's example of a system, as {@code ./trestle serve --demo} would host it: all that it writes is its definition. */
class NotebookInstallationTest {
    private static final String PATH = "/notebook/v1/notes";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    /** The pom copies it from the platform's tests, which no module can depend on. */
    private static SystemDefinition<?> notebook() throws ReflectiveOperationException {
        return (SystemDefinition<?>) Class.forName("dev.trestle.platform.notebook.Notebook")
                .getField("SYSTEM")
                .get(null);
    }

    private Configuration configuration(String more) throws ReflectiveOperationException {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory + "\n" + more;
        return Configuration.parse("test", text, Map.of(), List.of(), List.of(notebook()));
    }

    @Test
    void notebook_hosted_hasItsSettingsOperationsJobPageAndDemo() throws Exception {
        SystemDefinition<?> notebook = notebook();
        try (Installation installation = Installation.openLoaded(new Installation.Start(
                configuration("notebook.notes-max = 2"),
                () -> List.of(notebook),
                "trestle test",
                true,
                QuickPasswords.COST))) {
            Client ann = new Client(installation.url());
            ann.signIn(Map.of("email", "ann@demo.localhost", "password", Installation.DEMO_PASSWORD));
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                JsonNode notes = ann.get(PATH).path("items");
                assertThat(notes).hasSize(1);
                assertThat(notes.at("/0/text").asText()).isEqualTo("Buy milk and bread");
                assertThat(notes.at("/0/words").asInt()).isEqualTo(4);
            });
            ann.json("POST", PATH, Map.of("text", "the second"), 201);
            ann.json("POST", PATH, Map.of("text", "one more than configured"), 409);
            assertThat(ann.get("/server/v1/about").at("/pages/0/title/en").asText())
                    .isEqualTo("Notebook");
            Matcher assets = Pattern.compile("/assets/[0-9a-f]{16}")
                    .matcher(ann.send("GET", "/", null).body());
            assertThat(assets.find()).isTrue();
            assertThat(ann.send("GET", assets.group() + "/notebook/notes.js", null)
                            .body())
                    .contains("notebook-notes");
            assertThat(ann.get("/notebook/v1/openapi.json").at("/info/title").asText())
                    .isEqualTo("Notebook");
        }
    }

    @Test
    void notebook_configuredWrongly_isRefusedWithItsKey() {
        assertThatThrownBy(() -> configuration("notebook.notes-max = 0"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("notebook.notes-max must be a whole number from 1 to 10000, and \"0\" is not.");
    }
}
