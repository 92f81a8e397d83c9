package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.Json;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityAction;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.LocalizedString;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.StageStatus;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.model.UserStatus;
import dev.trestle.systems.unisync.model.UsersTable;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server is killed with SIGKILL in the middle of the rename of a ShowSet with 1,000 notes and 5,000 activities, and the next one again.
 * After each time, while the last one finishes, and afterwards, all of them are found under the new id, each once.
 *
 * <p><b>To replay a failure</b>: its message names the seed. Run this test with {@code -Dtrestle.crash.seed=<seed>}.
 */
@Tag("once")
@Timeout(300)
class RenameKillTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    /** Several pages and transactions of each; many more of them for many kills. */
    private int notes = 500;

    private int activities = 1000;

    /** Longer than a job belongs to a process that says nothing more. */
    private static final int MINUTES_BETWEEN = 2;

    /** Long enough for everything that is done here. */
    private static final int MINUTES_BEFORE = 60;

    private static final int PAGE = 200;
    private static final int READS_MAX = 1000;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path home;

    @Test
    void rename_killedTwice_isWholeUnderTheNewId() throws Exception {
        checkKilled(Long.getLong("trestle.crash.seed", 4), 2);
    }

    @Test
    @Tag("slow")
    void rename_killedManyTimes_isWholeUnderTheNewId() throws Exception {
        notes = 1000;
        activities = 5000;
        for (int i = 0; i < 5; i++) {
            checkKilled(Long.getLong("trestle.crash.seed", System.nanoTime()) + i, 5);
        }
    }

    private void checkKilled(long seed, int kills) throws Exception {
        Path directory = home.resolve("seed" + seed);
        String where = "seed " + seed;
        System.out.println("rename, killed " + kills + " times: " + where);
        fill(directory);
        Random random = new Random(seed);
        int left = notes; // a transaction moves one of them; activities, in few transactions, come after
        for (int life = 0; life < kills; life++) {
            moveAndKill(directory, life, 1 + random.nextInt(Math.max(1, left * 9 / 10)));
            // Before it all, so that the job is not due yet: what is read stays as it was left.
            try (UniSyncServer server = new UniSyncServer(directory, -MINUTES_BEFORE, client -> client)) {
                int now = notesLeft(server);
                assertThat(now).as(where + ": in the middle").isPositive().isLessThan(left);
                left = now;
                assertWhole(server, where + ", killed with " + left + " notes left");
            }
        }
        try (UniSyncServer server = new UniSyncServer(directory, kills * MINUTES_BETWEEN, client -> client)) {
            int reads = 0;
            do {
                assertWhole(server, where + ", on the way");
                reads++;
            } while (!isMoved(server) && reads < READS_MAX);
            assertThat(isMoved(server)).as(where).isTrue();
            assertWhole(server, where);
            assertThat(send(server.url() + "/showsets/OLD", "GET", null).statusCode())
                    .isEqualTo(404);
        }
    }

    private int notesLeft(UniSyncServer server) {
        return server.store
                .consistent()
                .all(NotesTable.NOTES_OF_SHOWSET.of("OLD"), notes + 1)
                .size();
    }

    /** Lets a server go on with the job until it has carried out so many transactions. */
    private void moveAndKill(Path directory, int life, int transactions) throws Exception {
        try (ChildJvm child =
                ChildJvm.start(home, UniSyncServer.class, directory, life * MINUTES_BETWEEN, transactions)) {
            child.readUntil("listening");
            String url = Objects.requireNonNull(child.readLine());
            if (life == 0) {
                HttpResponse<String> renamed = send(url + "/showsets/OLD", "PATCH", Map.of("showSetId", "NEW"));
                assertThat(renamed.statusCode()).as(renamed.body()).isEqualTo(200);
            }
            child.killAfter(transactions);
        }
    }

    private static boolean isMoved(UniSyncServer server) {
        return server.store
                .consistent()
                .get(SupportTable.RETIRED_BY_ID.of("OLD"))
                .isEmpty();
    }

    private void fill(Path directory) throws Exception {
        Instant at = Instant.now().minus(Duration.ofDays(1));
        try (UniSyncServer server = new UniSyncServer(directory, 0, client -> client)) {
            server.store.create(
                    UsersTable.USER,
                    new User(
                            "usr_admin",
                            UniSyncServer.EMAIL,
                            "admin",
                            UserRole.ADMIN,
                            UserStatus.ACTIVE,
                            Language.EN,
                            "sub",
                            false,
                            at,
                            at));
            Map<String, String> showSet = Map.of("showSetId", "OLD", "area", "311", "scene", "Main Entrance");
            assertThat(send(server.url() + "/showsets", "POST", showSet).statusCode())
                    .isEqualTo(201);
            for (int first = 0; first < notes; first += 20) {
                Transaction some = server.store.transaction();
                for (int i = first; i < first + 20; i++) {
                    some.create(NotesTable.NOTE, note(i, at.plusMillis(i / 3)));
                }
                some.commit();
            }
            server.store.putAll(
                    ActivityTable.ACTIVITY,
                    IntStream.range(0, activities)
                            .mapToObj(i -> activity(i, at.plusMillis(i / 3)))
                            .toList());
        }
    }

    private static Note note(int number, Instant at) {
        return new Note(
                String.format(Locale.ROOT, "note_%06d", number),
                "OLD",
                "usr_admin",
                "admin",
                Language.EN,
                new LocalizedString("Note " + number, "", ""),
                TranslationStatus.PENDING,
                List.of(),
                null,
                at,
                at);
    }

    private static Activity activity(int number, Instant at) {
        return new Activity(
                String.format(Locale.ROOT, "act_%06d", number),
                "OLD",
                "usr_admin",
                "admin",
                ActivityAction.STATUS_CHANGE,
                new ActivityDetails.StatusChange(StageName.SCREEN, StageStatus.NOT_STARTED, StageStatus.IN_PROGRESS),
                at);
    }

    private void assertWhole(UniSyncServer server, String where) throws Exception {
        assertThat(all(server.url() + "/showsets/NEW/notes", "noteId", where))
                .as(where)
                .hasSize(notes)
                .doesNotHaveDuplicates()
                .allMatch(id -> id.startsWith("note_"));
        List<String> done = all(server.url() + "/showsets/NEW/activity", "activityId", where);
        // With the ShowSet's creation, and the rename itself.
        assertThat(done).as(where).hasSize(activities + 2).doesNotHaveDuplicates();
    }

    private static List<String> all(String path, String id, String where) throws Exception {
        List<String> found = new ArrayList<>();
        @Nullable String next = null;
        do {
            String cursor = next == null ? "" : "&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
            HttpResponse<String> page = send(path + "?limit=" + PAGE + cursor, "GET", null);
            assertThat(page.statusCode()).as("%s: %s", where, page.body()).isEqualTo(200);
            JsonNode body = Json.mapper().readTree(page.body());
            for (JsonNode each : body.path("data")) {
                assertThat(each.path("showSetId").asText()).as(where).isEqualTo("NEW");
                found.add(each.path(id).asText());
            }
            next = body.path("next").isNull() ? null : body.path("next").asText();
        } while (next != null);
        return found;
    }

    private static HttpResponse<String> send(String url, String method, @Nullable Object body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(60))
                .header("authorization", "Bearer anybody")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(Json.bytes(body)));
        if (body != null) {
            request.header("content-type", "application/json");
        }
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }
}
