package dev.trestle.server.attack;

import dev.trestle.server.attack.Accounts.Account;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The Document Store: a document of the tenant acme that is shared by name and with groups, and one of globex. */
final class DocstoreFixture extends Fixture {
    private static final String BASE = "/docstore/v1/documents";
    private static final String ACME = "acme";
    private static final String GLOBEX = "globex";

    private static final String RESTORE = "restoreDocument";
    private static final Set<String> SEVERAL_VERSIONS = Set.of("rollBack", "compareVersions");

    private final Account owner;
    private final Account editor;
    private final Account viewer;
    private final Account other;
    private final String otherDocument;
    private final String otherImage;
    private final String otherFolder;
    private final String otherComment;

    DocstoreFixture(AttackedServer server) {
        super(server);
        Accounts accounts = server.accounts;
        Account ofTwo = accounts.member("owner", ACME);
        accounts.join(ofTwo.personId(), GLOBEX);
        owner = accounts.in(ACME, ofTwo);
        editor = accounts.member("editor", ACME);
        viewer = accounts.member("viewer", ACME);
        other = accounts.member("other tenant", GLOBEX);
        Account disabled = accounts.member("disabled", ACME, "writers");
        Account left = accounts.member("left the tenant", ACME, "writers");
        add(accounts.outsiders(owner, disabled));
        accounts.leave(left.personId(), ACME);
        add(
                left.caller(),
                owner.caller(),
                accounts.key("owner's key", owner),
                editor.caller(),
                accounts.member("editing group", ACME, "writers").caller(),
                viewer.caller(),
                accounts.member("viewing group", ACME, "readers").caller(),
                accounts.member("stranger", ACME).caller(),
                accounts.member("tenant administrator", ACME, "tenant-administrators")
                        .caller(),
                other.caller(),
                accounts.in(GLOBEX, ofTwo).caller().named("owner in another tenant"),
                accounts.member("other tenant's administrator", GLOBEX, "writers", "tenant-administrators")
                        .caller(),
                accounts.person("no tenant").caller(),
                accounts.person("server administrator", "administrators").caller());
        otherDocument = create(other, FOREIGN_MARKER);
        otherImage = addImage(other, otherDocument);
        otherFolder = addFolder(other, FOREIGN_MARKER);
        otherComment = addComment(other, otherDocument, FOREIGN_MARKER);
    }

    private String addFolder(Account by, String marker) {
        String name = server.accounts.unique(marker + " ");
        return server.json(by.caller(), "POST", "/docstore/v1/folders", Map.of("name", name))
                .path("folderId")
                .asText();
    }

    private String addComment(Account by, String id, String marker) {
        return server.json(by.caller(), "POST", BASE + "/" + id + "/comments", Map.of("text", marker))
                .path("commentId")
                .asText();
    }

    private String create(Account by, String marker) {
        String id = server.accounts.unique("document-");
        server.json(
                by.caller(),
                "POST",
                BASE,
                Map.of(
                        "id", id,
                        "displayName", marker + " plan",
                        "fileName", marker + ".md",
                        "fileType", "text/markdown",
                        "content", marker + " zero"));
        return id;
    }

    private String addImage(Account by, String id) {
        byte[] png = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0};
        Answer added = server.send(
                by.caller(),
                new Request("POST", BASE + "/" + id + "/images", Map.of("content-type", "image/png"), png));
        return added.json().path("imageId").asText();
    }

    private Map<String, Object> access() {
        return Map.of(
                "owner", owner.personId(),
                "editors", List.of(editor.personId(), "group:writers"),
                "viewers", List.of(viewer.personId(), "group:readers"));
    }

    private void secondVersion(String id) {
        server.send(
                owner.caller(),
                new Request(
                        "PUT",
                        BASE + "/" + id + "/content",
                        Map.of("content-type", "text/markdown", "if-match", "*"),
                        (MARKER + " one").getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>(access());
        values.put("createDocument.id", server.accounts.unique("new-"));
        values.put("email", editor.email());
        values.put("version", 0);
        values.put("from", 0);
        values.put("to", 1);
        values.put("createFolder.name", server.accounts.unique("folder "));
        values.put("changeFolder.name", server.accounts.unique("folder "));
        if (operation.hasPathParameter("folderId")) {
            values.put("folderId", addFolder(owner, MARKER));
        }
        boolean ofSeveral = operation.id().equals("fileDocuments");
        if (operation.hasPathParameter("id") || ofSeveral) {
            String id = create(owner, MARKER);
            server.json(owner.caller(), "PUT", BASE + "/" + id + "/access", access());
            if (SEVERAL_VERSIONS.contains(operation.id())) {
                secondVersion(id);
            }
            values.put("id", id);
            server.json(owner.caller(), "PATCH", BASE + "/" + id + "/filing", Map.of("addTags", List.of(MARKER)));
            values.put("fileDocuments.documents", List.of(id));
            if (operation.hasPathParameter("commentId")) {
                values.put("commentId", addComment(owner, id, MARKER));
            }
            if (operation.hasPathParameter("imageId")) {
                values.put("imageId", addImage(owner, id));
            }
            if (operation.id().equals(RESTORE)) {
                server.json(owner.caller(), "DELETE", BASE + "/" + id, null);
            }
        }
        return Values.of(values);
    }

    @Override
    Set<String> special() {
        return Set.of(RESTORE, "rollBack", "compareVersions");
    }

    @Override
    Map<String, String> missing() {
        return Map.of(
                "id", "document-none",
                "imageId", "image-none",
                "folderId", "folder-none",
                "commentId", "comment-none");
    }

    @Override
    Map<String, Ids> foreign() {
        String nobody = new StringBuilder(other.personId()).reverse().toString();
        return Map.ofEntries(
                Map.entry("id", new Ids(otherDocument, "document-none")),
                Map.entry("imageId", new Ids(otherImage, "image-none")),
                Map.entry("folderId", new Ids(otherFolder, "folder-none")),
                Map.entry("parentId", new Ids(otherFolder, "folder-none")),
                Map.entry("commentId", new Ids(otherComment, "comment-none")),
                Map.entry("mentions", new Ids(List.of(other.personId()), List.of(nobody))),
                Map.entry("owner", new Ids(other.personId(), nobody)),
                Map.entry("editors", new Ids(List.of(other.personId()), List.of(nobody))),
                Map.entry("viewers", new Ids(List.of(other.personId()), List.of(nobody))),
                Map.entry("email", new Ids(other.email(), "nobody@matrix.example")));
    }

    @Override
    Caller insider() {
        return owner.caller();
    }
}
