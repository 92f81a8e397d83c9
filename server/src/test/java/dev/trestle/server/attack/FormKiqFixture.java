package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.server.attack.Accounts.Account;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** FormKiQ: documents of a site in a folder that has a rule, and a document of another site. */
final class FormKiqFixture extends Fixture {
    private static final String BASE = "/formkiq/v1";
    private static final String SITE = "matrix";
    private static final String OTHER_SITE = "elsewhere";
    private static final String DOCUMENTS = "/documents";
    private static final String NOWHERE = "00000000-0000-4000-8000-000000000000";

    /** The folder whose rule keeps out who is of the site, and in none of these groups. */
    private static final String VAULT = "vault";

    private static final String EDITORS = "vault-editors";
    private static final String READERS = "vault-readers";
    private static final List<String> ALL = List.of("READ", "WRITE", "DELETE");

    private static final List<String> FILTERS = List.of("documentId", "entityTypeId", "entityId", "attributeKey");
    private static final Set<String> DELETED = Set.of("SetDocumentRestore", "PurgeDocument");

    private final Caller admin;
    private final String otherDocument;
    private final String otherFolder;
    private final String otherKey;
    private final FormKiqVocabulary vocabulary;
    private final FormKiqVocabulary otherVocabulary;
    private final FormKiqFlows flows;
    private final FormKiqFlows otherFlows;
    private final FormKiqOutside outside;
    private final FormKiqOutside otherOutside;
    private final FormKiqCases cases;

    FormKiqFixture(AttackedServer server) {
        super(server);
        Accounts accounts = server.accounts;
        admin = accounts.person("administrator", "Admins").caller();
        Caller serverAdmin =
                accounts.person("server administrator", "administrators").caller();
        Account writer = accounts.person("writer", SITE, EDITORS);
        Account other = accounts.person("writer of another site", OTHER_SITE, EDITORS);
        add(accounts.outsiders(writer, accounts.person("disabled", SITE, EDITORS)));
        add(
                accounts.person("no groups").caller(),
                accounts.member("member of a tenant", "acme").caller(),
                other.caller(),
                siteKey("key of another site", OTHER_SITE, ALL),
                deletedSiteKey(),
                accounts.person("reader", SITE + "_read", READERS).caller(),
                siteKey("reading key", SITE, List.of("READ")),
                siteKey("writing key", SITE, List.of("WRITE")),
                accounts.person("shut out of the folder", SITE).caller(),
                writer.caller(),
                accounts.key("writer's key", writer, SITE, EDITORS),
                siteKey("site's key", SITE, ALL),
                accounts.person("governor", SITE + "_govern").caller(),
                admin,
                serverAdmin);
        folder(SITE, VAULT);
        call(
                "PUT",
                "/folders/permissions",
                SITE,
                Map.of(
                        "path",
                        VAULT,
                        "roles",
                        List.of(role(EDITORS, ALL), role("API_KEY", ALL), role(READERS, List.of("READ")))));
        vocabulary = new FormKiqVocabulary(server, admin, SITE);
        otherVocabulary = new FormKiqVocabulary(server, admin, OTHER_SITE);
        flows = new FormKiqFlows(server, admin, SITE);
        otherFlows = new FormKiqFlows(server, admin, OTHER_SITE);
        outside = new FormKiqOutside(server, admin, serverAdmin, SITE);
        otherOutside = new FormKiqOutside(server, admin, serverAdmin, OTHER_SITE);
        cases = new FormKiqCases(server, admin, SITE);
        vocabulary.open();
        otherVocabulary.open();
        otherDocument = document(OTHER_SITE, FOREIGN_MARKER);
        otherFolder = folder(OTHER_SITE, FOREIGN_MARKER);
        otherKey = mask(String.valueOf(siteKey("another key", OTHER_SITE, ALL).token()));
    }

    /** What lists show of a key, and what it can be named by. */
    private static String mask(String key) {
        return key.substring(0, 8) + "*".repeat(16) + key.substring(key.length() - 4);
    }

    private static Map<String, Object> role(String group, List<String> permissions) {
        return Map.of("roleName", group, "permissions", permissions);
    }

    private JsonNode call(String method, String path, String site, @Nullable Object body) {
        return server.json(admin, method, BASE + path + (path.contains("?") ? "&" : "?") + "siteId=" + site, body);
    }

