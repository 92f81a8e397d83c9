package dev.trestle.server.installation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.identity.People;
import dev.trestle.server.config.Configuration;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** The administrators' API, over HTTP. */
class AdminApiTest {
    private static final String PASSWORD = "a long enough password";
    private static final String ADMIN = "admin@localhost.local";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path directory;

    @SuppressWarnings("NullAway.Init")
    private static Installation installation;

    @SuppressWarnings("NullAway.Init")
    private static Client admin;

    @BeforeAll
    static void open() throws Exception {
        String text = "http.port = 0\ndynamodb.port = 0\ns3.port = 0\ndata = " + directory.resolve("data");
        installation = Installation.open(new Installation.Start(
                Configuration.parse("test", text, Map.of(), List.of()),
                () -> List.of(Memos.SYSTEM),
                "trestle test",
                false,
                QuickPasswords.COST));
        People.Added added = installation.firstAdministrator().orElseThrow();
        admin = new Client(installation.url());
        admin.signIn(Map.of("email", ADMIN, "password", added.oneTimePassword(), "newPassword", PASSWORD));
    }

    @AfterAll
    static void close() {
        installation.close();
    }

    private static String quoted(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private JsonNode ended(JsonNode begun) throws Exception {
        String path = "/admin/v1/tasks/" + begun.path("taskId").asText();
        await().until(() -> !admin.get(path).path("endedAt").isNull());
        return admin.get(path);
    }

    @Test
    void people_addedChangedAndDisabled_areAsSaid() throws Exception {
        JsonNode added = admin.json(
                "POST",
                "/admin/v1/people",
                Map.of("email", "Ann@x.example", "name", "Ann", "groups", List.of("readers")),
                201);
        String id = added.path("person").path("personId").asText();
        admin.json("POST", "/admin/v1/people", Map.of("email", "bob@x.example", "name", "Bob"), 201);

        assertThat(admin.get("/admin/v1/people?email=AN").path("items").findValuesAsText("email"))
                .containsExactly("ann@x.example");
        assertThat(admin.get("/admin/v1/people?text=nN&limit=1").path("items").findValuesAsText("email"))
                .containsExactly("ann@x.example");
        assertThat(admin.get("/admin/v1/people?text=OB@x").path("items").findValuesAsText("email"))
                .containsExactly("bob@x.example");
        JsonNode first = admin.get("/admin/v1/people?limit=2");
        assertThat(first.path("items").findValuesAsText("email")).containsExactly(ADMIN, "ann@x.example");
        JsonNode second = admin.get(
                "/admin/v1/people?limit=2&cursor=" + quoted(first.path("next").asText()));
        assertThat(second.path("items").findValuesAsText("email")).startsWith("bob@x.example");

        admin.json("PUT", "/admin/v1/people/" + id + "/tenants/acme", Map.of("groups", List.of("editors")), 200);
        assertThat(admin.get("/admin/v1/people/" + id).path("tenants").toString())
                .contains("acme", "editors");
        admin.json("PATCH", "/admin/v1/people/" + id, Map.of("groups", List.of("writers", "readers")), 200);
        assertThat(admin.get("/admin/v1/groups").toString())
                .contains(
                        "{\"group\":\"readers\",\"people\":1}",
                        "{\"group\":\"writers\",\"people\":1}",
                        "\"complete\":true");

        Client ann = new Client(installation.url());
        ann.signIn(Map.of(
                "email",
                "ann@x.example",
                "password",
                added.path("oneTimePassword").asText(),
                "newPassword",
                PASSWORD));
        assertThat(ann.send("GET", "/auth/v1/me", null).statusCode()).isEqualTo(200);
        assertThat(admin.send("POST", "/admin/v1/people/" + id + "/sign-out", null)
                        .statusCode())
                .isEqualTo(204);
        assertThat(ann.send("GET", "/auth/v1/me", null).statusCode()).isEqualTo(401);
        admin.json("PATCH", "/admin/v1/people/" + id, Map.of("status", "DISABLED"), 200);
        assertThat(ann.send("POST", "/auth/v1/sign-in", Map.of("email", "ann@x.example", "password", PASSWORD))
                        .statusCode())
                .isEqualTo(401);
        String own = admin.get("/admin/v1/people?email=" + ADMIN)
                .path("items")
                .get(0)
                .path("personId")
                .asText();
        assertThat(admin.send("PATCH", "/admin/v1/people/" + own, Map.of("status", "DISABLED"))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void person_whoGuessedTooOften_isUnlocked() throws Exception {
        JsonNode added = admin.json("POST", "/admin/v1/people", Map.of("email", "gus@x.example", "name", "Gus"), 201);
        Client gus = new Client(installation.url());
        Map<String, String> wrong = Map.of("email", "gus@x.example", "password", "no");
        await().until(() -> gus.send("POST", "/auth/v1/sign-in", wrong).statusCode() == 429);

        String path =
                "/admin/v1/people/" + added.path("person").path("personId").asText();
        assertThat(admin.send("POST", path + "/unlock", null).statusCode()).isEqualTo(204);

        assertThat(gus.send("POST", "/auth/v1/sign-in", wrong).statusCode()).isEqualTo(401);
    }

    @Test
    void keys_madeAndRevoked_openAndClose() throws Exception {
        ListAppender<ILoggingEvent> written = new ListAppender<>();
        written.start();
        Logger log = (Logger) LoggerFactory.getLogger("dev.trestle.server.administration");
        log.addAppender(written);
        JsonNode made = admin.json(
                "POST", "/admin/v1/keys", Map.of("name", "nightly", "groups", List.of("administrators")), 201);
        log.detachAppender(written);
        assertThat(written.list)
                .singleElement()
                .satisfies(line -> assertThat(line.getKeyValuePairs().toString())
                        .contains("act=\"createKey\"", "about=\"nightly [administrators]\"", "by=\"" + ADMIN + "\"")
                        .doesNotContain(made.path("key").asText()));
        Client program =
                new Client(installation.url(), admin.http, made.path("key").asText());
        JsonNode listed = program.get("/admin/v1/keys");
        assertThat(listed.toString())
                .contains("nightly", ADMIN)
                .doesNotContain(made.path("key").asText());
        assertThat(program.send("POST", "/admin/v1/keys", Map.of("name", "another"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(admin.send("POST", "/admin/v1/keys", Map.of("name", "k", "email", "not@me.example"))
                        .statusCode())
                .isEqualTo(400);

        JsonNode key = listed.path("items").get(0);
        String path = "/admin/v1/people/" + key.path("personId").asText() + "/keys/"
                + key.path("keyId").asText();
        assertThat(admin.send("DELETE", path, null).statusCode()).isEqualTo(204);

        assertThat(program.send("GET", "/admin/v1/keys", null).statusCode()).isEqualTo(401);
    }

    @Test
    void trail_ofWhatWasDone_isSearchedAndExported() throws Exception {
        admin.json("POST", "/admin/v1/tenants", Map.of("tenant", "initech", "name", "Initech"), 201);
        admin.json("PATCH", "/admin/v1/tenants/initech", Map.of("name", "=Initech"), 200);
        JsonNode found = admin.get("/admin/v1/audit?area=TENANT&target=initech&person=" + ADMIN);
        assertThat(found.path("items").findValuesAsText("act")).containsExactly("tenant-renamed", "tenant-made");
        assertThat(found.at("/items/0/before").asText()).contains("\"name\":\"Initech\"");
        assertThat(admin.get("/admin/v1/audit?target=initech&to=2020-01-01").path("items"))
                .isEmpty();
        assertThat(admin.send("GET", "/admin/v1/audit?from=yesterday", null).statusCode())
                .isEqualTo(400);

        String csv =
                admin.send("GET", "/admin/v1/audit/export?target=initech", null).body();
        assertThat(csv.split("\r\n")).hasSize(3);
        assertThat(csv).as("no formula").contains(",'=Initech,");
        String lines = admin.send("GET", "/admin/v1/audit/export?target=initech&format=jsonl", null)
                .body();
        assertThat(lines.strip().split("\n")).hasSize(2).allMatch(line -> line.startsWith("{\"entryId\":"));
        assertThat(admin.get("/admin/v1/audit?area=BACKUP").path("items").findValuesAsText("act"))
                .containsSequence("audit-exported", "audit-exported");
        assertThat(admin.send("DELETE", "/admin/v1/audit", null).statusCode()).isEqualTo(405);
    }

    @Test
    void jobs_doneAndDropped_areListedByState() throws Exception {
        admin.json("POST", "/memos/v1/memos", Map.of("text", "hello"), 201);
        String done = "/admin/v1/jobs/memos?state=DONE";
        await().until(() -> admin.get(done).path("items").size() > 0);

        assertThat(admin.get("/admin/v1/jobs").path("items").toString())
                .isEqualTo("[{\"system\":\"memos\",\"parked\":0,\"moreParked\":false},"
                        + "{\"system\":\"platform\",\"parked\":0,\"moreParked\":false}]");
        await().until(() ->
                admin.get("/admin/v1/jobs/memos?state=WAITING").path("items").isEmpty());
        String path = "/admin/v1/jobs/memos/"
                + admin.get(done).path("items").get(0).path("jobId").asText();
        assertThat(admin.get(path).path("history").findValuesAsText("state"))
                .containsExactly("WAITING", "RUNNING", "DONE");
        assertThat(admin.send("POST", path + "/retry", null).statusCode()).isEqualTo(409);
        assertThat(admin.send("POST", path + "/cancel", null).body()).contains("Only long work is cancelled.");
        assertThat(admin.send("DELETE", path, null).statusCode()).isEqualTo(204);
        assertThat(admin.send("GET", path, null).statusCode()).isEqualTo(404);
        assertThat(admin.send("GET", "/admin/v1/jobs/nothing?state=DONE", null).body())
                .contains("memos");
    }

    @Test
    void tables_backedUpAndRestored_areListed() throws Exception {
        JsonNode tables = admin.get("/admin/v1/storage/tables");
        assertThat(tables.path("items").findValuesAsText("table"))
                .contains("memos", "memos-support", "trestle-platform");
        for (String own : List.of("trestle-platform", "trestle-platform-support", "trestle-audit")) {
            assertThat(admin.send("DELETE", "/admin/v1/storage/tables/" + own, null)
                            .statusCode())
                    .as(own)
                    .isEqualTo(409);
        }
        assertThat(tables.toString()).contains("\"expiry\":\"expiresAt\"", "\"name\":\"GSI1\"");
        JsonNode disk = admin.get("/admin/v1/storage/disk");
        assertThat(disk.path("state").asText()).isIn("ample", "low");
        assertThat(disk.path("freeBytes").asLong()).isPositive();
        assertThat(disk.path("stopBytes").asLong()).isEqualTo(256L << 20);

        JsonNode made = admin.json("POST", "/admin/v1/storage/backups", Map.of("table", "memos", "name", "first"), 201);
        String arn = made.path("arn").asText();
        await().until(() ->
                admin.get("/admin/v1/storage/backups?table=memos").toString().contains("AVAILABLE"));
        assertThat(admin.send("POST", "/admin/v1/storage/restores", Map.of("arn", arn, "table", "memos"))
                        .statusCode())
                .isEqualTo(409);
        admin.json("POST", "/admin/v1/storage/restores", Map.of("arn", arn, "table", "memos-again"), 202);
        await().until(() ->
                admin.get("/admin/v1/storage/tables").findValuesAsText("table").contains("memos-again"));
        assertThat(admin.send("DELETE", "/admin/v1/storage/backups?arn=" + quoted(arn), null)
                        .statusCode())
                .isEqualTo(204);
        assertThat(admin.get("/admin/v1/storage/backups?table=memos").path("items"))
                .isEmpty();
        assertThat(admin.send("POST", "/admin/v1/storage/backups", Map.of("table", "nothing", "name", "first"))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void store_copiedProvedExportedAndImported_isWhatItWas() throws Exception {
        JsonNode copied = ended(admin.json("POST", "/admin/v1/storage/copies", Map.of("name", "one"), 202));
        assertThat(copied.path("state").asText()).as(copied.toString()).isEqualTo("DONE");
        assertThat(directory.resolve("data/backups/one/FORMAT")).exists();
        assertThat(copied.path("total").asLong())
                .isPositive()
                .isEqualTo(copied.path("done").asLong());
        assertThat(directory.resolve("data/backups/one/secret")).exists();
        assertThat(admin.get("/admin/v1/storage/copies").path("items").findValuesAsText("name"))
                .containsExactly("one");
        assertThat(admin.send("POST", "/admin/v1/storage/copies", Map.of("name", "one"))
                        .statusCode())
                .isEqualTo(409);
        assertThat(admin.send("POST", "/admin/v1/storage/copies", Map.of("name", "../one"))
                        .statusCode())
                .isEqualTo(400);

        JsonNode proved = ended(admin.json("POST", "/admin/v1/storage/verify", Map.of(), 202));
        assertThat(proved.path("result").path("problemCount").asInt(-1)).isZero();
        assertThat(proved.path("by").asText()).isEqualTo(ADMIN);

        JsonNode exported = ended(admin.json(
                "POST", "/admin/v1/storage/exports", Map.of("table", "trestle-platform", "name", "out"), 202));
        assertThat(exported.path("result").path("items").asInt()).isPositive();
        JsonNode imported =
                ended(admin.json("POST", "/admin/v1/storage/imports", Map.of("name", "out", "table", "copy"), 202));
        assertThat(imported.path("result").path("items").asInt())
                .isEqualTo(exported.path("result").path("items").asInt());
        assertThat(admin.send("POST", "/admin/v1/storage/exports", Map.of("table", "none", "name", "out"))
                        .statusCode())
                .isEqualTo(404);

        assertThat(admin.send("DELETE", "/admin/v1/storage/copies/one", null).statusCode())
                .isEqualTo(204);
        assertThat(Files.exists(directory.resolve("data/backups/one"))).isFalse();
        assertThat(admin.get("/admin/v1/tasks").path("items").findValuesAsText("kind"))
                .startsWith("import", "export", "verify", "backup");
    }

    @Test
    void metrics_afterWrites_nameTablesIndexesPatternsAndCost() throws Exception {
        admin.json("POST", "/memos/v1/memos", Map.of("text", "hello"), 201);
        String memo = "/admin/v1/metrics";
        JsonNode metrics = admin.get(memo);
        JsonNode memos = series(metrics, "TABLE", "table", "memos");
        assertThat(memos.path("total").path("writeUnits").asDouble()).isGreaterThanOrEqualTo(2);
        assertThat(memos.path("total").path("writtenBytes").asLong()).isPositive();
        assertThat(series(metrics, "INDEX", "index", "GSI1")
                        .path("total")
                        .path("writeUnits")
                        .asDouble())
                .isPositive();
        assertThat(series(metrics, "PATTERN", "pattern", "Write Memo")
                        .path("system")
                        .asText())
                .isEqualTo("memos");
        double writes = metrics.path("total").path("writeUnits").asDouble();
        double reads = metrics.path("total").path("readUnits").asDouble();
        assertThat(metrics.path("total").path("cost").asDouble())
                .isEqualTo((writes * 0.625 + reads * 0.125) / 1e6, Offset.offset(1e-12));
        assertThat(metrics.path("prices").path("region").asText()).isEqualTo("us-east-1");
        assertThat(admin.send("GET", "/metrics", null).body())
                .contains(
                        "# TYPE trestle_table_write_units_total counter",
                        "trestle_table_writes_total{table=\"memos\"}",
                        "trestle_pattern_writes_total{system=\"memos\",pattern=\"Write Memo\"}");
    }

    private static JsonNode series(JsonNode metrics, String kind, String field, String name) {
        for (JsonNode each : metrics.path("series")) {
            if (each.path("kind").asText().equals(kind)
                    && each.path(field).asText().equals(name)) {
                return each;
            }
        }
        throw new AssertionError("no " + kind + " " + name + " in " + metrics.path("series"));
    }
}
