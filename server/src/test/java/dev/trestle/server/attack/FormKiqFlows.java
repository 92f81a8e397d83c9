package dev.trestle.server.attack;

import static org.awaitility.Awaitility.await;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What documents of a site of FormKiQ go through: queues, workflows, rulesets and rules. */
final class FormKiqFlows {
    /** The path parameters that name something of a site. */
    static final List<String> IDS = List.of("queueId", "workflowId", "rulesetId", "ruleId");

    private static final String BASE = "/formkiq/v1";

    private final AttackedServer server;
    private final Caller admin;
    private final String site;

    FormKiqFlows(AttackedServer server, Caller admin, String site) {
        this.server = server;
        this.admin = admin;
        this.site = site;
    }

    private String made(String path, String id, Object body) {
        return server.json(admin, "POST", BASE + path + "?siteId=" + site, body)
                .path(id)
                .asText();
    }

    private static Map<String, Object> workflow(String queueId) {
        return Map.of(
                "name",
                Fixture.MARKER,
                "status",
                "ACTIVE",
                "steps",
                List.of(Map.of("stepId", "s", "queue", Map.of("queueId", queueId))));
    }

    private static Map<String, Object> ruleset() {
        return Map.of("description", Fixture.MARKER, "priority", 1, "status", "INACTIVE");
    }

    private static Map<String, Object> rule(String workflowId) {
        return Map.of(
                "description",
                Fixture.MARKER,
                "priority",
                1,
                "status",
                "INACTIVE",
                "workflowId",
                workflowId,
                "conditions",
                Map.of("must", List.of(Map.of("criterion", "TEXT", "operation", "EQ", "value", "no such text"))));
    }

    /** One of each, by the parameter that names it. */
    Map<String, String> ids() {
        String queue = made("/queues", "queueId", Map.of("name", Fixture.MARKER));
        String workflow = made("/workflows", "workflowId", workflow(queue));
        String ruleset = made("/rulesets", "rulesetId", Map.of("ruleset", ruleset()));
        String rule = made("/rulesets/" + ruleset + "/rules", "ruleId", Map.of("rule", rule(workflow)));
        return Map.of("queueId", queue, "workflowId", workflow, "rulesetId", ruleset, "ruleId", rule);
    }

    /** Names what operations take, and makes what their paths name. */
    void put(Map<String, Object> values, ServedOperation operation, String documentId) {
        boolean isNamed = IDS.stream().anyMatch(operation::hasPathParameter)
                || operation.id().contains("Workflow")
                || operation.id().contains("Queue")
                || operation.id().contains("Rule");
        if (!isNamed) {
            return;
        }
        Map<String, String> ids = new LinkedHashMap<>(ids());
        String queue = ids.get("queueId");
        String workflow = ids.get("workflowId");
        values.put("AddQueue.name", Fixture.MARKER);
        for (String each : List.of("AddWorkflow", "SetWorkflow", "CheckWorkflow")) {
            workflow(String.valueOf(queue)).forEach((name, value) -> values.put(each + "." + name, value));
        }
        values.put("UpdateWorkflow.description", Fixture.MARKER);
        values.put("AddDocumentWorkflow.workflowId", workflow);
        values.put("AddDocumentWorkflowDecisions.decision", "APPROVE");
        values.put("AddRuleset.ruleset", ruleset());
        values.put("UpdateRuleset.ruleset", ruleset());
        values.put("AddRule.rule", rule(String.valueOf(workflow)));
        values.put("UpdateRule.rule", rule(String.valueOf(workflow)));
        values.put("TryRules.documentId", documentId);
        switch (operation.id()) {
            case "DeleteQueue" -> ids.put("queueId", made("/queues", "queueId", Map.of("name", "free")));
            case "DeleteWorkflow" ->
                ids.put("workflowId", made("/workflows", "workflowId", workflow(String.valueOf(queue))));
            case "DeleteRuleset" -> ids.put("rulesetId", made("/rulesets", "rulesetId", Map.of("ruleset", ruleset())));
            default -> {}
        }
        values.putAll(ids);
        switch (operation.id()) {
            case "GetDocumentWorkflow", "GetDocumentWay", "GetWorkflowDocuments" ->
                start(documentId, String.valueOf(workflow));
            case "AddDocumentWorkflowDecisions" -> {
                start(documentId, String.valueOf(workflow));
                // The action goes into the queue by a job.
                await().until(() -> server.json(
                                admin, "GET", BASE + "/x/queues/" + queue + "/documents?siteId=" + site, null)
                        .toString()
                        .contains(documentId));
            }
            default -> {}
        }
    }

    private void start(String documentId, String workflowId) {
        String unused = made("/documents/" + documentId + "/workflows", "message", Map.of("workflowId", workflowId));
    }
}