    private Caller siteKey(String name, String site, List<String> permissions) {
        JsonNode made = server.json(
                admin, "POST", BASE + "/sites/" + site + "/apiKeys", Map.of("name", name, "permissions", permissions));
        return new Caller(name, made.path("apiKey").asText());
    }

    private Caller deletedSiteKey() {
        Caller key = siteKey("deleted key", SITE, ALL);
        server.json(admin, "DELETE", BASE + "/sites/" + SITE + "/apiKeys/" + key.token(), null);
        return key;
    }

    private String document(String site, String marker) {
        Map<String, Object> sent = Map.of(
                "path",
                VAULT + "/" + server.accounts.unique(marker + " ") + ".txt",
                "content",
                marker,
                "contentType",
                "text/plain",
                "tags",
                List.of(Map.of("key", "state", "value", "new"), Map.of("key", "word", "value", marker)));
        return call("POST", DOCUMENTS, site, sent).path("documentId").asText();
    }

    private String folder(String site, String path) {
        return call("POST", "/folders", site, Map.of("path", path))
                .path("indexKey")
                .asText();
    }

    private String share(String indexKey) {
        return call(
                        "POST",
                        "/shares/folders/" + indexKey,
                        SITE,
                        Map.of("share", Map.of("group", "guests", "permissions", List.of("READ"))))
                .path("shareKey")
                .asText();
    }

    private void putLinks(Map<String, Object> values, ServedOperation operation, String id) {
        values.put("AddDocumentLink.hours", 1);
        if (operation.hasPathParameter("linkId") || operation.id().endsWith("Link")) {
            JsonNode made = call("POST", "/x" + DOCUMENTS + "/" + id + "/links", SITE, Map.of("hours", 1));
            values.put("linkId", made.path("linkId").asText());
            values.put("LookAtLink.token", made.path("token").asText());
            values.put("OpenLink.token", made.path("token").asText());
        }
    }

    /** A document whose time is about to come. Its rows are put there, because a job that looked for it would go on beside the calls. */
    private void putRetention(Map<String, Object> values, ServedOperation operation, String id) {
        String classId = vocabulary.ids().get("classificationId");
        values.put("classificationId", classId);
        values.put("SetRetention.years", 1);
        values.put("DecideDisposal.decision", "KEEP");
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        values.put("DecideDisposal.keptUntil", today.plusYears(5).toString());
        if (operation.id().equals("DeleteRetention") || operation.hasPathParameter("documentId")) {
            String at = today + "T00:00:00.000Z";
            support(Map.of(
                    "PK",
                    SITE + "/retention",
                    "SK",
                    classId,
                    "classificationId",
                    classId,
                    "years",
                    1,
                    "outcome",
                    "REVIEW",
                    "noticeDays",
                    3650,
                    "changedBy",
                    MARKER,
                    "changedAt",
                    at));
            if (operation.hasPathParameter("documentId")) {
                call(
                        "POST",
                        DOCUMENTS + "/" + id + "/attributes",
                        SITE,
                        Map.of("attributes", List.of(Map.of("classificationId", classId))));
                support(Map.of(
                        "PK", SITE + "/disposals",
                        "SK", id,
                        "documentId", id,
                        "classificationId", classId,
                        "due", today.plusYears(1).toString(),
                        "outcome", "REVIEW",
                        "listedAt", at));
            }
        }
    }

    /** An action that failed, and a publication: rows as running actions leave them. */
    private void putActions(Map<String, Object> values, ServedOperation operation, String id) {
        values.put("AddDocumentActions.actions", List.of(Map.of("type", "PUBLISH")));
        if (operation.id().equals("AddDocumentRetryAction")) {
            item(
                    "formkiq-documents",
                    Map.of(
                            "PK", SITE + "/docs#" + id,
                            "SK", "action#0#OCR",
                            "documentId", id,
                            "type", "OCR",
                            "status", "FAILED",
                            "userId", MARKER,
                            "inserteddate", "2024-05-01T10:00:00+0000"));
        }
        if (operation.id().contains("Published")) {
            String version = call("GET", DOCUMENTS + "/" + id, SITE, null)
                    .path("versionId")
                    .asText();
            item(
                    "formkiq-documents",
                    Map.of(
                            "PK",
                            SITE + "/docs#" + id,
                            "SK",
                            "publication",
                            "documentId",
                            id,
                            "userId",
                            MARKER,
                            "path",
                            MARKER + ".txt",
                            "contentType",
                            "text/plain",
                            "s3Version",
                            version));
        }
    }

    private void support(Map<String, Object> item) {
        item("formkiq-support", item);
    }

