package dev.trestle.systems.formkiq.sample;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** Two cases of the sample world: a damage that somebody works on, and a contract that comes to its end. */
final class SampleCases {
    private static final List<Map<String, Object>> NUMBERS = List.of(
            Map.of("type", "STATIC", "staticValue", "CASE-"),
            Map.of("type", "DATE_YYYYMMDD"),
            Map.of("type", "STATIC", "staticValue", "-"),
            Map.of("type", "AUTO_INCREMENT", "padding", 3));

    private final Calls calls;
    private final LocalDate today;

    SampleCases(Calls calls, LocalDate today) {
        this.calls = calls;
        this.today = today;
    }

    /** Calls an operation of the site as the one who keeps its cases. */
    @FunctionalInterface
    interface Calls {
        JsonNode call(String operation, Map<String, ?> arguments);
    }

    private String add(String operation, String name, String caseId, Map<String, Object> fields) {
        Map<String, Object> arguments = caseId.isEmpty()
                ? Map.of("body", Map.of(name, fields))
                : Map.of("caseId", caseId, "body", Map.of(name, fields));
        return calls.call(operation, arguments).path(name + "Id").asText();
    }

    private void task(String caseId, String description, String status, int days, List<String> documentIds) {
        String unused = add(
                "AddTask",
                "task",
                caseId,
                Map.of(
                        "description",
                        description,
                        "status",
                        status,
                        "dueDate",
                        today.plusDays(days).toString(),
                        "documentIds",
                        documentIds));
    }

    private void nigo(String caseId, String name, String status, List<String> documentIds) {
        String unused =
                add("AddNigo", "nigo", caseId, Map.of("name", name, "status", status, "documentIds", documentIds));
    }

    void roof(String invoice, String scaffolding, String contract) {
        String id = add(
                "AddCase",
                "case",
                "",
                Map.of(
                        "name",
                        "Leak in the roof of house 12",
                        "description",
                        "Water came in above the stairwell. The insurer pays if the repair is proved.",
                        "status",
                        "IN_PROGRESS",
                        "startDate",
                        today.minusDays(20).toString(),
                        "dueDate",
                        today.minusDays(2).toString(),
                        "metadata",
                        Map.of("insurer", "Northern Mutual", "claim", "NM-55-2031"),
                        "caseNumberFormat",
                        NUMBERS,
                        "documentIds",
                        List.of(invoice, scaffolding)));
        task(id, "Send the invoices to the insurer", "ASSIGNED", -2, List.of(invoice));
        task(id, "Have the repair inspected", "NEW", 9, List.of());
        task(id, "Take the scaffolding down", "RESOLVED", -8, List.of(scaffolding));
        nigo(id, "The report on the damage is not signed", "AWAITING_CLIENT_RESPONSE", List.of());
        nigo(id, "The contract names another roof", "RESOLVED", List.of(contract));
    }

    void cleaning(String contract) {
        String id = add(
                "AddCase",
                "case",
                "",
                Map.of(
                        "name",
                        "New contract for the stairwells",
                        "description",
                        "The contract on cleaning ends this year.",
                        "plannedStartDate",
                        today.plusDays(14).toString(),
                        "dueDate",
                        today.plusDays(60).toString(),
                        "caseNumberFormat",
                        NUMBERS,
                        "documentIds",
                        List.of(contract)));
        task(id, "Ask three firms for an offer", "NEW", 21, List.of(contract));
    }
}
