package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
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
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.testing.OverTheNetworkToo;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** ShowSets that get another id, with all that belongs to them. */
@OverTheNetworkToo
class RenameTest extends UniSyncTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private Someone admin() {
        return world.user("admin", UserRole.ADMIN);
    }

    /** A ShowSet with so many notes and activities, as other programs may have written them. */
    private void filled(Someone who, String id, int notes, int activities) {
        who.createShowSet(id, "311");
        Instant at = World.MONDAY.minus(Duration.ofDays(1));
        for (int i = 0; i < notes; i++) {
            Instant time = at.plusMillis(i / 3);
            world.store.create(
                    NotesTable.NOTE,
                    new Note(
                            String.format(Locale.ROOT, "note_%06d", i),
                            id,
                            who.userId,
                            "admin",
                            Language.EN,
                            new LocalizedString("Note " + i, "", ""),
                            TranslationStatus.PENDING,
                            List.of(),
                            null,
                            time,
                            time));
        }
        List<Activity> all = new ArrayList<>();
        for (int i = 0; i < activities; i++) {
            all.add(new Activity(
                    String.format(Locale.ROOT, "act_%06d", i),
                    id,
                    who.userId,
                    "admin",
                    ActivityAction.STATUS_CHANGE,
                    new ActivityDetails.StatusChange(
                            StageName.SCREEN, StageStatus.NOT_STARTED, StageStatus.IN_PROGRESS),
                    at.plusMillis(i / 3)));
        }
        world.store.putAll(ActivityTable.ACTIVITY, all);
    }

    private static List<String> all(Someone who, String operation, String path, String id, int limit) {
        List<String> found = new ArrayList<>();
        @Nullable String next = null;
        do {
            String cursor = next == null ? "" : "&cursor=" + URLEncoder.encode(next, StandardCharsets.UTF_8);
            Answer page = who.get(operation, path + "?limit=" + limit + cursor);
            for (JsonNode each : page.data()) {
                found.add(each.path(id).asText());
                assertThat(each.path("showSetId").asText()).isEqualTo("NEW");
            }
            next = page.next();
        } while (next != null);
        return found;
    }

    private static void assertWhole(Someone who, int notes, int activities, int limit) {
        List<String> found = all(who, "listNotes", "/showsets/NEW/notes", "noteId", limit);
        assertThat(found).hasSize(notes).doesNotHaveDuplicates();
        assertThat(found).isSortedAccordingTo((one, other) -> other.compareTo(one));
        List<String> done = all(who, "listActivity", "/showsets/NEW/activity", "activityId", limit);
        // With the ShowSet's creation, and the rename itself.
        assertThat(done).hasSize(activities + 2).doesNotHaveDuplicates();
    }

    private boolean isMoved() {
        return world.store
                .consistent()
                .get(SupportTable.RETIRED_BY_ID.of("OLD"))
                .isEmpty();
    }

    private Answer rename(Someone who, String from, String to) {
        return who.patch("changeShowSet", "/showsets/" + from, Map.of("showSetId", to));
    }

    @Test
    @Tag("once")
    void rename_whileRowsAreMoved_findsEachOnceUnderTheNewId() throws Exception {
        renamed(35, 120, 9);
    }

    @Test
    @Tag("slow")
    void rename_thousandNotesAndFiveThousandActivities_findsEachOnceUnderTheNewId() throws Exception {
        renamed(1000, 5000, 200);
    }

    private void renamed(int notes, int activities, int limit) throws Exception {
        Someone admin = admin();
        filled(admin, "OLD", notes, activities);
        admin.post("startSession", "/sessions/start", Map.of("showSetId", "OLD", "activity", "Looking"))
                .data();
        CountDownLatch half = new CountDownLatch(1);
        CountDownLatch readers = new CountDownLatch(1);
        AtomicInteger steps = new AtomicInteger();
        world.restart(
                client -> Interference.before(client, () -> {
                    if (steps.incrementAndGet() == notes / 2) {
                        half.countDown();
                        readers.await();
                    }
                }),
                options -> options);

        JsonNode renamed = rename(admin, "OLD", "NEW").data();
        assertThat(renamed.path("showSetId").asText()).isEqualTo("NEW");
        assertThat(half.await(60, TimeUnit.SECONDS)).isTrue();
        assertWhole(admin, notes, activities, limit);
        assertThat(admin.get("getShowSet", "/showsets/OLD").code(404)).isEqualTo("NOT_FOUND");
        assertThat(admin.get("listNotes", "/showsets/OLD/notes").code(404)).isEqualTo("NOT_FOUND");
        assertThat(admin.post("createShowSet", "/showsets", Map.of("showSetId", "OLD", "area", "311", "scene", "X"))
                        .code(409))
                .isEqualTo("CONFLICT");
        assertThat(rename(admin, "NEW", "THIRD").code(409)).isEqualTo("CONFLICT");
        // One that is not moved yet, and one that is.
        for (String note : List.of("note_000000", String.format(Locale.ROOT, "note_%06d", notes - 1))) {
            assertThat(admin.get("getNote", "/notes/" + note)
                            .data()
                            .path("showSetId")
                            .asText())
                    .isEqualTo("NEW");
            admin.patch("editNote", "/notes/" + note, Map.of("text", "Edited", "language", "en"))
                    .data();
        }
        readers.countDown();

        await().atMost(PATIENCE).until(this::isMoved);
        List<String> found = all(admin, "listNotes", "/showsets/NEW/notes", "noteId", limit);
        assertThat(found).hasSize(notes).doesNotHaveDuplicates();
        assertThat(all(admin, "listActivity", "/showsets/NEW/activity", "activityId", limit))
                .hasSize(activities + 4)
                .doesNotHaveDuplicates();
        assertThat(admin.get("getMySession", "/sessions/me")
                        .data()
                        .path("showSetId")
                        .asText())
                .isEqualTo("NEW");
        assertThat(admin.get("getNote", "/notes/note_000000")
                        .data()
                        .at("/content/en")
                        .asText())
                .isEqualTo("Edited");
        admin.createShowSet("OLD", "312");
        assertThat(admin.get("listNotes", "/showsets/OLD/notes").data()).isEmpty();
    }

    @Test
    void rename_processDiesInTheMiddle_isFinishedByTheNext() {
        Someone admin = admin();
        filled(admin, "OLD", 20, 90);
        world.restart(client -> Interference.deadAfter(client, 11), options -> options);
        rename(admin, "OLD", "NEW").data();
        await().atMost(PATIENCE).until(() -> notesOf("OLD") == 9);
        assertWhole(admin, 20, 90, 7);

        world.restart(client -> Interference.deadAfter(client, 10), options -> options);
        world.clock.advance(Duration.ofMinutes(2));
        await().atMost(PATIENCE).until(() -> notesOf("OLD") == 0);
        assertWhole(admin, 20, 90, 7);

        world.restart(client -> client, options -> options);
        world.clock.advance(Duration.ofMinutes(2));
        await().atMost(PATIENCE).until(this::isMoved);
        assertWhole(admin, 20, 90, 7);
        assertThat(admin.get("getShowSet", "/showsets/OLD").code(404)).isEqualTo("NOT_FOUND");
    }

    private int notesOf(String id) {
        return world.store
                .consistent()
                .first(NotesTable.NOTES_OF_SHOWSET.of(id), 1000)
                .size();
    }

    @Test
    void rename_readAllTheTime_isCompleteAtEachMoment() {
        Someone admin = admin();
        filled(admin, "OLD", 40, 150);
        rename(admin, "OLD", "NEW").data();
        int reads = 0;
        do {
            assertWhole(admin, 40, 150, 25);
            reads++;
        } while (!isMoved() && reads < 1000);
        assertWhole(admin, 40, 150, 200);
    }

    @Test
    void rename_takenIdOrAnOddOne_isRefused() {
        Someone admin = admin();
        Someone max = world.user("max", UserRole.MODELLER_3D);
        admin.createShowSet("OLD", "311");
        admin.createShowSet("TAKEN", "311");
        JsonNode before = admin.showSet("OLD");
        assertThat(rename(admin, "OLD", "TAKEN").code(409)).isEqualTo("CONFLICT");
        assertThat(rename(admin, "OLD", "").code(400)).isEqualTo("VALIDATION_ERROR");
        assertThat(rename(max, "OLD", "NEW").code(403)).isEqualTo("FORBIDDEN");
        assertThat(rename(admin, "NOWHERE", "NEW").code(404)).isEqualTo("NOT_FOUND");
        assertThat(rename(admin, "OLD", "OLD").data()).isEqualTo(before);
        assertThat(admin.showSet("OLD")).isEqualTo(before);
    }

    @Test
    void rename_itemsOfOtherPrograms_keepWhatTheyKnow() {
        Someone admin = admin();
        filled(admin, "OLD", 1, 0);
        var item = new HashMap<>(world.tables.items(NotesTable.TABLE).get(0));
        item.put("colour", AttributeValue.fromS("red"));
        world.tables.put(NotesTable.TABLE, item);
        rename(admin, "OLD", "NEW").data();
        await().atMost(PATIENCE).until(this::isMoved);
        var moved = world.tables.items(NotesTable.TABLE).get(0);
        assertThat(moved.get("PK").s()).isEqualTo("SHOWSET#NEW");
        assertThat(moved.get("colour").s()).isEqualTo("red");
    }

    @Test
    @Tag("once")
    void rename_twoAtOnce_oneWins() throws Exception {
        Someone admin = admin();
        admin.createShowSet("OLD", "311");
        Set<Integer> statuses = new HashSet<>();
        List<Thread> threads = new ArrayList<>();
        for (String to : List.of("NEW-1", "NEW-2")) {
            Thread thread = new Thread(() -> {
                int status = rename(admin, "OLD", to).status();
                synchronized (statuses) {
                    statuses.add(status);
                }
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(statuses).contains(200).hasSize(2);
        assertThat(admin.get("listShowSets", "/showsets").data()).hasSize(1);
    }
}
