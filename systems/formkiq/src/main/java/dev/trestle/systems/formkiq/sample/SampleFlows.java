package dev.trestle.systems.formkiq.sample;

import static dev.trestle.systems.formkiq.sample.SampleWorld.ARNE;
import static dev.trestle.systems.formkiq.sample.SampleWorld.EDDA;
import static dev.trestle.systems.formkiq.sample.SampleWorld.GRETA;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** How invoices are approved: two queues, a workflow with three documents that wait, and a ruleset that fills it. */
final class SampleFlows {
    /** Who approves first. */
    static final String APPROVERS = "approvers";

    /** Who approves what costs much. */
    static final String BOARD = "board";

    private static final String FINANCE = "finance";
    private static final List<String> WAITING = List.of(
            "Invoices/2025/Invoice 2025-1187 roof works.pdf",
            "Invoices/2025/Invoice 2025-1186 scaffolding.pdf",
            "Invoices/2025/Invoice 2025-1185 drainage survey.pdf");

    private final Calls calls;
    private final UnaryOperator<String> ids;

    /** Calls operations in somebody's name. */
    @FunctionalInterface
    interface Calls {
        JsonNode call(String email, String operation, String site, Map<String, ?> arguments);
    }

    SampleFlows(Calls calls, UnaryOperator<String> ids) {
        this.calls = calls;
        this.ids = ids;
    }

    /** {@code later} lets time go by, {@code work} has done what is due. */
    void make(Runnable later, Runnable work) {
        String first = queue("Invoice approval");
        String second = queue("Board approval");
        String workflow = workflow(first, second);
        for (String path : WAITING) {
            later.run();
            JsonNode unused = calls.call(
                    EDDA,
                    "AddDocumentWorkflow",
                    FINANCE,
                    Map.of("documentId", ids.apply(path), "body", Map.of("workflowId", workflow)));
            work.run();
        }
        later.run();
        JsonNode unused = calls.call(
                ARNE,
                "AddDocumentWorkflowDecisions",
                FINANCE,
                Map.of(
                        "documentId",
                        ids.apply(WAITING.get(0)),
                        "workflowId",
                        workflow,
                        "body",
                        Map.of("decision", "APPROVE", "comments", "Agrees with the order.")));
        work.run();
        rules(workflow);
    }

    private String queue(String name) {
        return calls.call(GRETA, "AddQueue", FINANCE, Map.of("body", Map.of("name", name)))
                .path("queueId")
                .asText();
    }

    private String workflow(String first, String second) {
        Map<String, Object> body = Map.of(
                "name",
                "Invoice approval",
                "description",
                "Approved by finance, then by the board",
                "status",
                "ACTIVE",
                "steps",
                List.of(step("finance", first, APPROVERS), step("board", second, BOARD)));
        return calls.call(GRETA, "AddWorkflow", FINANCE, Map.of("body", body))
                .path("workflowId")
                .asText();
    }

    private static Map<String, Object> step(String id, String queue, String group) {
        return Map.of("stepId", id, "queue", Map.of("queueId", queue, "approvalGroups", List.of(group)));
    }

    /** What is an invoice by its text goes the same way. */
    private void rules(String workflow) {
        String ruleset = calls.call(
                        GRETA,
                        "AddRuleset",
                        FINANCE,
                        Map.of(
                                "body",
                                Map.of(
                                        "ruleset",
                                        Map.of("description", "Incoming mail", "priority", 10, "status", "ACTIVE"))))
                .path("rulesetId")
                .asText();
        Map<String, Object> must = Map.of(
                "must",
                List.of(
                        Map.of("criterion", "CONTENT_TYPE", "operation", "EQ", "value", "text/plain"),
                        Map.of("criterion", "TEXT", "operation", "CONTAINS", "value", "invoice number")));
        Map<String, Object> rule = Map.of(
                "description",
                "Invoices",
                "priority",
                10,
                "status",
                "ACTIVE",
                "workflowId",
                workflow,
                "conditions",
                must);
        JsonNode unused =
                calls.call(GRETA, "AddRule", FINANCE, Map.of("rulesetId", ruleset, "body", Map.of("rule", rule)));
    }
}
