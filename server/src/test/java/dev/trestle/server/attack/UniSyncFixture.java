package dev.trestle.server.attack;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.attack.Accounts.Account;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** UniSync: a ShowSet with a note that has a file, and a user of each role. */
final class UniSyncFixture extends Fixture {
    private static final String BASE = "/unisync/v1";
    private static final byte[] PDF = "%PDF-1.4\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);

    private static final String VIEW = "matrix-view";

    private final Caller admin;
    private final Caller author;
    private final Caller importer;

    UniSyncFixture(AttackedServer server) {
        super(server);
        Accounts accounts = server.accounts;
        Account root = accounts.person("server administrator", "administrators");
        server.json(root.caller(), "GET", BASE + "/me", null);
        Account boss = user("admin", root.caller(), "admin", false);
        admin = boss.caller();
        author = user("note's author", admin, "2d_drafter", false).caller();
        importer = user("importer", admin, "bim_coordinator", false).caller();
        Account deactivated = user("deactivated", admin, "admin", true);
        server.json(admin, "PATCH", BASE + "/users/" + id(deactivated.caller()), Map.of("status", "deactivated"));
        add(accounts.outsiders(boss, user("disabled", admin, "admin", true)));
        add(
                accounts.member("no user", "acme", "administrators-of-acme").caller(),
                deactivated.caller(),
                root.caller(),
                admin,
                accounts.key("admin's key", boss),
                user("coordinator", admin, "bim_coordinator", false).caller(),
                importer,
                user("modeller", admin, "3d_modeller", false).caller(),
                user("drafter", admin, "2d_drafter", false).caller(),
                user("version editor", admin, "2d_drafter", true).caller(),
                author);
    }

    private Account user(String name, Caller by, String role, boolean editsVersions) {
        Account account = server.accounts.person(name);
        server.json(
                by,
                "POST",
                BASE + "/users",
                Map.of("email", account.email(), "name", name, "role", role, "canEditVersions", editsVersions));
        id(account.caller());
        return account;
    }

    /** The first call binds the account to the user. */
    private String id(Caller caller) {
        return server.json(caller, "GET", BASE + "/me", null).at("/data/userId").asText();
    }

    private Map<String, Object> newUser() {
        return Map.of(
                "email", server.accounts.unique("new-") + "@matrix.example", "name", MARKER, "role", "2d_drafter");
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("email", server.accounts.unique("made-") + "@matrix.example");
        values.put("showSetId", server.accounts.unique("SS-"));
        values.put("changeMe.preferredLang", "en");
        values.put("changeUser.preferredLang", "zh");
        values.put("changeShowSet.scene", "Another scene");
        values.put("updateStage.status", "in_progress");
        values.put("viewName", VIEW);
        values.put("saveView.query", "status=complete");
        values.put("updateLinks.modelUrl", "https://example.org/model");
        values.put("importShowSets.body", "showSetId,area,scene\n" + server.accounts.unique("CSV-") + ",311,Scene\n");
        if (operation.hasPathParameter("userId")) {
            values.put(
                    "userId",
                    server.json(admin, "POST", BASE + "/users", newUser())
                            .at("/data/user/userId")
                            .asText());
        }
        if (operation.hasPathParameter("showSetId") || operation.hasPathParameter("noteId")) {
            about(operation, values);
        }
        if (operation.hasPathParameter("importId")) {
            values.put("importId", importFile(importer));
        }
        if (operation.hasPathParameter("workId")) {
            values.put("workId", endedImport(importer));
        }
        return Values.of(values);
    }

    /** A file that has arrived. */
    private String importFile(Caller by) {
        JsonNode announced = server.json(by, "POST", BASE + "/imports", Map.of("fileName", MARKER + ".csv"))
                .path("data");
        String row = "showSetId,area,scene\n" + server.accounts.unique("CSV-") + ",311,Scene\n";
        send(announced, row.getBytes(StandardCharsets.UTF_8));
        String id = announced.path("importId").asText();
        server.json(by, "GET", BASE + "/imports/" + id, null);
        return id;
    }

