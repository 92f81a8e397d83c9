package dev.trestle.platform.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.engine.SetClock;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.evolution.Deployment;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.TestDb;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.http.Hosting;
import dev.trestle.platform.http.HttpOptions;
import dev.trestle.platform.http.PlatformServer;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.IdentityOptions;
import dev.trestle.platform.system.Environment;
import dev.trestle.platform.system.Running;
import dev.trestle.platform.table.PlatformTable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The smallest complete system behind a real port. The server's NotebookInstallationTest hosts it with its page and demo. */
class NotebookTest {
    private final SetClock clock = new SetClock(Instant.parse("2031-03-03T10:00:00Z"));
    private final TestDb db = TestDb.open(clock);
    private final HttpClient http = HttpClient.newHttpClient();
    private final Running notebook = open(2);
    private final PlatformServer server = PlatformServer.start(
            HttpOptions.loopback(0),
            Hosting.of(
                    notebook.apis(),
                    List.of(proof -> new Principal(
                            "test",
                            proof.substring("Bearer ".length()),
                            Principal.Proof.TOKEN,
                            null,
                            Set.of(),
                            Map.of()))));

    private Environment<Notebook.Settings> environment() {
        Model model = Notebook.SYSTEM.model();
        ItemStore store = ItemStore.builder(db.client(), model).clock(clock).build();
        store.createTables();
        ItemStore accounts =
                ItemStore.builder(db.client(), PlatformTable.MODEL).clock(clock).build();
        accounts.createTables();
        return Environment.of(
                Notebook.SYSTEM,
                store,
                new Deployment(model, db.client(), Table::name, clock),
                db.streamsClient(),
                Identity.open(
                        accounts, IdentityOptions.of("http://here.test/auth/v1", new byte[32], clock), List.of()));
    }

    private Running open(int notesMax) {
        Environment<Notebook.Settings> environment = environment();
        return Notebook.SYSTEM.opening().orElseThrow().apply(environment.withSettings(new Notebook.Settings(notesMax)));
    }

    @AfterEach
    void stop() {
        server.close();
        notebook.close();
        db.close();
    }

    private HttpResponse<byte[]> send(String who, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/notebook/v1" + path))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!who.isEmpty()) {
            request.header("authorization", "Bearer " + who);
        }
        if (!body.isEmpty()) {
            request.header("content-type", "application/json");
        }
        return http.send(request.build(), BodyHandlers.ofByteArray());
    }

    private static JsonNode json(HttpResponse<byte[]> answer) throws IOException {
        return Json.mapper().readTree(answer.body());
    }

    private String add(String who, String text) throws IOException, InterruptedException {
        HttpResponse<byte[]> made = send(who, "POST", "/notes", "{\"text\": \"" + text + "\"}");
        assertThat(made.statusCode()).isEqualTo(201);
        return json(made).path("noteId").asText();
    }

    @Test
    void note_addedReadAndDeleted_isItsOwnersAlone() throws Exception {
        String id = add("ann", "Buy milk and bread");

        assertThat(json(send("ann", "GET", "/notes/" + id, "")).path("text").asText())
                .isEqualTo("Buy milk and bread");
        assertThat(send("ben", "GET", "/notes/" + id, "").statusCode()).isEqualTo(404);
        assertThat(send("", "GET", "/notes/" + id, "").statusCode()).isEqualTo(401);
        assertThat(send("ben", "DELETE", "/notes/" + id, "").statusCode()).isEqualTo(404);

        assertThat(send("ann", "DELETE", "/notes/" + id, "").statusCode()).isEqualTo(204);
        assertThat(json(send("ann", "GET", "/notes", "")).path("items")).isEmpty();
    }

    @Test
    void note_added_isCountedByAJob() throws Exception {
        String id = add("ann", "one two three");

        await().untilAsserted(() -> assertThat(json(send("ann", "GET", "/notes/" + id, ""))
                        .path("words")
                        .asInt())
                .isEqualTo(3));
    }

    @Test
    void request_thatBreaksAConstraint_isRefusedByField() throws Exception {
        assertThat(new String(send("ann", "POST", "/notes", "{\"text\": \"\"}").body()))
                .isEqualTo("{\"error\":\"text: must not be empty\"}");
        assertThat(new String(send("ann", "POST", "/notes", "{\"txt\": \"a\"}").body()))
                .isEqualTo("{\"error\":\"text: is missing\"}");
        assertThat(new String(send("ann", "GET", "/notes?limit=0", "").body()))
                .isEqualTo("{\"error\":\"limit: must be from 1 to 200\"}");
        assertThat(new String(send("ann", "GET", "/notes?limit=many", "").body()))
                .isEqualTo("{\"error\":\"limit: must be a whole number\"}");
    }

    @Test
    void change_startedFromAnotherVersion_isRefused() throws Exception {
        String id = add("ann", "first");
        HttpResponse<byte[]> refused = http.send(
                HttpRequest.newBuilder(URI.create(server.url() + "/notebook/v1/notes/" + id))
                        .DELETE()
                        .header("authorization", "Bearer ann")
                        .header("if-match", "\"another\"")
                        .build(),
                BodyHandlers.ofByteArray());

        assertThat(refused.statusCode()).isEqualTo(412);
        assertThat(send("ann", "GET", "/notes/" + id, "").statusCode()).isEqualTo(200);
    }

    @Test
    void note_beyondWhatIsConfigured_isRefused() throws Exception {
        add("ann", "one");
        add("ann", "two");

        HttpResponse<byte[]> third = send("ann", "POST", "/notes", "{\"text\": \"three\"}");
        assertThat(third.statusCode()).isEqualTo(409);
        assertThat(json(third).path("error").asText()).isEqualTo("You have 2 notes already. Delete one first.");
    }

    @Test
    void architecture_codeOfTheExample_isItsSource() throws Exception {
        String source = Files.readString(Path.of("src/test/java/dev/trestle/platform/notebook/Notebook.java"));
        String section = Files.readString(Path.of("../ARCHITECTURE.md"))
                .split("## What a new system has to write", 2)[1]
                .split("\n## ", 2)[0];
        Matcher code = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL).matcher(section);
        int blocks = 0;
        while (code.find()) {
            assertThat(source).containsIgnoringWhitespaces(code.group(1));
            blocks++;
        }
        assertThat(blocks).isEqualTo(5);
    }

    @Test
    void document_ofDeclaredOperations_hasWhatFollowsFromThem() throws Exception {
        JsonNode document = json(send("", "GET", "/openapi.json", ""));
        JsonNode add = document.at("/paths/~1notes/post");

        assertThat(add.path("operationId").asText()).isEqualTo("addNote");
        assertThat(add.path("x-right").asText()).isEqualTo("EVERYBODY");
        assertThat(add.path("responses").fieldNames())
                .toIterable()
                .containsExactly("201", "400", "401", "403", "409", "413", "415", "422", "429", "503", "504");
        assertThat(document.at("/components/schemas/NewNoteRequest/properties/text/maxLength")
                        .asInt())
                .isEqualTo(5000);
        assertThat(document.at("/paths/~1notes/get/parameters/0/schema/default").asInt())
                .isEqualTo(50);
        assertThat(document.at("/paths/~1notes~1{noteId}/delete/responses/204").isMissingNode())
                .isFalse();
    }
}
