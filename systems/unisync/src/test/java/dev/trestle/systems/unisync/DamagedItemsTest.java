package dev.trestle.systems.unisync;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.model.Entity;
import dev.trestle.systems.unisync.World.Answer;
import dev.trestle.systems.unisync.World.Someone;
import dev.trestle.systems.unisync.model.UniSyncModel;
import dev.trestle.systems.unisync.model.UserRole;
import dev.trestle.testing.Damage;
import dev.trestle.testing.Target;
import dev.trestle.testing.Targets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that do not fit their records: requests for them are refused, everything else goes on. */
@Tag("once")
class DamagedItemsTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final Map<String, Object> FILE =
            Map.of("fileName", "plan.png", "mimeType", "image/png", "fileSize", 100);

    private final Target target = Targets.all().findFirst().orElseThrow();
    private final World world = new World(target);
    private final Someone admin = world.user("admin", UserRole.ADMIN);
    private final Someone victim = world.user("victim", UserRole.BIM_COORDINATOR);
    private final Set<String> called = new TreeSet<>();
    private String damage = "";
    private String noteId = "";
    private String attachmentId = "";
    private String importPath = "";
    private String workPath = "";

    @AfterEach
    void close() {
        world.close();
    }

    /** Of the two of each kind one; the administrator is needed to look. */
    private boolean isVictim(Entity<?> entity, Map<String, AttributeValue> item) {
        String all = item.toString();
        boolean isPerson = Set.of("User", "UserListing", "SignIn", "Session").contains(entity.name());
        if (entity.name().equals("HandledText")) {
            return all.contains(noteId);
        }
        return all.contains("victim") && !(isPerson && all.contains("usr_admin")) && !all.contains("HEALTHY");
    }

    private void fill() throws Exception {
        admin.patch("changeUser", "/users/usr_victim", Map.of("canEditVersions", true))
                .data();
        for (String id : List.of("victim-1", "HEALTHY")) {
            admin.createShowSet(id, "311");
            admin.put("updateVersion", "/showsets/" + id + "/version", version())
                    .data();
            Answer note = victim.post("addNote", "/showsets/" + id + "/notes", text("Look @victim " + id));
            noteId = id.equals("HEALTHY") ? noteId : note.data().path("noteId").asText();
        }
        JsonNode announced = victim.post("announceAttachment", "/notes/" + noteId + "/attachments", FILE)
                .data();
        attachmentId = announced.path("attachmentId").asText();
        importPath = ImportTest.upload(victim, "showSetId,area,scene\nvictim-2,311,Hall\n");
        workPath = "/work/" + ImportTest.start(victim, importPath);
        ImportTest.ended(victim, workPath);
        for (String name : List.of("victim-view", "HEALTHY")) {
            victim.put("saveView", "/me/views/" + name, Map.of("query", "")).data();
        }
        for (Someone each : List.of(admin, victim)) {
            each.post("startSession", "/sessions/start", Map.of("showSetId", "victim-1", "activity", "Looking"))
                    .data();
        }
    }

    private static Map<String, Object> text(String text) {
        return Map.of("text", text, "language", "en");
    }

    private static Map<String, Object> version() {
        return Map.of("versionType", "revitVersion", "language", "en", "reason", "As built victim");
    }

    @Test
    void everyOperation_itemsThatDoNotFit_failsForThemAlone() throws Exception {
        fill();
        Damage trial = new Damage(UniSyncModel.MODEL, world.tables, target.client(), null);

        Set<String> missed = trial.each(this::isVictim, this::useAll);

        // What there is for a moment only, or is the model's own, is for the model's tests.
        assertThat(missed)
                .isSubsetOf(
                        "Guard",
                        "DeployedModel",
                        "WorkProgress",
                        "StreamPlace",
                        "FormerId",
                        "RetiredId",
                        "FormerVersion",
                        "Job",
                        "WorkSlot",
                        "Cancellation",
                        "OpenArrivals",
                        "Untranslated");
        Set<String> withEvents = new TreeSet<>(called);
        withEvents.add("listenToEvents");
        assertThat(world.operations()).isSubsetOf(withEvents);
    }

    private void useAll(String done) {
        damage = done;
        read();
        asVictim();
        write();
    }

    private Answer fine(String operation, Answer answer) {
        called.add(operation);
        assertThat(answer.status()).as("%s, %s: %s", damage, operation, answer).isLessThan(500);
        return answer;
    }

    private void listed(String operation, String path, String healthy) {
        Answer answer = fine(operation, admin.get(operation, path));
        assertThat(answer.data().toString()).as("%s, %s", damage, operation).contains(healthy);
    }

    private void read() {
        listed("listShowSets", "/showsets", "HEALTHY");
        listed("listNotes", "/showsets/HEALTHY/notes", "HEALTHY");
        listed("listActivity", "/showsets/HEALTHY/activity", "HEALTHY");
        listed("listRecentActivity", "/activity/recent", "HEALTHY");
        listed("listUsers", "/users", "usr_admin");
        listed("listNames", "/users/names", "usr_admin");
        listed("listSessions", "/sessions", "usr_admin");
        for (String id : List.of("victim-1", "HEALTHY")) {
            fine("getShowSet", admin.get("getShowSet", "/showsets/" + id));
            fine("listNotes", admin.get("listNotes", "/showsets/" + id + "/notes"));
            fine("listActivity", admin.get("listActivity", "/showsets/" + id + "/activity"));
        }
        fine("getUser", admin.get("getUser", "/users/usr_victim"));
        fine("listUserActivity", admin.get("listUserActivity", "/users/usr_victim/activity"));
        fine("getNote", admin.get("getNote", "/notes/" + noteId));
        fine("getAttachment", admin.get("getAttachment", "/notes/" + noteId + "/attachments/" + attachmentId));
        fine("getSettings", admin.get("getSettings", "/settings"));
        assertThat(raw("exportShowSets", admin, "GET", "/export", ""))
                .as(damage)
                .isEqualTo(200);
        assertThat(raw("getImportTemplate", admin, "GET", "/import/template", ""))
                .as(damage)
                .isEqualTo(200);
    }

    private void asVictim() {
        fine("getMe", victim.get("getMe", "/me"));
        fine("getMyWork", victim.get("getMyWork", "/me/work"));
        fine("getHome", victim.get("getHome", "/me/home"));
        fine("listViews", victim.get("listViews", "/me/views"));
        fine("saveView", victim.put("saveView", "/me/views/victim-view", Map.of("query", "area=311")));
        fine("deleteView", victim.delete("deleteView", "/me/views/victim-view"));
        fine(
                "countNotes",
                victim.post("countNotes", "/notes/counts", Map.of("showSetIds", List.of("victim-1", "HEALTHY"))));
        fine("changeMe", victim.patch("changeMe", "/me", Map.of("name", "victim too")));
        fine("getMySession", victim.get("getMySession", "/sessions/me"));
        fine("heartbeat", victim.post("heartbeat", "/sessions/heartbeat", null));
        fine("startSession", victim.post("startSession", "/sessions/start", Map.of("activity", "Looking")));
        fine("endSession", victim.post("endSession", "/sessions/end", null));
        fine("getImport", victim.get("getImport", importPath));
        fine("previewImport", victim.get("previewImport", importPath + "/preview"));
        fine("startImport", victim.post("startImport", importPath + "/start", null));
        fine("listWork", victim.get("listWork", "/work"));
        fine("getWork", victim.get("getWork", workPath));
        fine("cancelWork", victim.post("cancelWork", workPath + "/cancel", null));
        fine("announceImport", victim.post("announceImport", "/imports", Map.of("fileName", "a.csv")));
        assertThat(raw("getImportReport", victim, "GET", importPath + "/report", ""))
                .as(damage)
                .isLessThan(500);
        fine("translate", victim.post("translate", "/translate", Map.of("text", "Hello", "sourceLanguage", "en")));
    }

    private void write() {
        String set = "/showsets/victim-1";
        String note = "/notes/" + noteId;
        fine(
                "createUser",
                admin.post(
                        "createUser",
                        "/users",
                        Map.of("email", World.address("victim"), "name", "victim", "role", "admin")));
        fine("resetPassword", admin.post("resetPassword", "/users/usr_victim/reset-password", null));
        fine(
                "createShowSet",
                admin.post(
                        "createShowSet", "/showsets", Map.of("showSetId", "victim-1", "area", "311", "scene", "Hall")));
        fine("updateStage", admin.stage("victim-1", "screen", Map.of("status", "in_progress")));
        fine("updateLinks", admin.put("updateLinks", set + "/links", Map.of("modelUrl", "https://a.example")));
        fine("updateVersion", admin.put("updateVersion", set + "/version", version()));
        fine("lockShowSet", admin.post("lockShowSet", set + "/lock", null));
        fine("unlockShowSet", admin.post("unlockShowSet", set + "/unlock", Map.of("stagesToReset", List.of())));
        fine("addNote", admin.post("addNote", set + "/notes", text("Another @victim")));
        fine("editNote", admin.patch("editNote", note, text("Edited @admin")));
        fine("translateNote", admin.post("translateNote", note + "/translate", null));
        fine("announceAttachment", admin.post("announceAttachment", note + "/attachments", FILE));
        fine(
                "confirmAttachment",
                admin.post("confirmAttachment", note + "/attachments/" + attachmentId + "/confirm", null));
        fine("deleteAttachment", admin.delete("deleteAttachment", note + "/attachments/" + attachmentId));
        fine("deleteNote", admin.delete("deleteNote", note));
        assertThat(raw("importShowSets", admin, "POST", "/import", "showSetId,area,scene\nvictim-1,311,Hall\n"))
                .as(damage)
                .isLessThan(500);
        fine("changeUser", admin.patch("changeUser", "/users/usr_victim", Map.of("canEditVersions", true)));
        fine("changeShowSet", admin.patch("changeShowSet", set, Map.of("scene", "Other")));
        fine("deleteShowSet", admin.delete("deleteShowSet", set));
    }

    private int raw(String operation, Someone who, String method, String path, String body) {
        called.add(operation);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(world.url() + "/unisync/v1" + path))
                .header("authorization", who.authorization)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            request.header("content-type", "text/csv");
        }
        try {
            return HTTP.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
