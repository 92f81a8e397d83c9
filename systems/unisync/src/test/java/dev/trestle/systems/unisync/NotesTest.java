package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.jobs.Job;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.Language;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.systems.unisync.translation.ChineseScripts;
import dev.trestle.systems.unisync.translation.Translator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class NotesTest extends UniSyncTest {
    private static Map<String, String> text(String text, String language) {
        return Map.of("text", text, "language", language);
    }

    /** Says in which language it would be; fails as often as it is told, and waits where it is told. */
    private static final class Service implements Translator {
        final AtomicInteger failures = new AtomicInteger();
        final Semaphore arrived = new Semaphore(0);
        volatile @Nullable CountDownLatch gate;

        @Override
        public boolean can(Language from, Language to) {
            return true;
        }

        @Override
        public String translate(String text, Language from, Language to) throws Exception {
            CountDownLatch waiting = gate;
            if (waiting != null) {
                arrived.release();
                waiting.await();
            }
            if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                throw new IllegalStateException("out of service");
            }
            return text + " in " + to;
        }
    }

    private Service withService() {
        world.close();
        Service service = new Service();
        world = new World(target, Options.standard().withTranslator(service));
        return service;
    }

    private JsonNode awaitStatus(Someone who, String noteId, String status, Duration step) {
        await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    world.clock.advance(step);
                    return who.get("getNote", "/notes/" + noteId)
                            .data()
                            .path("translationStatus")
                            .asText()
                            .equals(status);
                });
        return who.get("getNote", "/notes/" + noteId).data();
    }

    @Test
    void notes_addedEditedDeleted_areTheirAuthors() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        Someone dana = world.user("dana", UserRole.DRAFTER_2D);
        admin.createShowSet("SS-1", "311");
        Answer added = max.post("addNote", "/showsets/SS-1/notes", text("Look at this", "en"));
        assertThat(added.status()).isEqualTo(201);
        JsonNode note = added.data();
        assertThat(note.path("authorName").asText()).isEqualTo("max");
        assertThat(note.at("/content/zh-TW").asText()).isEmpty();
        assertThat(note.path("translationStatus").asText()).isEqualTo("pending");
        String path = "/notes/" + note.path("noteId").asText();
        assertThat(dana.get("getNote", path).data()).isEqualTo(note);

        assertThat(admin.patch("editNote", path, text("Mine", "en")).code(403)).isEqualTo("FORBIDDEN");
        assertThat(dana.send("deleteNote", "DELETE", path, null, null).code(403))
                .isEqualTo("FORBIDDEN");
        assertThat(max.patch("editNote", path, text("Look at this", "en")).data())
                .isEqualTo(note);
        JsonNode edited = max.patch("editNote", path, text("Look there", "en")).data();
        assertThat(edited.at("/content/en").asText()).isEqualTo("Look there");
        String seen = max.get("getNote", path).tag();
        String newer = max.send("editNote", "PATCH", path, text("Look here", "en"), seen)
                .tag();
        Answer late = max.send("editNote", "PATCH", path, text("Look away", "en"), seen);
        assertThat(late.code(412)).isEqualTo("PRECONDITION_FAILED");
        assertThat(late.error().at("/details/current/content/en").asText()).isEqualTo("Look here");
        assertThat(admin.send("deleteNote", "DELETE", path, null, seen).code(412))
                .isEqualTo("PRECONDITION_FAILED");
        assertThat(newer).isEqualTo(max.get("getNote", path).tag());
        dana.post("addNote", "/showsets/SS-1/notes", text("I see", "en")).data();
        JsonNode list = dana.get("listNotes", "/showsets/SS-1/notes?limit=1").data();
        assertThat(list).hasSize(1);
        assertThat(admin.send("deleteNote", "DELETE", path, null, null).status())
                .isEqualTo(204);
        assertThat(max.get("getNote", path).code(404)).isEqualTo("NOT_FOUND");
        assertThat(dana.get("listNotes", "/showsets/SS-1/notes").data()).hasSize(1);

        List<String> actions = new ArrayList<>();
        dana.get("listActivity", "/showsets/SS-1/activity")
                .data()
                .forEach(entry -> actions.add(entry.path("action").asText()));
        assertThat(actions)
                .containsExactlyInAnyOrder(
                        "note_deleted", "note_added", "note_edited", "note_edited", "note_added", "showset_created");
        assertThat(max.post("addNote", "/showsets/SS-2/notes", text("Where?", "en"))
                        .code(404))
                .isEqualTo("NOT_FOUND");
        for (String wrong : List.of("", "  ", "x".repeat(5001))) {
            assertThat(max.post("addNote", "/showsets/SS-1/notes", text(wrong, "en"))
                            .code(400))
                    .isEqualTo("VALIDATION_ERROR");
        }
        max.post("addNote", "/showsets/SS-1/notes", text("x".repeat(5000), "zh"))
                .data();
    }

    @Test
    void chineseScripts_bothWays_mapWords() {
        ChineseScripts scripts = new ChineseScripts();
        assertThat(scripts.translate("软件默认设置", Language.ZH, Language.ZH_TW)).isEqualTo("軟體預設設定");
        assertThat(scripts.translate("軟體預設設定", Language.ZH_TW, Language.ZH)).isEqualTo("软件默认设置");
        assertThat(scripts.can(Language.EN, Language.ZH)).isFalse();
    }

    @Test
    void translation_withoutAService_convertsChineseAndLetsTheRestWait() {
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String id = max.post("addNote", "/showsets/SS-1/notes", text("软件默认设置", "zh"))
                .data()
                .path("noteId")
                .asText();
        await().atMost(Duration.ofSeconds(20))
                .until(() -> max.get("getNote", "/notes/" + id)
                        .data()
                        .at("/content/zh-TW")
                        .asText()
                        .equals("軟體預設設定"));
        JsonNode note = max.get("getNote", "/notes/" + id).data();
        assertThat(note.at("/content/en").asText()).isEmpty();
        assertThat(note.path("translationStatus").asText()).isEqualTo("pending");
    }

    @Test
    void translation_ofARevisionNoteWithAService_completesIt() {
        withService();
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        admin.stage(
                        "SS-1",
                        "screen",
                        Map.of("status", "revision_required", "revisionNote", "Move it", "revisionNoteLang", "en"))
                .data();
        String id = admin.get("listNotes", "/showsets/SS-1/notes")
                .data()
                .at("/0/noteId")
                .asText();
        JsonNode note = awaitStatus(admin, id, "complete", Duration.ZERO);
        assertThat(note.at("/content/zh").asText()).isEqualTo("Move it in ZH");
        assertThat(note.at("/content/zh-TW").asText()).isEqualTo("Move it in ZH_TW");
        assertThat(note.path("isRevisionNote").asBoolean()).isTrue();
    }

    @Test
    void translation_failingTwice_worksAtTheThirdTime() {
        Service service = withService();
        service.failures.set(2);
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String id = max.post("addNote", "/showsets/SS-1/notes", text("Hello", "en"))
                .data()
                .path("noteId")
                .asText();
        JsonNode note = awaitStatus(max, id, "complete", Duration.ofSeconds(1));
        assertThat(note.at("/content/zh").asText()).isEqualTo("Hello in ZH");
    }

    @Test
    void translation_neverWorking_failsAndCanBeTriedAgain() {
        Service service = withService();
        service.failures.set(Integer.MAX_VALUE);
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String id = max.post("addNote", "/showsets/SS-1/notes", text("Hello", "en"))
                .data()
                .path("noteId")
                .asText();
        JsonNode failed = awaitStatus(max, id, "failed", Duration.ofSeconds(1));
        assertThat(failed.at("/content/en").asText()).isEqualTo("Hello");
        assertThat(failed.at("/content/zh").asText()).isEmpty();

        service.failures.set(0);
        Jobs jobs = new Jobs(world.store, SupportTable.JOBS, world.clock);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> !jobs.list(Job.State.PARKED, 10, null).items().isEmpty());
        jobs.retry(jobs.list(Job.State.PARKED, 10, null).items().get(0).jobId());
        awaitStatus(max, id, "complete", Duration.ofSeconds(1));
    }

    @Test
    @Tag("once")
    void translation_noteEditedMeanwhile_endsWithTheNewTextOnly() throws Exception {
        Service service = withService();
        CountDownLatch gate = new CountDownLatch(1);
        service.gate = gate;
        Someone max = world.user("max", UserRole.BIM_COORDINATOR);
        max.createShowSet("SS-1", "311");
        String id = max.post("addNote", "/showsets/SS-1/notes", text("Old", "en"))
                .data()
                .path("noteId")
                .asText();
        service.arrived.acquire();
        max.patch("editNote", "/notes/" + id, text("New", "en")).data();
        service.gate = null;
        gate.countDown();

        JsonNode note = awaitStatus(max, id, "complete", Duration.ZERO);
        assertThat(note.path("content").toString())
                .isEqualTo("{\"en\":\"New\",\"zh\":\"New in ZH\",\"zh-TW\":\"New in ZH_TW\"}");
    }
}
