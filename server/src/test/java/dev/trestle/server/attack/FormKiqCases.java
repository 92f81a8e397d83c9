package dev.trestle.server.attack;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/** A case of a site of FormKiQ, with a task, a nigo, and a document of each. */
final class FormKiqCases {
    /** The path parameters that name something of a case. */
    static final List<String> IDS = List.of("caseId", "taskId", "nigoId");

    private static final String CASES = "/formkiq/v1/cases";
    private static final Map<String, Object> NAMED = Map.of("name", Fixture.MARKER, "description", Fixture.MARKER);

    private final AttackedServer server;
    private final Caller admin;
    private final String site;

    FormKiqCases(AttackedServer server, Caller admin, String site) {
        this.server = server;
        this.admin = admin;
        this.site = site;
    }

    private JsonNode add(String path, String name, List<String> documentIds) {
        Map<String, Object> fields =
                Map.of("name", Fixture.MARKER, "description", Fixture.MARKER, "documentIds", documentIds);
        return server.json(admin, "POST", path + "?siteId=" + site, Map.of(name, fields));
    }

    /** One of each, with some documents, by the parameter that names it. */
    Map<String, String> ids(List<String> documentIds) {
        String caseId = add(CASES, "case", documentIds).path("caseId").asText();
        String path = CASES + "/" + caseId;
        return Map.of(
                "caseId",
                caseId,
                "taskId",
                add(path + "/tasks", "task", documentIds).path("taskId").asText(),
                "nigoId",
                add(path + "/nigos", "nigo", documentIds).path("nigoId").asText());
    }

    /** Names what operations take, and makes what their paths name. */
    void put(Map<String, Object> values, ServedOperation operation, String documentId) {
        for (String each : List.of("AddCase.case", "UpdateCase.case", "AddTask.task", "UpdateTask.task")) {
            values.put(each, NAMED);
        }
        values.put("AddNigo.nigo", NAMED);
        values.put("UpdateNigo.nigo", NAMED);
        if (operation.hasPathParameter("caseId") || operation.id().endsWith("Cases")) {
            values.putAll(ids(List.of(documentId)));
        }
    }
}
