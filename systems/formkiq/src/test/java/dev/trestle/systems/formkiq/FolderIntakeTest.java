package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.settings.SettingsGroup;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a watched folder become documents, one each, whatever they are called and whenever the server ends. */
class FolderIntakeTest {
    private static final int BYTES_MAX = 1_000;

    @TempDir
    Path root;

    private World world;
    private Someone reader;

    @BeforeEach
    void begin() {
        IntakeSettings none = IntakeSettings.none();
        IntakeSettings intake = new IntakeSettings(
                "finance",
                BYTES_MAX,
                new IntakeSettings.Folder(root.toString(), Duration.ofHours(1), Duration.ofSeconds(5), 3),
                none.mailbox());
        FormKiqSettings settings =
                SettingsGroup.of("formkiq", FormKiqSettings.class).defaults();
        world = new World(
                Targets.all().findFirst().orElseThrow(),
                FormKiqSettingsBuilder.builder(settings)
                        .engines(EngineSettings.none().withIntake(intake))
                        .build());
        reader = world.someone("reader", "finance_read");
    }

    @AfterEach
    void close() {
        world.close();
    }

    private void drop(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content, StandardCharsets.UTF_8);
    }

    private void look() throws IOException {
        world.formkiq.lookForFiles();
    }

    /** What is seen twice, five seconds apart, is taken. */
    private void settle() throws IOException {
        look();
        world.clock.advance(Duration.ofSeconds(5));
        look();
    }

    private List<String> documents() throws IOException {
        JsonNode answer = Json.mapper()
                .readTree(reader.raw("GET", "/documents?siteId=finance&limit=100", null)
                        .body());
        List<String> paths = new ArrayList<>();
        answer.path("documents")
                .forEach(each -> paths.add(each.path("path").asText() + " "
                        + each.path("contentType").asText() + " "
                        + each.path("userId").asText()));
        paths.sort(null);
        return paths;
    }

    private List<String> left() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(each -> Files.isRegularFile(each, java.nio.file.LinkOption.NOFOLLOW_LINKS))
                    .map(each -> root.relativize(each).toString().replaceAll("[0-9a-f-]{36}", "ID"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void file_onceItStaysTheSame_isADocumentAndGone() throws IOException {
        drop("offers/March.txt", "the offer");
        look();
        assertThat(documents()).isEmpty();
        drop("offers/March.txt", "the offer, still being written");
        world.clock.advance(Duration.ofSeconds(5));
        look();
        assertThat(documents()).isEmpty();
        world.clock.advance(Duration.ofSeconds(5));
        look();
        assertThat(documents()).containsExactly("offers/March.txt text/plain System");
        assertThat(left()).isEmpty();
        settle();
        assertThat(documents()).hasSize(1);
    }

    @Test
    void sameFileAgain_isAnotherDocument() throws IOException {
        drop("a.txt", "one");
        settle();
        drop("a.txt", "one");
        settle();
        assertThat(documents()).hasSize(2);
        assertThat(left()).isEmpty();
    }

    @Test
    void files_moreThanOneLookTakes_areTakenByTheNext() throws IOException {
        for (int i = 0; i < 7; i++) {
            drop("many/" + i + ".txt", "x");
        }
        settle();
        assertThat(documents()).hasSize(3);
        look();
        assertThat(documents()).hasSize(6);
        look();
        assertThat(documents()).hasSize(7);
    }

    @Test
    void file_takenByAProcessThatEnded_isStillOneDocument() throws IOException {
        // Before its document was made, and after.
        String first = UUID.randomUUID().toString();
        Path own = Files.createDirectories(root.resolve(".taken").resolve(first).resolve("offers"));
        Files.writeString(own.resolve("April.txt"), "the offer");
        look();
        assertThat(documents()).containsExactly("offers/April.txt text/plain System");
        assertThat(left()).isEmpty();
        Files.createDirectories(own);
        Files.writeString(own.resolve("April.txt"), "the offer");
        look();
        assertThat(documents()).hasSize(1);
        assertThat(left()).isEmpty();
    }

    @Test
    void file_withAHostileName_isADocumentWithAPlainOne() throws IOException {
        drop("in\u202etxt.exe\u0007voice.txt", "x");
        drop("a b/x\\..\\secret.txt", "x");
        drop("写真.txt", "x");
        settle();
        assertThat(documents())
                .containsExactly(
                        "a b/x_.._secret.txt text/plain System",
                        "in_txt.exe_voice.txt text/plain System",
                        "写真.txt text/plain System");
    }

    @Test
    void whatIsNoFile_orNotFinished_isLeftAlone() throws IOException {
        Path outside = Files.createTempFile("outside", ".txt");
        Files.writeString(outside, "secret");
        Files.createSymbolicLink(root.resolve("link.txt"), outside);
        drop(".hidden", "x");
        drop(".git/config", "x");
        drop("a.txt.part", "x");
        drop("b.txt~", "x");
        settle();
        assertThat(documents()).isEmpty();
        assertThat(Files.exists(root.resolve("link.txt"))).isTrue();
        assertThat(Files.readString(outside)).isEqualTo("secret");
        Files.delete(outside);
    }

    @Test
    void file_thatIsTooLong_orHasAnotherName_isSetAsideWithTheReason() throws IOException {
        drop("long.txt", "x".repeat(BYTES_MAX + 1));
        Path original = Files.createTempFile("original", ".txt");
        Files.createLink(root.resolve("hard.txt"), original);
        drop("short.txt", "x");
        settle();
        assertThat(documents()).containsExactly("short.txt text/plain System");
        assertThat(left())
                .containsExactly(
                        ".refused/ID/hard.txt",
                        ".refused/ID/long.txt",
                        ".refused/ID/reason.txt",
                        ".refused/ID/reason.txt");
        settle();
        assertThat(left()).hasSize(4);
        Files.delete(original);
    }

    @Test
    void files_whileTheSiteIsClosed_wait() throws IOException {
        Someone admin = world.admin();
        assertThat(admin.raw("POST", "/sites", "{\"site\":{\"id\":\"finance\",\"title\":\"F\"}}")
                        .statusCode())
                .isBetween(200, 299);
        assertThat(admin.raw("PATCH", "/sites/finance", "{\"site\":{\"status\":\"INACTIVE\"}}")
                        .statusCode())
                .isBetween(200, 299);
        drop("a.txt", "x");
        settle();
        look();
        assertThat(left()).containsExactly(".taken/ID/a.txt");
        assertThat(admin.raw("PATCH", "/sites/finance", "{\"site\":{\"status\":\"ACTIVE\"}}")
                        .statusCode())
                .isBetween(200, 299);
        look();
        assertThat(documents()).hasSize(1);
        assertThat(left()).isEmpty();
    }
}