    private String endedImport(Caller by) {
        String path = BASE + "/imports/" + importFile(by) + "/start";
        String work = server.json(by, "POST", path, null).at("/data/workId").asText();
        await().atMost(Duration.ofSeconds(60))
                .until(() -> !server.json(by, "GET", BASE + "/work/" + work, null)
                        .at("/data/endedAt")
                        .isNull());
        return work;
    }

    private void about(ServedOperation operation, Map<String, Object> values) {
        String id = showSet(String.valueOf(values.get("showSetId")));
        if (operation.id().equals("unlockShowSet")) {
            server.json(admin, "POST", BASE + "/showsets/" + id + "/lock", null);
        }
        if (operation.hasPathParameter("noteId") || operation.isRead()) {
            values.put("noteId", note(author, id, MARKER));
        }
        if (operation.hasPathParameter("attachmentId")) {
            values.put(
                    "attachmentId",
                    attach(
                            author,
                            String.valueOf(values.get("noteId")),
                            !operation.id().equals("confirmAttachment")));
        }
    }

    private String showSet(String id) {
        server.json(admin, "POST", BASE + "/showsets", Map.of("showSetId", id, "area", "311", "scene", MARKER));
        return id;
    }

    private String note(Caller by, String showSetId, String marker) {
        return server.json(
                        by,
                        "POST",
                        BASE + "/showsets/" + showSetId + "/notes",
                        Map.of("text", marker, "language", "en"))
                .at("/data/noteId")
                .asText();
    }

    private String attach(Caller by, String noteId, boolean confirmed) {
        String path = BASE + "/notes/" + noteId + "/attachments";
        JsonNode announced = server.json(
                        by,
                        "POST",
                        path,
                        Map.of("fileName", MARKER + ".pdf", "mimeType", "application/pdf", "fileSize", PDF.length))
                .path("data");
        send(announced, PDF);
        String id = announced.path("attachmentId").asText();
        if (confirmed) {
            server.json(by, "POST", path + "/" + id + "/confirm", null);
        }
        return id;
    }

    private void send(JsonNode announced, byte[] file) {
        Map<String, String> headers = new LinkedHashMap<>();
        announced
                .path("headers")
                .properties()
                .forEach(each -> headers.put(each.getKey(), each.getValue().asText()));
        headers.keySet().removeIf(name -> Set.of("host", "content-length").contains(name.toLowerCase(Locale.ROOT)));
        server.send(
                new Caller("nobody", null),
                new Request("PUT", announced.path("uploadUrl").asText(), headers, file));
    }

    @Override
    void prepare(ServedOperation operation, Caller caller) {
        if (Set.of("getMySession", "heartbeat").contains(operation.id())) {
            server.json(caller, "POST", BASE + "/sessions/start", null);
        }
        if (operation.id().equals("deleteView")) {
            server.json(caller, "PUT", BASE + "/me/views/" + VIEW, Map.of("query", ""));
        }
    }

    @Override
    Set<String> special() {
        return Set.of("unlockShowSet", "confirmAttachment", "startImport");
    }

    @Override
    Map<String, String> missing() {
        return Map.of(
                "showSetId", "SS-none",
                "noteId", "note_none",
                "attachmentId", "att-none",
                "userId", "usr_none",
                "importId", "imp_none",
                "workId", "work-none",
                "viewName", "none");
    }

    @Override
    Map<String, Ids> foreign() {
        String otherNote = note(admin, showSet(server.accounts.unique("SS-")), FOREIGN_MARKER);
        return Map.of(
                "attachmentId", new Ids(attach(admin, otherNote, true), "att-none"),
                "workId", new Ids(endedImport(importer), "work-none"));
    }

    @Override
    Caller insider() {
        return author;
    }
}
