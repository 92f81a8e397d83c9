package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Csv;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UserRole;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Imports as long work: a file is sent, previewed, imported and reported on; an edited export changes what was edited. */
class ImportTest extends UniSyncTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String NEW = "showSetId,area,scene\n";

    /** Announces a file and sends it, and gives the path of the import. */
    private static String upload(Someone who, byte[] file) throws Exception {
        JsonNode announced = who.post("announceImport", "/imports", Map.of("fileName", "showsets.csv"))
                .data();
        HttpRequest.Builder put = HttpRequest.newBuilder(
                        URI.create(announced.path("uploadUrl").asText()))
                .PUT(BodyPublishers.ofByteArray(file));
        announced.path("headers").properties().forEach(each -> {
            if (!each.getKey().equalsIgnoreCase("host")) {
                put.header(each.getKey(), each.getValue().asText());
            }
        });
        assertThat(HTTP.send(put.build(), BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        return "/imports/" + announced.path("importId").asText();
    }

    static String upload(Someone who, String file) throws Exception {
        return upload(who, file.getBytes(StandardCharsets.UTF_8));
    }

    private static JsonNode preview(Someone who, String path) {
        return who.get("previewImport", path + "/preview").data();
    }

    static String start(Someone who, String path) {
        return who.post("startImport", path + "/start", null)
                .data()
                .path("workId")
                .asText();
    }

    static JsonNode ended(Someone who, String workPath) {
        return await().atMost(LIMIT)
                .until(
                        () -> who.get("getWork", workPath).data(),
                        work -> !work.path("endedAt").isNull());
    }

    private static JsonNode done(Someone who, String path) {
        JsonNode work = ended(who, "/work/" + start(who, path));
        assertThat(work.path("state").asText()).as("%s", work).isEqualTo("DONE");
        return work.at("/result/rows");
    }

    private String text(Someone who, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(world.url() + "/unisync/v1" + path))
                .header("authorization", who.authorization)
                .build();
        return HTTP.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8)).body();
    }

    private static List<String> outcomes(JsonNode preview) {
        List<String> outcomes = new ArrayList<>();
        preview.path("lines")
                .forEach(line -> outcomes.add(line.path("row").asInt() + " "
                        + line.path("outcome").asText() + " "
                        + codes(line.path("problems"))));
        return outcomes;
    }

    private static String codes(JsonNode problems) {
        List<String> codes = new ArrayList<>();
        problems.forEach(each -> codes.add(
                each.path("column").asText("") + ":" + each.path("code").asText()));
        return String.join(",", codes);
    }

    @Test
    void import_ofRowsOfAllKinds_doesWhatThePreviewSays() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        cora.createShowSet("SS-1", "311");
        String file = NEW.replace("scene", "scene,screen,drawingVersion")
                + "SS-2,311,Atrium,complete,\nSS-1,311,Other,,\nSS-3,313,A,,\nSS-2,311,A,,\nSS-4,312,B,,7\n,311,C,,\n";
        String path = upload(cora, file);
        assertThat(cora.get("getImport", path).data().path("state").asText())
                .as("the first read after the PUT")
                .isEqualTo("READY");

        JsonNode preview = preview(cora, path);

        assertThat(outcomes(preview))
                .containsExactly(
                        "2 CREATE ",
                        "3 REFUSED showSetId:taken",
                        "4 REFUSED area:area-unknown",
                        "5 REFUSED showSetId:twice",
                        "6 REFUSED drawingVersion:version-not-yours",
                        "7 REFUSED showSetId:id-form");
        assertThat(preview.path("create").asInt()).isEqualTo(1);
        assertThat(preview.path("refused").asInt()).isEqualTo(5);
        assertThat(outcomes(cora.get("previewImport", path + "/preview?outcome=REFUSED&skip=3&limit=1")
                        .data()))
                .containsExactly("6 REFUSED drawingVersion:version-not-yours");
        assertThat(max.get("getImport", path).code(403)).isEqualTo("FORBIDDEN");

        JsonNode rows = done(cora, path);

        assertThat(rows.path("created").asInt()).isEqualTo(1);
        assertThat(rows.path("refused").asInt()).isEqualTo(5);
        assertThat(cora.showSet("SS-2").at("/stages/screen/status").asText()).isEqualTo("complete");
        assertThat(text(cora, path + "/report").lines().toList())
                .hasSize(7)
                .first()
                .isEqualTo("\uFEFFrow,showSetId,outcome,changed,problems");
        assertThat(text(cora, path + "/report"))
                .contains("2,SS-2,create,,")
                .contains("4,SS-3,refused,,area: must be 311 or 312");
        assertThat(cora.post("startImport", path + "/start", null).code(409)).isEqualTo("CONFLICT");
        Someone other = world.user("other", UserRole.ADMIN);
        for (String each : List.of("", "/preview", "/report")) {
            assertThat(other.get(
                                    each.isEmpty()
                                            ? "getImport"
                                            : each.equals("/preview") ? "previewImport" : "getImportReport",
                                    path + each)
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void import_ofAnEditedExport_changesEditedCellsAndNothingElse() throws Exception {
        Someone cora = world.user("cora", UserRole.ADMIN);
        cora.post(
                        "createShowSet",
                        "/showsets",
                        Map.of(
                                "showSetId", "SS-1",
                                "area", "311",
                                "scene", "007",
                                "description", Map.of("en", "=1+1", "zh", "'quoted", "zh-TW", "two\r\n\"lines\""),
                                "vmList", List.of(Map.of("id", "VM;1", "name", "a: b; c"), Map.of("id", "V\\2:"))))
                .data();
        List.of("SS-2", "SS-3", "SS-4").forEach(id -> cora.createShowSet(id, "312"));
        JsonNode before = cora.showSet("SS-1");
        String exported = text(cora, "/export");
        assertThat(exported).startsWith("\uFEFFshowSetId,").contains(",'007,'=1+1,''quoted,");

        assertThat(done(cora, upload(cora, exported)).path("unchanged").asInt()).isEqualTo(4);
        assertThat(cora.showSet("SS-1")).isEqualTo(before);

        // As another spreadsheet writes it: semicolons, other line ends, quotes around everything.
        cora.stage("SS-3", "screen", Map.of("status", "in_progress")).data();
        cora.stage("SS-4", "screen", Map.of("status", "in_progress")).data();
        String edited = asSpreadsheet(exported)
                .replaceFirst("\"SS-2\";\"312\";\"Main Entrance\"", "\"SS-2\";\"312\";\"Atrium; big\"")
                .replaceFirst("\"SS-3\";\"312\";\"Main Entrance\"", "\"SS-3\";\"312\";\"Mine\"");
        String path = upload(cora, edited);

        assertThat(outcomes(preview(cora, path)))
                .containsExactly("2 UNCHANGED ", "3 UPDATE ", "4 CONFLICT :conflict", "5 UNCHANGED ");
        JsonNode rows = done(cora, path);

        assertThat(rows.path("updated").asInt()).isEqualTo(1);
        assertThat(rows.path("conflicts").asInt()).isEqualTo(1);
        assertThat(cora.showSet("SS-1")).isEqualTo(before);
        assertThat(cora.showSet("SS-2").path("scene").asText()).isEqualTo("Atrium; big");
        assertThat(cora.showSet("SS-3").path("scene").asText())
                .as("not overwritten")
                .isEqualTo("Main Entrance");
        assertThat(cora.showSet("SS-3").at("/stages/screen/status").asText()).isEqualTo("in_progress");
        assertThat(text(cora, path + "/report"))
                .contains("3,SS-2,update,scene,")
                .contains("4,SS-3,conflict,scene screen,");
    }

    /** Semicolons, every cell in quotes, and line feeds alone. */
    private static String asSpreadsheet(String csv) {
        return Csv.parse(csv.substring(1), Csv.Limits.ofRows(100)).stream()
                .map(row -> row.cells().stream()
                        .map(cell -> '"' + guarded(cell).replace("\"", "\"\"").replace("\r\n", "\n") + '"')
                        .collect(Collectors.joining(";")))
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static String guarded(String cell) {
        return cell.matches("(?s)[=+@'-].*|007") ? "'" + cell : cell;
    }

    @Test
    void import_ofStagesAndVersions_followsTheRulesOfTheBoard() throws Exception {
        Someone cora = world.user("cora", UserRole.ADMIN);
        List.of("SS-1", "SS-2", "SS-3").forEach(id -> cora.createShowSet(id, "311"));
        cora.post("lockShowSet", "/showsets/SS-3/lock", null).data();
        String edited = text(cora, "/export")
                .replaceFirst("(SS-1,.*?)not_started(.*?),1,1,1,", "$1in_progress$2,1,4,1,")
                .replaceFirst("(SS-2,.*?)not_started", "$1revision_required")
                .replaceFirst("(SS-3,.*?)not_started", "$1in_progress");
        String path = upload(cora, edited);

        assertThat(outcomes(preview(cora, path)))
                .containsExactly("2 UPDATE ", "3 REFUSED screen:needs-note", "4 REFUSED :invalid");
        done(cora, path);

        JsonNode first = cora.showSet("SS-1");
        assertThat(first.at("/stages/screen/status").asText()).isEqualTo("in_progress");
        assertThat(first.path("revitVersion").asInt()).isEqualTo(4);
        assertThat(first.at("/versionHistory/0/version").asInt()).isEqualTo(4);
        assertThat(cora.get("listActivity", "/showsets/SS-1/activity").data()).hasSize(3);
    }

    @Test
    void import_ofWhatIsNoTable_isRefusedWithTheReason() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Map<String, byte[]> files = Map.of(
                "no-table", new byte[] {(byte) 0xff, (byte) 0xfe, 'a', 0},
                "unknown-column", "showSetId,area,scene,colour\n".getBytes(StandardCharsets.UTF_8),
                "no-columns", new byte[] {'\n'});
        for (Map.Entry<String, byte[]> each : files.entrySet()) {
            String path = upload(cora, each.getValue());
            assertThat(preview(cora, path).at("/problems/0/code").asText()).isEqualTo(each.getKey());
            assertThat(cora.post("startImport", path + "/start", null).status()).isEqualTo(422);
        }
        String rows = IntStream.rangeClosed(0, 10_000)
                .mapToObj(i -> "S" + i + ",311,A\n")
                .collect(Collectors.joining());
        for (String tooLarge :
                List.of(NEW + rows, "a,".repeat(65) + "\n", NEW + "SS-1,311," + "x".repeat(100_001) + "\n")) {
            assertThat(preview(cora, upload(cora, tooLarge))
                            .at("/problems/0/message")
                            .asText())
                    .contains("more than");
        }
        String large = upload(cora, new byte[10 * 1024 * 1024 + 1]);
        JsonNode refused = cora.get("getImport", large).data();
        assertThat(refused.path("state").asText()).isEqualTo("REFUSED");
        assertThat(refused.path("refusal").asText()).isEqualTo("TOO_LARGE");
        assertThat(cora.get("previewImport", large + "/preview").code(409)).isEqualTo("CONFLICT");
    }

    @Test
    void import_cancelledHalfWay_keepsWhatIsDoneAndReportsIt() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        CountDownLatch cancelled = new CountDownLatch(1);
        AtomicInteger steps = new AtomicInteger();
        // The third transaction that creates ShowSets waits for the cancel.
        world.restart(
                client -> Interference.beforeWriting(client, "SHOWSET#S", () -> {
                    if (steps.incrementAndGet() == 3) {
                        assertThat(cancelled.await(60, TimeUnit.SECONDS)).isTrue();
                    }
                }),
                options -> options);
        String path = upload(
                cora,
                NEW + IntStream.range(0, 60).mapToObj(i -> "S" + i + ",311,A\n").collect(Collectors.joining()));
        String work = start(cora, path);
        await().atMost(LIMIT).until(() -> steps.get() == 3);
        cora.post("cancelWork", "/work/" + work + "/cancel", null).data();
        cancelled.countDown();

        JsonNode ended = ended(cora, "/work/" + work);

        assertThat(ended.path("state").asText()).isEqualTo("CANCELLED");
        assertThat(ended.at("/result/rows/created").asInt()).isEqualTo(30);
        assertThat(cora.get("listShowSets", "/showsets").data()).hasSize(30);
        assertThat(text(cora, path + "/report").lines()).hasSize(31);
    }

    @Test
    void start_moreThanMayRunTogether_isRefused() throws Exception {
        List<Someone> people = new ArrayList<>();
        for (String name : List.of("ann", "bob", "cid", "dan")) {
            people.add(world.user(name, UserRole.BIM_COORDINATOR));
        }
        CountDownLatch released = new CountDownLatch(1);
        world.restart(
                client -> Interference.beforeWriting(
                        client,
                        "SHOWSET#S",
                        () -> assertThat(released.await(60, TimeUnit.SECONDS)).isTrue()),
                options -> options);
        List<String> begun = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            begun.add(start(people.get(i), upload(people.get(i), NEW + "S" + i + ",311,A\n")));
        }
        String fourth = upload(people.get(3), NEW + "S4,311,A\n");

        assertThat(people.get(3).post("startImport", fourth + "/start", null).status())
                .isEqualTo(429);
        released.countDown();
        for (int i = 0; i < 3; i++) {
            ended(people.get(i), "/work/" + begun.get(i));
        }
        done(people.get(3), fourth);
    }

    @Test
    void template_isTheColumnsOfTheExport() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);

        assertThat(text(cora, "/import/template")).isEqualTo(text(cora, "/export"));
    }
}
