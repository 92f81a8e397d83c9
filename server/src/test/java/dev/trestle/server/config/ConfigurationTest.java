package dev.trestle.server.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.platform.settings.Key;
import dev.trestle.server.systems.Systems;
import dev.trestle.systems.docstore.Docstore;
import dev.trestle.systems.unisync.UniSync;
import dev.trestle.systems.unisync.UniSyncSettings;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
    private static Configuration parse(String text) {
        return Configuration.parse("trestle.conf", text, Map.of(), List.of());
    }

    private static void assertProblem(String text, Map<String, String> environment, String... parts) {
        assertThatThrownBy(() -> Configuration.parse("trestle.conf", text, environment, List.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(parts);
    }

    @Test
    void parse_nothingSaid_hasDefaults() {
        Configuration configuration = parse("");

        assertThat(configuration.get(Keys.HTTP_PORT)).isEqualTo(8080);
        assertThat(configuration.get(Keys.STORAGE)).isEqualTo(Keys.Storage.EMBEDDED);
        assertThat(configuration.get(Keys.HTTP_HOSTS)).isEmpty();
        assertThat(configuration.toString()).isEmpty();
    }

    @Test
    void parse_values_areTyped() {
        Configuration configuration = parse("""
                # a comment
                http.port=9090
                  http.hosts = a.example , b.example,
                http.body-max = 10MiB
                identity.access-life = 90s
                storage = dynamodb
                storage.endpoint = http://localhost:8000/a=b
                """);

        assertThat(configuration.get(Keys.HTTP_PORT)).isEqualTo(9090);
        assertThat(configuration.get(Keys.HTTP_HOSTS)).containsExactly("a.example", "b.example");
        assertThat(configuration.get(Keys.HTTP_BODY)).isEqualTo(10L << 20);
        assertThat(configuration.get(Keys.ACCESS_LIFE)).isEqualTo(Duration.ofSeconds(90));
        assertThat(configuration.get(Keys.STORAGE)).isEqualTo(Keys.Storage.DYNAMODB);
        assertThat(configuration.get(Keys.STORAGE_ENDPOINT)).isEqualTo("http://localhost:8000/a=b");
    }

    @Test
    void parse_environment_winsOverTheFile() {
        Configuration configuration = Configuration.parse(
                "trestle.conf",
                "http.port = 1",
                Map.of(
                        "TRESTLE_HTTP_PORT",
                        "2",
                        "TRESTLE_HEAP",
                        "1g",
                        "PATH",
                        "/bin",
                        "TRESTLE_HTTP_PUBLIC_URL",
                        "https://x"),
                List.of());

        assertThat(configuration.get(Keys.HTTP_PORT)).isEqualTo(2);
        assertThat(configuration.get(Keys.HTTP_PUBLIC_URL)).isEqualTo("https://x");
    }

    @Test
    void parse_option_winsOverEnvironmentAndFile() {
        Configuration configuration = Configuration.parse(
                "trestle.conf",
                "http.port = 1\ndata = a",
                Map.of("TRESTLE_HTTP_PORT", "2"),
                List.of(new Configuration.Option("--port", Keys.HTTP_PORT, "3")));

        assertThat(configuration.get(Keys.HTTP_PORT)).isEqualTo(3);
        assertThat(configuration.get(Keys.DATA)).isEqualTo("a");
        assertThatThrownBy(() -> Configuration.parse(
                        "trestle.conf", "", Map.of(), List.of(new Configuration.Option("--port", Keys.HTTP_PORT, "x"))))
                .hasMessage("--port: http.port must be a whole number from 0 to 65535, and \"x\" is not.");
    }

    @Test
    void parse_urlsAndKeys_areChecked() {
        assertProblem("http.public-url = trestle.example", Map.of(), "must be a URL without a path");
        assertProblem("http.public-url = https://a/b", Map.of(), "must be a URL without a path");
        assertProblem("storage.endpoint = localhost:8000", Map.of(), "must be a URL such as http://localhost:8000");
        assertThatThrownBy(() -> parse("access-keys = a:b, hunter2"))
                .hasMessageContaining("must be an id, a colon and a secret")
                .hasMessageNotContaining("hunter2");
        assertThat(parse("access-keys = a:b, c:d:e").get(Keys.ACCESS_KEYS)).isEqualTo(Map.of("a", "b", "c", "d:e"));
        assertProblem("data =", Map.of(), "data must not be empty");
    }

    @Test
    void parse_accessLimits_areTablesBucketsReadingAndWriting() {
        Map<String, AccessLimit> limits = parse(
                        "access-limits = a|read|table:mus*|table:films, b|bucket:*, c|write, d|read|write")
                .get(Keys.ACCESS_LIMITS);
        assertThat(limits)
                .isEqualTo(Map.of(
                        "a", new AccessLimit(true, false, List.of("mus*", "films"), List.of()),
                        "b", new AccessLimit(true, true, List.of(), List.of("*")),
                        "c", new AccessLimit(false, true, List.of("*"), List.of("*")),
                        "d", new AccessLimit(true, true, List.of("*"), List.of("*"))));
        assertProblem("access-limits = a", Map.of(), "must be ids of access keys with what each is limited to");
        assertProblem(
                "access-limits = b|read, a|reads",
                Map.of(),
                "must limit to read, write, table:NAME or bucket:NAME, where a has \"reads\"");
        assertProblem("access-limits = a|table:m*c", Map.of(), "must name a table or bucket");
        assertProblem("access-limits = a|read, a|write", Map.of(), "must have each access key once");
        assertProblem("open-ports = true", Map.of(), "must be yes or no");
    }

    @Test
    void parse_unknownKey_namesTheNearest() {
        assertProblem("htp.port = 1", Map.of(), "line 1", "no key htp.port", "Did you mean http.port?");
        assertProblem("", Map.of("TRESTLE_HTTP_PROT", "1"), "TRESTLE_HTTP_PROT", "Did you mean TRESTLE_HTTP_PORT?");
        assertThatThrownBy(() -> parse("zzzzzzzzzzzzzzzzzzz = 1")).hasMessageNotContaining("Did you mean");
    }

    @Test
    void parse_severalMistakes_areReportedTogether() {
        assertProblem(
                "http.port = eighty\nhttp.port = 1\n\nstorage = disk\nnonsense\nhttp.timeout = 5 years",
                Map.of(),
                "line 1: http.port must be a whole number from 0 to 65535, and \"eighty\" is not.",
                "line 2: http.port was said before, at trestle.conf line 1.",
                "line 4: storage must be one of [embedded, dynamodb]",
                "line 5: there is no = in it",
                "line 6: http.timeout must be a time such as");
    }

    @Test
    void secrets_areShownNowhere() {
        Configuration configuration = parse("metrics.token = hunter2\nhttp.port = 1");

        assertThat(configuration.toString()).isEqualTo("http.port = 1, metrics.token = (secret)");
    }

    @Test
    void parse_keysOfSystems_areTypedAndCheckedWithTheOthers() {
        String text = """
                unisync.translation = amazon
                unisync.translation.key = hunter2
                docstore.bucket = My_Bucket
                smtp.host = mail.example
                outgoing.allow = intern
                http.port = eighty
                """;
        assertThatThrownBy(() -> Configuration.parse("trestle.conf", text, Map.of(), List.of(), Systems.all()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContainingAll(
                        "unisync.translation: with amazon unisync.translation.key is ID:SECRET",
                        "line 3: docstore.bucket must be the name of a bucket",
                        "line 5: outgoing.allow must have a host and a port each",
                        "line 6: http.port must be a whole number")
                .hasMessageNotContaining("hunter2");
        Configuration configuration = Configuration.parse(
                "trestle.conf",
                "unisync.translation = deepl\nunisync.translation.key = hunter2\nunisync.scene-pattern = [A-Z].*",
                Map.of("TRESTLE_UNISYNC_TRANSLATION_URL", "http://localhost:5000", "TRESTLE_DOCSTORE_BUCKET", "ours"),
                List.of(),
                Systems.all());
        UniSyncSettings settings = configuration.get(UniSync.SYSTEM.settings());
        assertThat(settings.translation().service()).isEqualTo(UniSyncSettings.Service.DEEPL);
        assertThat(settings.translation().url()).isEqualTo(URI.create("http://localhost:5000"));
        assertThat(settings.translation().key().reveal()).isEqualTo("hunter2");
        assertThat(configuration.get(Docstore.SYSTEM.buckets().get(0).key())).isEqualTo("ours");
        assertThat(configuration.toString())
                .isEqualTo("docstore.bucket = ours, unisync.scene-pattern = [A-Z].*, unisync.translation = DEEPL,"
                        + " unisync.translation.key = (secret), unisync.translation.url = http://localhost:5000");
        assertProblem("unisync.bucket = ours", Map.of(), "there is no key unisync.bucket");
    }

    @Test
    void reference_ofAllKeys_isAFileThatCanBeRead(@TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("trestle.conf"), Keys.reference(Systems.all()));

        assertThat(Configuration.read(file, Map.of(), List.of(), Systems.all()).toString())
                .isEmpty();
        assertThat(Keys.all(Systems.all()))
                .allSatisfy(key -> assertThat(key.about()).isNotEmpty());
        assertThat(Keys.all(Systems.all()).stream().map(Key::variable)).doesNotHaveDuplicates();
    }

    @Test
    void reference_inTheRepository_isTheOneOfTheKeys() throws Exception {
        if (Boolean.getBoolean("conf.renew")) {
            Files.writeString(Path.of("../docs/trestle.conf"), Keys.reference(Systems.all()));
        }
        assertThat(Files.readString(Path.of("../docs/trestle.conf")))
                .as(
                        "docs/trestle.conf must be what Keys.reference(Systems.all()) says; -Dconf.renew=true writes it anew")
                .isEqualTo(Keys.reference(Systems.all()));
    }

    @Test
    void read_noSuchFile_saysSo() {
        assertThatThrownBy(() -> Configuration.read(Path.of("nowhere.conf"), Map.of(), List.of(), List.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("nowhere.conf cannot be read");
        assertThat(new ConfigException(List.of("a", "b")).problems()).hasSize(2);
    }
}