    private void item(String table, Map<String, Object> item) {
        Map<String, AttributeValue> stored = new LinkedHashMap<>();
        item.forEach((name, value) -> stored.put(
                name,
                value instanceof Integer
                        ? AttributeValue.fromN(value.toString())
                        : AttributeValue.fromS(value.toString())));
        server.items.putItem(put -> put.tableName(table).item(stored));
    }

    private String attribute() {
        String key = server.accounts.unique("attribute-");
        call("POST", "/attributes", SITE, Map.of("attribute", Map.of("key", key)));
        return key;
    }

    @Override
    Values make(ServedOperation operation) {
        Map<String, Object> values = new LinkedHashMap<>(Map.of("siteId", SITE, "indexType", "folder"));
        server.apis.stream()
                .filter(api -> api.name().equals("formkiq"))
                .flatMap(api -> api.operations().keySet().stream())
                .forEach(id -> values.put(id + ".siteId", SITE));
        String id = document(SITE, MARKER);
        if (DELETED.contains(operation.id())) {
            call("DELETE", DOCUMENTS + "/" + id + "?softDelete=true", SITE, null);
        }
        putDocument(values, id);
        if (operation.names().stream().anyMatch(name -> name.startsWith("attribute") || name.equals("key"))) {
            putAttributes(values, id);
        }
        vocabulary.put(values, operation);
        flows.put(values, operation, id);
        outside.put(values, operation);
        cases.put(values, operation, id);
        new FormKiqTexts(server, admin, SITE).put(values, operation, id);
        // What narrows a list names nothing: a list of what is nowhere is empty.
        FILTERS.forEach(each -> values.put("GetResourceActivities." + each, values.getOrDefault(each, "none")));
        if (operation.id().equals("DeleteDocumentCheckoutLegalHold")) {
            call("PUT", DOCUMENTS + "/" + id + "/legalHold", SITE, null);
        }
        if (operation.id().contains("Version")) {
            putVersions(values, id);
        }
        putActions(values, operation, id);
        String path = VAULT + "/" + server.accounts.unique("folder-");
        values.put("indexKey", folder(SITE, path));
        values.put("AddFolderShare.share", Map.of("group", "guests", "permissions", List.of("READ")));
        if (operation.hasPathParameter("shareKey")) {
            values.put("DeleteShare.shareKey", share(String.valueOf(values.get("indexKey"))));
        }
        putLinks(values, operation, id);
        if (operation.id().contains("Retention") || operation.id().contains("Disposal")) {
            putRetention(values, operation, id);
        }
        values.put("AddFolder.path", server.accounts.unique("new-folder-"));
        values.put("SetFolderPermissions.path", path);
        values.put("SetFolderPermissions.roles", List.of(role(EDITORS, ALL)));
        values.put("IndexFolderMove.source", path);
        values.put("IndexFolderMove.target", path + "-moved");
        values.put("IndexSearch.indexType", "folder");
        values.put("AddApiKey.name", MARKER);
        values.put("UpdateConfiguration.notificationEmail", MARKER + "@matrix.example");
        if (operation.hasPathParameter("apiKey")) {
            values.put(
                    "apiKey", String.valueOf(siteKey("short-lived", SITE, ALL).token()));
        }
        return Values.of(values);
    }

    private void putDocument(Map<String, Object> values, String id) {
        values.put("documentId", id);
        values.put("tagKey", "state");
        values.put("tagValue", "new");
        for (String each : List.of("AddDocument", "AddDocumentUpload")) {
            values.put(each + ".documentId", UUID.randomUUID().toString());
            values.put(each + ".path", server.accounts.unique("sent-") + ".txt");
        }
        values.put("AddDocument.content", "text");
        values.put("GetDocumentUpload.path", server.accounts.unique("sent-") + ".txt");
        values.put("UpdateDocument.metadata", List.of(Map.of("key", "note", "value", "changed")));
        values.put("CompressDocuments.documentIds", List.of(id));
        values.put("UpdateMatchingDocumentTags.match", Map.of("tag", Map.of("key", "state", "eq", "no such")));
        values.put("UpdateMatchingDocumentTags.update", Map.of("tags", List.of(Map.of("key", "seen", "value", "yes"))));
        for (String each : List.of("AddDocumentTags", "UpdateDocumentTags", "SetDocumentTags")) {
            values.put(each + ".tags", List.of(Map.of("key", "state", "value", "other")));
        }
        values.put("SetDocumentTag.value", "other");
        values.put("DocumentSearch.query", Map.of("tag", Map.of("key", "word", "eq", MARKER)));
        values.put("AddAttribute.attribute", Map.of("key", server.accounts.unique("attribute-")));
    }

