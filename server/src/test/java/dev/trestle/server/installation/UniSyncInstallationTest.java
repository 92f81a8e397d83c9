package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.EngineOptions;
import dev.trestle.sdk.TrestleDb;
import dev.trestle.server.browser.Demonstration;
import dev.trestle.server.config.Configuration;
import dev.trestle.server.systems.Systems;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** UniSync as {@code ./trestle serve} hosts it: the first administrator makes people, they work on the board, and all of it stays. */
class UniSyncInstallationTest {
    private static final String PASSWORD = "a long enough password";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    private Installation open(boolean demo) {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory + "\n";
        return Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), Systems.all()),
                () -> Demonstration.systems(Set.of("unisync")),
                "trestle test",
                demo,
                QuickPasswords.COST));
    }

    private static Client signedIn(Installation installation, String email, String oneTime, String password)
            throws Exception {
        Client client = new Client(installation.url());
        client.signIn(Map.of("email", email, "password", oneTime, "newPassword", password));
        return client;
    }

    @Test
    void uniSync_hostedByTheServer_worksAndOutlivesARestart() throws Exception {
        String oneTime;
        try (Installation installation = open(false)) {
            var first = installation.firstAdministrator().orElseThrow();
            Client admin = signedIn(installation, first.person().email(), first.oneTimePassword(), PASSWORD);
            assertThat(admin.get("/unisync/v1/me").at("/data/role").asText()).isEqualTo("admin");
            JsonNode added = admin.json(
                    "POST",
                    "/unisync/v1/users",
                    Map.of("email", "max@example.com", "name", "Max", "role", "3d_modeller"),
                    201);
            oneTime = added.at("/data/oneTimePassword").asText();
            admin.json(
                    "POST",
                    "/unisync/v1/showsets",
                    Map.of("showSetId", "SS-311-001", "area", "311", "scene", "Main Entrance"),
                    201);
        }
        try (Installation installation = open(false)) {
            Client max = signedIn(installation, "max@example.com", oneTime, PASSWORD);
            JsonNode moved = max.json(
                    "PUT", "/unisync/v1/showsets/SS-311-001/stage/screen", Map.of("status", "in_progress"), 200);
            assertThat(moved.at("/data/stages/screen/status").asText()).isEqualTo("in_progress");
            assertThat(max.send("PUT", "/unisync/v1/showsets/SS-311-001/stage/drawing2d", Map.of("status", "complete"))
                            .statusCode())
                    .isEqualTo(403);
            assertThat(max.get("/unisync/v1/showsets?area=311").path("data")).hasSize(1);
            assertThat(max.get("/unisync/v1/openapi.json").at("/info/title").asText())
                    .isEqualTo("UniSync");
            assertThat(new Client(installation.url())
                            .send("GET", "/unisync/v1/showsets", null)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void uniSync_tablesOfOtherNames_areMadeAndUsed() throws Exception {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory
                + "\ntables = unisync-showsets=prod-showsets, unisync-support=prod-support\n"
                + "unisync.showset-id-pattern = SS-.*\n";
        try (Installation installation = Installation.openLoaded(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of(), Systems.all()),
                Systems::all,
                "trestle test",
                false,
                QuickPasswords.COST))) {
            var first = installation.firstAdministrator().orElseThrow();
            Client admin = signedIn(installation, first.person().email(), first.oneTimePassword(), PASSWORD);
            Map<String, String> wrong = Map.of("showSetId", "X", "area", "311", "scene", "Main Entrance");
            assertThat(admin.send("POST", "/unisync/v1/showsets", wrong).statusCode())
                    .isEqualTo(400);
            admin.json(
                    "POST",
                    "/unisync/v1/showsets",
                    Map.of("showSetId", "SS-1", "area", "311", "scene", "Main Entrance"),
                    201);
            assertThat(admin.get("/unisync/v1/settings")
                            .at("/data/showSetIdPattern")
                            .asText())
                    .isEqualTo("SS-.*");
            for (Map<String, ?> question : List.<Map<String, ?>>of(
                    Map.of("kind", "SCAN", "table", "unisync-showsets"),
                    Map.of("kind", "PARTIQL", "statement", "SELECT * FROM \"prod-showsets\""))) {
                assertThat(admin.json("POST", "/console/v1/systems/unisync/read", question, 200)
                                .path("rows"))
                        .as("the console finds it: %s", question)
                        .hasSize(1);
            }
        }
        try (TrestleDb db = TrestleDb.open(EngineOptions.directory(directory))) {
            assertThat(db.client().listTables().tableNames())
                    .contains("prod-showsets", "prod-support", "unisync-users")
                    .doesNotContain("unisync-showsets", "unisync-support");
            assertThat(db.client()
                            .scan(request -> request.tableName("prod-showsets"))
                            .items())
                    .hasSize(1);
        }
    }

    @Test
    void attachment_objectsAtAnotherOrigin_policyAndBucketLetThePageSendIt() throws Exception {
        String ports = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = ";
        System.setProperty("aws.accessKeyId", "far");
        System.setProperty("aws.secretAccessKey", "away");
        try (Installation other = Installation.openLoaded(new Installation.Start(
                        Configuration.parse(
                                "test",
                                ports + directory.resolve("other") + "\naccess-keys = far:away",
                                Map.of(),
                                List.of()),
                        List::of,
                        "trestle test",
                        false,
                        QuickPasswords.COST));
                Installation installation = Installation.openLoaded(new Installation.Start(
                        Configuration.parse(
                                "test",
                                ports + directory.resolve("own") + "\nobjects = s3\nobjects.endpoint = "
                                        + other.s3Url().orElseThrow(),
                                Map.of(),
                                List.of()),
                        () -> Demonstration.systems(Set.of("unisync")),
                        "trestle test",
                        true,
                        QuickPasswords.COST))) {
            String s3 = other.s3Url().orElseThrow();
            Client bo = new Client(installation.url());
            bo.signIn(Map.of("email", "bo@demo.localhost", "password", Installation.DEMO_PASSWORD));
            assertThat(policy(bo.send("GET", "/", null)))
                    .contains("connect-src 'self' " + s3 + ";", "img-src 'self' blob: " + s3 + ";");
            assertThat(policy(new Client(other.url()).send("GET", "/", null)))
                    .contains("connect-src 'self';", "img-src 'self' blob:;");

            String note = bo.get("/unisync/v1/showsets/SS-311-001/notes")
                    .at("/data/0/noteId")
                    .asText();
            JsonNode upload = bo.json(
                            "POST",
                            "/unisync/v1/notes/" + note + "/attachments",
                            Map.of("fileName", "plan.pdf", "mimeType", "application/pdf", "fileSize", 9),
                            201)
                    .path("data");
            URI address = URI.create(upload.path("uploadUrl").asText());
            assertThat(address.toString()).startsWith(s3 + "/");
            // As a browser does, before it sends what a page wants sent to another origin.
            assertThat(preflight(address, installation.publicUrl())).isEqualTo(200);
            assertThat(preflight(address, "https://elsewhere.example")).isEqualTo(403);
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    private static String policy(HttpResponse<String> page) {
        return page.headers().firstValue("content-security-policy").orElseThrow();
    }

    private static int preflight(URI address, String origin) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(address)
                                .method("OPTIONS", BodyPublishers.noBody())
                                .header("origin", origin)
                                .header("access-control-request-method", "PUT")
                                .header("access-control-request-headers", "content-type")
                                .build(),
                        BodyHandlers.ofString());
        if (answer.statusCode() == 200) {
            assertThat(answer.headers().firstValue("access-control-allow-origin"))
                    .contains(origin);
            assertThat(answer.headers().firstValue("access-control-allow-headers"))
                    .contains("content-type");
        }
        return answer.statusCode();
    }

    @Test
    void demo_ofUniSync_hasShowSetsInAllStatesAndSomebodyOfEachRole() throws Exception {
        try (Installation installation = open(true)) {
            Map<String, String> roles =
                    Map.of("ulla", "admin", "bo", "bim_coordinator", "mei", "3d_modeller", "dan", "2d_drafter");
            for (String login : roles.keySet()) {
                Client client = new Client(installation.url());
                client.signIn(Map.of("email", login + "@demo.localhost", "password", Installation.DEMO_PASSWORD));
                assertThat(client.get("/unisync/v1/me").at("/data/role").asText())
                        .isEqualTo(roles.get(login));
            }
            Client bo = new Client(installation.url());
            bo.signIn(Map.of("email", "bo@demo.localhost", "password", Installation.DEMO_PASSWORD));
            JsonNode board = bo.get("/unisync/v1/showsets").path("data");
            assertThat(board).hasSize(40);
            for (String status : List.of(
                    "not_started",
                    "in_progress",
                    "complete",
                    "on_hold",
                    "client_review",
                    "engineer_review",
                    "revision_required")) {
                assertThat(bo.get("/unisync/v1/showsets?status=" + status).path("data"))
                        .as(status)
                        .isNotEmpty();
            }
            assertThat(bo.get("/unisync/v1/activity/recent?days=30&limit=200").path("data"))
                    .hasSize(200);
            JsonNode note = bo.get("/unisync/v1/showsets/SS-311-001/notes").at("/data/0");
            assertThat(note.path("translationStatus").asText()).isEqualTo("complete");
            assertThat(note.path("content"))
                    .allSatisfy(text -> assertThat(text.asText()).isNotEmpty());
            String attachment = "/unisync/v1/notes/" + note.path("noteId").asText() + "/attachments/"
                    + note.at("/attachments/0/id").asText();
            String url = bo.get(attachment).at("/data/url").asText();
            assertThat(HttpClient.newHttpClient()
                            .send(HttpRequest.newBuilder(URI.create(url)).build(), BodyHandlers.ofByteArray())
                            .body())
                    .hasSize(note.at("/attachments/0/fileSize").asInt());
        }
    }
}
