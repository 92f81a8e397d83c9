package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.value.WireNames;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityAction;
import dev.trestle.systems.unisync.model.ActivityDetails;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.StageName;
import dev.trestle.systems.unisync.model.TranslationStatus;
import dev.trestle.systems.unisync.model.UserRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class StagesTest extends UniSyncTest {
    private static final Map<String, String> START = Map.of("status", "in_progress");
    private static final Map<String, String> COMPLETE = Map.of("status", "complete");

    private List<Activity> activities(String showSetId) {
        List<Activity> all =
                new ArrayList<>(world.store.consistent().all(ActivityTable.ACTIVITY_OF_SHOWSET.of(showSetId), 10_000));
        Collections.reverse(all);
        return all;
    }

    @Test
    void stage_everyRoleAndStage_isAllowedOrRefusedAsTheTableHasIt() {
        Map<UserRole, String> allowed = Map.of(
                UserRole.ADMIN, "screen structure integrated inBim360 drawing2d",
                UserRole.BIM_COORDINATOR, "screen structure integrated inBim360 drawing2d",
                UserRole.MODELLER_3D, "screen structure integrated",
                UserRole.DRAFTER_2D, "drawing2d");
        Someone admin = world.user("admin", UserRole.ADMIN);
        for (UserRole role : UserRole.values()) {
            Someone person = world.user("person-" + role.ordinal(), role);
            String id = "SS-" + role.ordinal();
            admin.createShowSet(id, "311");
            for (String stage : WireNames.of(StageName.class).all()) {
                Answer answer = person.stage(id, stage, START);
                if (List.of(allowed.get(role).split(" ")).contains(stage)) {
                    assertThat(answer.data().at("/stages/" + stage + "/status").asText())
                            .isEqualTo("in_progress");
                } else {
                    assertThat(answer.code(403)).isEqualTo("FORBIDDEN");
                }
            }
            int expected = allowed.get(role).split(" ").length;
            assertThat(activities(id)).hasSize(1 + expected);
        }
    }

    @Test
    void stage_revisionRequired_needsANoteAndMakesIt() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        Answer refused = admin.stage("SS-1", "screen", Map.of("status", "revision_required"));
        assertThat(refused.code(400)).isEqualTo("VALIDATION_ERROR");
        assertThat(refused.error().at("/details/violations/0/field").asText()).isEqualTo("revisionNote");
        assertThat(admin.showSet("SS-1").at("/stages/screen/status").asText()).isEqualTo("not_started");

        Map<String, String> sentBack =
                Map.of("status", "revision_required", "revisionNote", "请检查", "revisionNoteLang", "zh");
        admin.stage("SS-1", "screen", sentBack).data();
        admin.stage("SS-1", "screen", sentBack).data();

        List<Note> notes = world.store.consistent().all(NotesTable.NOTES_OF_SHOWSET.of("SS-1"), 10);
        assertThat(notes).hasSize(1);
        assertThat(notes.get(0).isRevisionNote()).isTrue();
        assertThat(notes.get(0).content().zh()).isEqualTo("请检查");
        assertThat(notes.get(0).content().en()).isEmpty();
        assertThat(notes.get(0).translationStatus()).isEqualTo(TranslationStatus.PENDING);
        assertThat(activities("SS-1"))
                .extracting(Activity::action)
                .containsExactly(
                        ActivityAction.SHOWSET_CREATED, ActivityAction.STATUS_CHANGE, ActivityAction.NOTE_ADDED);
    }

    @Test
    void stage_workBegunAgain_raisesOneNumberAndSendsDownstreamBack() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        for (String stage : List.of("structure", "integrated", "inBim360")) {
            admin.stage("SS-1", stage, COMPLETE).data();
        }

        JsonNode after = admin.stage("SS-1", "structure", START).data();

        assertThat(after.path("revitVersion").asInt()).isEqualTo(2);
        assertThat(after.path("screenVersion").asInt()).isEqualTo(1);
        assertThat(after.path("versionHistory")).hasSize(1);
        assertThat(after.at("/versionHistory/0/versionType").asText()).isEqualTo("revitVersion");
        assertThat(after.at("/stages/integrated/status").asText()).isEqualTo("revision_required");
        assertThat(after.at("/stages/inBim360/status").asText()).isEqualTo("revision_required");
        assertThat(after.at("/stages/drawing2d/status").asText()).isEqualTo("not_started");
        assertThat(admin.stage("SS-1", "structure", START).data()).isEqualTo(after);
        assertThat(admin.showSet("SS-1")).isEqualTo(after);
        assertThat(activities("SS-1").subList(4, 8))
                .extracting(Activity::action)
                .containsExactly(
                        ActivityAction.STATUS_CHANGE,
                        ActivityAction.VERSION_UPDATE,
                        ActivityAction.STATUS_CHANGE,
                        ActivityAction.STATUS_CHANGE);
        assertThat(activities("SS-1")).hasSize(8);
        assertThat(world.store.consistent().all(NotesTable.NOTES_OF_SHOWSET.of("SS-1"), 10))
                .isEmpty();
    }

    @Test
    void stage_assignedToSomebody_hasToBeAnActiveUser() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone max = world.user("max", UserRole.MODELLER_3D);
        admin.createShowSet("SS-1", "311");

        assertThat(admin.stage("SS-1", "screen", Map.of("assignedTo", "usr_nobody"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        JsonNode assigned =
                admin.stage("SS-1", "screen", Map.of("assignedTo", max.userId)).data();
        assertThat(assigned.at("/stages/screen/assignedTo").asText()).isEqualTo("usr_max");
        assertThat(activities("SS-1").get(1).details())
                .isEqualTo(new ActivityDetails.Assignment(StageName.SCREEN, "usr_max", "max"));
        admin.patch("changeUser", "/users/usr_max", Map.of("status", "deactivated"))
                .data();
        assertThat(admin.stage("SS-1", "structure", Map.of("assignedTo", max.userId))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
        JsonNode cleared = admin.stage("SS-1", "screen", Collections.singletonMap("assignedTo", null))
                .data();
        assertThat(cleared.at("/stages/screen/assignedTo").isNull()).isTrue();
        assertThat(admin.stage("SS-1", "inBim360", Map.of("assignedTo", "usr_admin"))
                        .code(400))
                .isEqualTo("VALIDATION_ERROR");
    }

    @Test
    void stage_locked_isNotStartedUntilUnlocked() {
        Someone admin = world.user("admin", UserRole.ADMIN);
        Someone coordinator = world.user("cora", UserRole.BIM_COORDINATOR);
        admin.createShowSet("SS-1", "311");
        admin.stage("SS-1", "screen", COMPLETE).data();
        assertThat(coordinator.post("lockShowSet", "/showsets/SS-1/lock", null).code(403))
                .isEqualTo("FORBIDDEN");
        assertThat(admin.post("unlockShowSet", "/showsets/SS-1/unlock", null).code(409))
                .isEqualTo("CONFLICT");

        JsonNode locked = admin.post("lockShowSet", "/showsets/SS-1/lock", null).data();
        assertThat(locked.path("lockedBy").asText()).isEqualTo("usr_admin");
        assertThat(admin.post("lockShowSet", "/showsets/SS-1/lock", null).code(409))
                .isEqualTo("CONFLICT");
        Answer refused = coordinator.stage("SS-1", "structure", START);
        assertThat(refused.code(403)).isEqualTo("FORBIDDEN");
        assertThat(refused.error().path("message").asText()).contains("locked");
        coordinator.stage("SS-1", "structure", Map.of("status", "on_hold")).data();

        JsonNode unlocked = admin.post(
                        "unlockShowSet", "/showsets/SS-1/unlock", Map.of("stagesToReset", List.of("screen")))
                .data();
        assertThat(unlocked.path("lockedAt").isNull()).isTrue();
        assertThat(unlocked.at("/stages/screen/status").asText()).isEqualTo("revision_required");
        assertThat(unlocked.path("screenVersion").asInt()).isEqualTo(1);
        coordinator.stage("SS-1", "structure", START).data();
        assertThat(world.tables.items(ShowSetsTable.TABLE).get(0)).doesNotContainKeys("lockedAt", "lockedBy");
    }

    @Test
    @Tag("once")
    void stage_hundredConcurrentChanges_areEachLoggedOrRefused() throws Exception {
        Someone admin = world.user("admin", UserRole.ADMIN);
        admin.createShowSet("SS-1", "311");
        List<String> stages = WireNames.of(StageName.class).all();
        List<String> statuses = List.of("in_progress", "complete", "on_hold", "in_progress", "client_review");
        ExecutorService pool = Executors.newFixedThreadPool(25);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Answer>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            String stage = stages.get(i % stages.size());
            String status = statuses.get(i / stages.size() % statuses.size());
            answers.add(pool.submit(() -> {
                start.await();
                return admin.stage("SS-1", stage, Map.of("status", status));
            }));
        }
        start.countDown();
        int accepted = 0;
        for (Future<Answer> each : answers) {
            Answer answer = each.get();
            if (answer.status() == 409) {
                assertThat(answer.error().at("/details/current/showSetId").asText())
                        .isEqualTo("SS-1");
            } else {
                answer.data();
                accepted++;
            }
        }
        pool.shutdown();

        assertThat(accepted).isGreaterThan(10);
        assertReplayed(activities("SS-1"), admin.showSet("SS-1"));
    }

    /** The log, played from the beginning, step by step, gives what the ShowSet is. */
    private static void assertReplayed(List<Activity> log, JsonNode showSet) {
        Map<String, String> statuses = new HashMap<>();
        int versions = 0;
        String lastId = "";
        for (Activity activity : log) {
            assertThat(activity.activityId()).isGreaterThan(lastId);
            lastId = activity.activityId();
            if (activity.details() instanceof ActivityDetails.StatusChange change) {
                String stage = WireNames.of(StageName.class).name(change.stage());
                assertThat(WireNames.of(change.from().getDeclaringClass()).name(change.from()))
                        .isEqualTo(statuses.getOrDefault(stage, "not_started"));
                statuses.put(
                        stage, WireNames.of(change.to().getDeclaringClass()).name(change.to()));
            } else if (activity.details() instanceof ActivityDetails.VersionUpdate) {
                versions++;
            }
        }
        statuses.forEach((stage, status) ->
                assertThat(showSet.at("/stages/" + stage + "/status").asText()).isEqualTo(status));
        assertThat(showSet.path("versionHistory")).hasSize(versions);
        int sum = showSet.path("screenVersion").asInt()
                + showSet.path("revitVersion").asInt()
                + showSet.path("drawingVersion").asInt();
        assertThat(sum).isEqualTo(3 + versions);
    }
}