    private void putAttributes(Map<String, Object> values, String id) {
        String used = attribute();
        String unused = attribute();
        if (!isDeleted(id)) {
            call(
                    "POST",
                    DOCUMENTS + "/" + id + "/attributes",
                    SITE,
                    Map.of("attributes", List.of(Map.of("key", used, "stringValue", "one"))));
        }
        values.put("key", unused);
        values.put("attributeKey", used);
        values.put("attributeValue", "one");
        values.put("UpdateAttribute.attribute", Map.of("type", "STANDARD"));
        values.put("SetDocumentAttributeValue.attribute", Map.of("stringValue", "two"));
        for (String each : List.of("AddDocumentAttributes", "SetDocumentAttributes")) {
            values.put(each + ".attributes", List.of(Map.of("key", unused, "stringValue", "two")));
        }
    }

    /** A second content makes the first one a version. */
    private void putVersions(Map<String, Object> values, String id) {
        call("PATCH", DOCUMENTS + "/" + id, SITE, Map.of("content", "a second one"));
        String key = call("GET", DOCUMENTS + "/" + id + "/versions", SITE, null)
                .path("documents")
                .path(1)
                .path("versionKey")
                .asText();
        values.put("DeleteDocumentVersion.versionKey", key);
        values.put("SetDocumentVersion.versionKey", key);
    }

    @Override
    void prepare(ServedOperation operation, Caller caller) {
        if (operation.id().contains("OpaAccessPolicy")) {
            vocabulary.openPolicy();
        }
        if (operation.id().equals("DropQuery")) {
            server.json(
                    caller,
                    "PUT",
                    BASE + "/x/queries/" + FormKiqVocabulary.QUERY + "?siteId=" + SITE,
                    Map.of("query", "q=1"));
        }
    }

    private boolean isDeleted(String id) {
        return server.send(admin, new Request("GET", BASE + DOCUMENTS + "/" + id + "?siteId=" + SITE, Map.of(), null))
                        .status()
                == 404;
    }

    @Override
    Set<String> special() {
        return Set.of(
                "SetDocumentRestore",
                "GetDocumentOcr",
                "GetPublishedDocumentContent",
                "TryRules",
                "PurgeDocument",
                "AddDocumentAttributes",
                "SetDocumentAttributes",
                "DeleteFolder",
                "DeleteIndex",
                "IndexFolderMove",
                "GetDocumentVersions",
                "SetDocumentVersion",
                "DeleteDocumentVersion",
                "SetDocumentCheckout",
                "SetDocumentCheckoutLegalHold",
                "DeleteDocumentCheckoutLegalHold");
    }

    @Override
    Map<String, String> missing() {
        Map<String, String> missing = new LinkedHashMap<>(Map.of(
                "documentId", NOWHERE, "key", "attribute-none", "indexKey", "bm8jbm8", "apiKey", "n".repeat(51)));
        FormKiqVocabulary.IDS.forEach(name -> missing.put(name, NOWHERE));
        FormKiqFlows.IDS.forEach(name -> missing.put(name, NOWHERE));
        FormKiqOutside.IDS.forEach(name -> missing.put(name, NOWHERE));
        FormKiqCases.IDS.forEach(name -> missing.put(name, NOWHERE));
        return missing;
    }

    @Override
    Map<String, Ids> foreign() {
        Map<String, Ids> foreign = new LinkedHashMap<>(Map.of(
                "documentId", new Ids(otherDocument, NOWHERE),
                "indexKey", new Ids(otherFolder, "bm8jbm8"),
                "apiKey", new Ids(otherKey, mask("n".repeat(51)))));
        otherOutside.ids().forEach((name, id) -> foreign.put(name, new Ids(id, NOWHERE)));
        otherVocabulary.ids().forEach((name, id) -> foreign.put(name, new Ids(id, NOWHERE)));
        otherFlows.ids().forEach((name, id) -> foreign.put(name, new Ids(id, NOWHERE)));
        new FormKiqCases(server, admin, OTHER_SITE)
                .ids(List.of(otherDocument))
                .forEach((name, id) -> foreign.put(name, new Ids(id, NOWHERE)));
        return foreign;
    }

    @Override
    Caller insider() {
        return admin;
    }
}
