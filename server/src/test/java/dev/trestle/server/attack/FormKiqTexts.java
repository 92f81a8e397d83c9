package dev.trestle.server.attack;

import java.util.List;
import java.util.Map;

/** What is known of the contents of FormKiQ's documents: recognised text, the index of words, scans and classifications. */
final class FormKiqTexts {
    private static final String BASE = "/formkiq/v1";

    private final AttackedServer server;
    private final Caller admin;
    private final String site;

    FormKiqTexts(AttackedServer server, Caller admin, String site) {
        this.server = server;
        this.admin = admin;
        this.site = site;
    }

    /** Names what operations take, and makes what they read. */
    void put(Map<String, Object> values, ServedOperation operation, String documentId) {
        String document = BASE + "/documents/" + documentId;
        if (operation.id().endsWith("DocumentOcr")) {
            send("PUT", document + "/ocr", Map.of("content", Fixture.MARKER, "contentType", "text/plain"));
        }
        if (operation.id().contains("DocumentFulltext")) {
            send("PUT", document + "/fulltext", fulltext());
        }
        values.put("SetDocumentOcr.content", Fixture.MARKER);
        values.put("SetDocumentOcr.contentType", "text/plain");
        values.put("AddDocumentSync.sync", Map.of("service", "FULLTEXT", "type", "METADATA"));
        for (String each : List.of("AddDocumentFulltext", "SetDocumentFulltext", "UpdateDocumentFulltext")) {
            fulltext().forEach((name, value) -> values.put(each + "." + name, value));
        }
        values.put("SetDocumentDataClassification.llmPromptEntityName", "none");
        values.put("SearchFulltext.query", Map.of("text", Fixture.MARKER));
        values.put("GetExcerpts.text", Fixture.MARKER);
        values.put("GetExcerpts.documentIds", List.of(documentId));
        values.put("TryMapping.documentId", documentId);
        values.put("TryMapping.mapping", values.getOrDefault("AddMapping.mapping", Map.of()));
    }

    private static Map<String, Object> fulltext() {
        return Map.of(
                "content",
                Fixture.MARKER,
                "contentType",
                "text/plain",
                "tags",
                List.of(Map.of("key", "state", "value", "new")));
    }

    private void send(String method, String path, Object body) {
        var unused = server.json(admin, method, path + "?siteId=" + site, body);
    }
}
