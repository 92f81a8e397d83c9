package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.events.StreamPlace;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UsersTable;
import dev.trestle.testing.OverTheNetworkToo;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is told at once: to whoever listens, and to what looks after other programs' items. */
@OverTheNetworkToo
class LiveTest extends UniSyncTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private record Heard(String type, String id, JsonNode data) {}

    /** Somebody's page. */
    private final class Page implements AutoCloseable {
        final List<Heard> heard = new CopyOnWriteArrayList<>();
        final Stream<String> lines;
        volatile boolean ended;

        Page(Someone who, @Nullable String lastEventId) throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(world.url() + "/unisync/v1/events"))
                    .header("authorization", who.authorization);
            if (lastEventId != null) {
                request.header("last-event-id", lastEventId);
            }
            HttpResponse<Stream<String>> response = HTTP.send(request.build(), BodyHandlers.ofLines());
            assertThat(response.statusCode()).isEqualTo(200);
            lines = response.body();
            Thread thread = new Thread(this::listen);
            thread.setDaemon(true);
            thread.start();
            Awaitility.await().atMost(PATIENCE).until(() -> !heard.isEmpty());
        }

        private void listen() {
            String[] event = {"", "", ""};
            try {
                lines.forEach(line -> {
                    if (line.startsWith("id: ")) {
                        event[0] = line.substring(4);
                    } else if (line.startsWith("event: ")) {
                        event[1] = line.substring(7);
                    } else if (line.startsWith("data: ")) {
                        heard.add(new Heard(event[1], event[0], parsed(line.substring(6))));
                    }
                });
            } catch (RuntimeException closed) {
                // as it is when the connection goes
            }
            ended = true;
        }

        private JsonNode parsed(String json) {
            try {
                return Json.mapper().readTree(json);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }

        Heard await(String type, String field, String value) {
            Awaitility.await()
                    .atMost(PATIENCE)
                    .until(() -> heard.stream().anyMatch(each -> is(each, type, field, value)));
            return heard.stream()
                    .filter(each -> is(each, type, field, value))
                    .findFirst()
                    .orElseThrow();
        }

        private boolean is(Heard each, String type, String field, String value) {
            return each.type().equals(type) && each.data().at(field).asText().equals(value);
        }

        @Override
        public void close() {
            lines.close();
        }
    }

    @Test
    void events_showSetsNotesAndPresence_areTold() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        try (Page page = new Page(dana, null)) {
            assertThat(page.heard.get(0).type()).isEqualTo("ready");
            cora.createShowSet("SS-1", "311");
            Heard created = page.await("showset", "/change", "created");
            assertThat(created.data().at("/showSet/showSetId").asText()).isEqualTo("SS-1");
            cora.stage("SS-1", "screen", Map.of("status", "complete")).data();
            page.await("showset", "/showSet/stages/screen/status", "complete");
            String noteId = cora.post("addNote", "/showsets/SS-1/notes", Map.of("text", "Look", "language", "en"))
                    .data()
                    .path("noteId")
                    .asText();
            Heard note = page.await("note", "/noteId", noteId);
            assertThat(note.data().at("/note/content/en").asText()).isEqualTo("Look");
            cora.post("startSession", "/sessions/start", Map.of("showSetId", "SS-1", "activity", "Looking"))
                    .data();
            page.await("session", "/session/showSetId", "SS-1");
            cora.post("endSession", "/sessions/end", null);
            page.await("session", "/change", "deleted");
        }
    }

    @Test
    @Tag("once")
    void events_cameBack_areToldWhatWasMissed() throws Exception {
        Someone cora = world.user("cora", UserRole.BIM_COORDINATOR);
        String last;
        try (Page page = new Page(cora, null)) {
            cora.createShowSet("SS-1", "311");
            last = page.await("showset", "/showSetId", "SS-1").id();
        }
        cora.createShowSet("SS-2", "311");
        try (Page page = new Page(cora, last)) {
            page.await("showset", "/showSetId", "SS-2");
            assertThat(page.heard.stream()
                            .filter(each ->
                                    each.data().path("showSetId").asText().equals("SS-1")))
                    .isEmpty();
        }
        try (Page page = new Page(cora, "nonsense")) {
            assertThat(page.heard.get(0).type()).isEqualTo("reset");
        }
    }

    @Test
    void events_deactivated_hearsNoMore() throws Exception {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        try (Page page = new Page(dana, null)) {
            admin.patch("changeUser", "/users/usr_dana", Map.of("status", "deactivated"))
                    .data();
            await().atMost(PATIENCE).until(() -> page.ended);
            assertThat(dana.get("getMe", "/me").status()).isEqualTo(403);
        }
    }

    @Test
    void items_writtenByAnotherProgram_getWhatTheyLack() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        world.tables.put(NotesTable.TABLE, note("en", "Hello"));
        await().atMost(PATIENCE)
                .until(() -> admin.get("getNote", "/notes/note_xyz").status() == 200);

        Map<String, AttributeValue> user = new HashMap<>();
        user.put("PK", AttributeValue.fromS("USER#usr_other"));
        user.put("SK", AttributeValue.fromS("PROFILE"));
        user.put("GSI1PK", AttributeValue.fromS("EMAIL#other@example.com"));
        user.put("GSI1SK", AttributeValue.fromS("PROFILE"));
        user.put("userId", AttributeValue.fromS("usr_other"));
        user.put("email", AttributeValue.fromS("other@example.com"));
        user.put("name", AttributeValue.fromS("Other"));
        user.put("role", AttributeValue.fromS("2d_drafter"));
        user.put("status", AttributeValue.fromS("active"));
        user.put("preferredLang", AttributeValue.fromS("en"));
        user.put("cognitoSub", AttributeValue.fromS("sub-other"));
        user.put("canEditVersions", AttributeValue.fromBool(false));
        user.put("createdAt", AttributeValue.fromS("2024-01-15T10:30:00.000Z"));
        user.put("updatedAt", AttributeValue.fromS("2024-01-15T10:30:00.000Z"));
        world.tables.put(UsersTable.TABLE, user);
        await().atMost(PATIENCE)
                .until(() ->
                        admin.get("listNames", "/users/names").data().toString().contains("usr_other"));
        assertThat(admin.post(
                                "createUser",
                                "/users",
                                Map.of("email", "Other@Example.com", "name", "Twin", "role", "admin"))
                        .code(409))
                .isEqualTo("CONFLICT");
    }

    @Test
    void note_writtenByAnotherProgramAsPending_isTranslatedAndItsMentionsFound() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        admin.createShowSet("SS-1", "311");
        world.tables.put(NotesTable.TABLE, note("zh", "软件 @max"));
        await().atMost(PATIENCE).until(() -> mentions(max) == 1);
        await().atMost(PATIENCE).until(() -> traditional(admin).equals("軟體 @max"));
        // English waits for a service, once.
        assertThat(world.store.all(SupportTable.ALL_UNTRANSLATED.of(), 10)).hasSize(1);

        world.tables.put(NotesTable.TABLE, note("zh", "默认 @dana"));
        await().atMost(PATIENCE).until(() -> mentions(dana) == 1 && mentions(max) == 0);
        await().atMost(PATIENCE).until(() -> traditional(admin).equals("預設 @dana"));
        long converted = new Jobs(world.store, SupportTable.JOBS, world.clock)
                .list(Job.State.DONE, 100, null).items().stream()
                        .filter(job -> job.type().equals("convert-note"))
                        .count();
        assertThat(converted).as("jobs for two texts").isLessThanOrEqualTo(2);

        // Written while nobody followed, for so long that the records of it are gone.
        world.restart(
                client -> {
                    world.tables.put(NotesTable.TABLE, note("zh", "程序 @max"));
                    world.store.put(
                            SupportTable.FOLLOWER.entity(),
                            new StreamPlace("support-items", "gone", world.clock.instant()));
                    return client;
                },
                options -> options);
        await().atMost(PATIENCE).until(() -> mentions(max) == 1 && mentions(dana) == 0);
        await().atMost(PATIENCE).until(() -> traditional(admin).equals("程式 @max"));
    }

    private static int mentions(Someone who) {
        return who.get("getMyWork", "/me/work").data().path("mentions").size();
    }

    private static String traditional(Someone who) {
        return who.get("getNote", "/notes/note_xyz").data().at("/content/zh-TW").asText();
    }

    /** A note as the document has it. */
    private static Map<String, AttributeValue> note(String language, String text) {
        Map<String, AttributeValue> content = new HashMap<>();
        List.of("en", "zh", "zh-TW")
                .forEach(each -> content.put(each, AttributeValue.fromS(each.equals(language) ? text : "")));
        Map<String, AttributeValue> note = new HashMap<>();
        note.put("PK", AttributeValue.fromS("SHOWSET#SS-1"));
        note.put("SK", AttributeValue.fromS("NOTE#2024-01-15T10:30:00.000Z#note_xyz"));
        note.put("noteId", AttributeValue.fromS("note_xyz"));
        note.put("showSetId", AttributeValue.fromS("SS-1"));
        note.put("authorId", AttributeValue.fromS("usr_other"));
        note.put("authorName", AttributeValue.fromS("Other"));
        note.put("originalLang", AttributeValue.fromS(language));
        note.put("content", AttributeValue.fromM(content));
        note.put("translationStatus", AttributeValue.fromS("pending"));
        note.put("attachments", AttributeValue.fromL(List.of()));
        note.put("createdAt", AttributeValue.fromS("2024-01-15T10:30:00.000Z"));
        note.put("updatedAt", AttributeValue.fromS("2024-01-15T10:30:00.000Z"));
        return note;
    }
}
