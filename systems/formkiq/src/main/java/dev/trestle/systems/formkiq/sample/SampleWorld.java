package dev.trestle.systems.formkiq.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.sample.SampleCalls;
import dev.trestle.platform.sample.SampleClock;
import dev.trestle.platform.system.Demo;
import dev.trestle.platform.system.Environment;
import dev.trestle.systems.formkiq.FormKiq;
import dev.trestle.systems.formkiq.FormKiqSettings;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.Sites;
import dev.trestle.systems.formkiq.sample.SampleFiles.File;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Two sites of a housing association with sixty documents, and five people with different rights. It is the same each time. */
public final class SampleWorld {
    static final String RUTH = "ruth@records.localhost";
    static final String EDDA = "edda@records.localhost";
    static final String ARNE = "arne@records.localhost";
    static final String GRETA = "greta@records.localhost";
    static final String ADAM = "adam@records.localhost";
    private static final String FINANCE = "finance";
    private static final String HOUSE = "default";
    private static final Duration STEP = Duration.ofMinutes(97);

    /** All of it is over a little before now. */
    private static final Duration BACK = STEP.multipliedBy(80);

    private static final int PARTS = 4;
    private static final String INVOICE = "Invoice";
    private static final String CONTRACT = "Contract";
    private static final List<String> COST_CENTRES = List.of("4100", "4110", "4120", "4130", "4200");

    public static final Demo<FormKiqSettings> DEMO = Demo.inSteps(
            List.of(
                    account(RUTH, "Ruth Reader", "default_read", "finance_read")
                            .about("Reads the documents of both sites.", "阅读两个站点的文档。", "閱讀兩個網站的文件。"),
                    account(EDDA, "Edda Editor", HOUSE, FINANCE)
                            .about("Files, edits and deletes documents.", "归档、编辑和删除文档。", "歸檔、編輯和刪除文件。"),
                    account(ARNE, "Arne Approver", "default_read", FINANCE, SampleFlows.APPROVERS)
                            .about("Approves invoices in finance.", "在 finance 审批发票。", "在 finance 核准發票。"),
                    account(GRETA, "Greta Governor", "default_govern", "finance_govern", SampleFlows.BOARD)
                            .about("Governs both sites: folders, deletion.", "治理两个站点：文件夹、删除。", "治理兩個網站：資料夾、刪除。"),
                    account(ADAM, "Adam Administrator", "Admins")
                            .about("Sets up sites, attributes and API keys.", "设置站点、属性和 API 密钥。", "設定網站、屬性和 API 金鑰。")),
            SampleWorld::load);

    private final SampleCalls calls;
    private final String issuer;
    private final UnaryOperator<String> subjects;
    private final Map<String, String> ids = new HashMap<>();
    private final Map<String, String> classes = new HashMap<>();

    private SampleWorld(
            Environment<FormKiqSettings> environment,
            FormKiq formkiq,
            SampleClock clock,
            UnaryOperator<String> subjects) {
        this.calls = new SampleCalls(formkiq.api(), clock);
        this.issuer = environment.identity().issuerName();
        this.subjects = subjects;
    }

    private static Demo.Account account(String email, String name, String... groups) {
        return new Demo.Account(email, name, List.of(groups), Map.of());
    }

    private static void load(
            Environment<FormKiqSettings> environment, UnaryOperator<String> subjects, Demo.Progress progress) {
        SampleClock clock = new SampleClock(environment.clock().instant().minus(BACK));
        Environment<FormKiqSettings> past = environment.at(clock);
        try (FormKiq formkiq = FormKiq.idle(past)) {
            SampleWorld world = new SampleWorld(past, formkiq, clock, subjects);
            past.store().put(Sites.SITE, new Sites.Site(HOUSE, "House", ActiveStatus.ACTIVE));
            past.store().put(Sites.SITE, new Sites.Site(FINANCE, "Finance", ActiveStatus.ACTIVE));
            world.attributes();
            world.classes();
            progress.reached(1, PARTS);
            SampleFiles.house().forEach(file -> world.file(HOUSE, file));
            progress.reached(2, PARTS);
            SampleFiles.finance().forEach(file -> world.file(FINANCE, file));
            progress.reached(3, PARTS);
            world.relations();
            world.rules();
            world.shares();
            world.retention(clock);
            new SampleFlows(world::call, world::id).make(() -> world.calls.later(STEP), formkiq::runJobs);
            world.history();
            world.cases(clock);
            formkiq.runJobs();
            progress.reached(PARTS, PARTS);
        }
    }

    private Principal as(String email) {
        List<String> groups = DEMO.accounts().stream()
                .filter(account -> account.email().equals(email))
                .findFirst()
                .orElseThrow()
                .groups();
        return new Principal(
                issuer, subjects.apply(email), Principal.Proof.TOKEN, null, Set.copyOf(groups), Map.of("email", email));
    }

    private JsonNode call(String email, String operation, String site, Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("siteId", site);
        return calls.call(as(email), operation, all);
    }

    private void attributes() {
        for (String site : List.of(HOUSE, FINANCE)) {
            define(site, "Building", "STRING");
            define(site, "Confidential", "KEY_ONLY");
        }
        define(FINANCE, "Supplier", "STRING");
        define(FINANCE, "Amount", "NUMBER");
        define(FINANCE, "Due", "STRING");
        define(FINANCE, "Paid", "BOOLEAN");
        define(FINANCE, "Cost centre", "STRING");
        define(HOUSE, "Meter", "NUMBER");
    }

    /** Finance knows its cost centres, and two classes of documents. */
    private void classes() {
        Map<String, Object> centres = Map.of("attributeKey", "Cost centre", "allowedValues", COST_CENTRES);
        call(GRETA, "SetSitesSchema", FINANCE, Map.of("body", schema("Finance", List.of(), List.of(centres))));
        classes.put(INVOICE, classOf(INVOICE, List.of("Supplier", "Amount", "Due"), List.of("Paid", "Cost centre")));
        classes.put(CONTRACT, classOf(CONTRACT, List.of(), List.of("Supplier", "Building")));
    }

    private String classOf(String name, List<String> required, List<String> optional) {
        Map<String, Object> body = schema(name, keys(required), keys(optional));
        return call(GRETA, "AddClassification", FINANCE, Map.of("body", Map.of("classification", body)))
                .path("classificationId")
                .asText();
    }

    private static List<Map<String, Object>> keys(List<String> names) {
        return names.stream()
                .map(name -> Map.<String, Object>of("attributeKey", name))
                .toList();
    }

    private static Map<String, Object> schema(
            String name, List<Map<String, Object>> required, List<Map<String, Object>> optional) {
        return Map.of(
                "name",
                name,
                "attributes",
                Map.of("required", required, "optional", optional, "allowAdditionalAttributes", true));
    }

    /** The attributes of a file, with its class. */
    private List<Map<String, Object>> classified(String site, File file) {
        List<Map<String, Object>> attributes = new ArrayList<>(file.attributes());
        boolean isInvoice = attributes.stream().anyMatch(each -> "Due".equals(each.get("key")));
        boolean isContract = site.equals(FINANCE) && file.path().startsWith("Contracts/");
        if (isInvoice || isContract) {
            attributes.add(Map.of("classificationId", String.valueOf(classes.get(isInvoice ? INVOICE : CONTRACT))));
        }
        return attributes;
    }

    private void define(String site, String key, String dataType) {
        call(ADAM, "AddAttribute", site, Map.of("body", Map.of("attribute", Map.of("key", key, "dataType", dataType))));
    }

    private void file(String site, File file) {
        calls.later(STEP);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("path", file.path());
        body.put("contentType", file.type());
        body.put("content", Base64.getEncoder().encodeToString(file.content()));
        body.put("isBase64", true);
        body.put("attributes", classified(site, file));
        body.put("tags", file.tags());
        String by = file.path().startsWith("Invoices") && ids.size() % 3 == 0 ? ARNE : EDDA;
        JsonNode made = call(by, "AddDocument", site, Map.of("body", body));
        ids.put(site + "/" + file.path(), made.path("documentId").asText());
    }

    private void relations() {
        relate("Invoices/2025/Invoice 2025-1187 roof works.pdf", "Contracts/Maintenance/Roof framework 2024.pdf");
        relate("Invoices/2025/Invoice 2025-1186 scaffolding.pdf", "Contracts/Maintenance/Roof framework 2024.pdf");
        relate("Invoices/2025/Invoice 2025-1157 cleaning.pdf", "Contracts/Cleaning/Stairwells 2025.pdf");
        for (String path : List.of(
                "Invoices/2025/Draft, do not pay.pdf", "Invoices/2025/Invoice 2025-1187 roof works, copy.pdf")) {
            calls.later(STEP);
            call(EDDA, "DeleteDocument", FINANCE, Map.of("documentId", id(path), "softDelete", "true"));
        }
    }

    /** A text that was changed twice, a contract under a legal hold, and an invoice that somebody works on. */
    private void history() {
        String notes = made(HOUSE, EDDA, "Board/House rules.md", HouseRules.FIRST);
        for (String text : List.of(HouseRules.SECOND, HouseRules.THIRD)) {
            calls.later(STEP);
            call(EDDA, "UpdateDocument", HOUSE, Map.of("documentId", notes, "body", Map.of("content", text)));
        }
        calls.later(STEP);
        call(
                GRETA,
                "SetDocumentCheckoutLegalHold",
                FINANCE,
                Map.of("documentId", id("Contracts/Maintenance/Roof framework 2024.pdf")));
        call(
                ARNE,
                "SetDocumentCheckout",
                FINANCE,
                Map.of("documentId", id("Invoices/2025/Invoice 2025-1157 cleaning.pdf")));
    }

    private String made(String site, String by, String path, String text) {
        calls.later(STEP);
        return call(by, "AddDocument", site, Map.of("body", Map.of("path", path, "content", text)))
                .path("documentId")
                .asText();
    }

    /** How a house's rules came to be what they are. */
    private static final class HouseRules {
        static final String FIRST =
                "# House rules\n\nQuiet hours are from 22:00 to 6:00.\n\nBicycles stand in the yard.\n";
        static final String SECOND =
                "# House rules\n\nQuiet hours are from 22:00 to 7:00.\n\nBicycles stand in the yard.\n";
        static final String THIRD = "# House rules\n\nQuiet hours are from 22:00 to 7:00, on Sundays all day.\n\n"
                + "Bicycles stand in the cellar, prams in the yard.\n";
    }

    private String id(String path) {
        return String.valueOf(ids.get(FINANCE + "/" + path));
    }

    private void relate(String path, String other) {
        Map<String, Object> relation =
                Map.of("documentId", id(other), "relationship", "ASSOCIATED", "inverseRelationship", "ASSOCIATED");
        call(
                EDDA,
                "AddDocumentAttributes",
                FINANCE,
                Map.of("documentId", id(path), "body", Map.of("attributes", List.of(relation))));
    }

    /** Salaries are for those who govern, and for nobody else. */
    private void rules() {
        Map<String, Object> nobody = Map.of("roleName", "payroll", "permissions", List.of("READ"));
        call(
                GRETA,
                "SetFolderPermissions",
                FINANCE,
                Map.of("body", Map.of("path", "Salaries", "roles", List.of(nobody))));
    }

    /** The house reads contracts on maintenance, which are finance's. */
    private void shares() {
        for (JsonNode each : call(GRETA, "GetFolderDocuments", FINANCE, Map.of("path", "Contracts", "limit", "100"))
                .path("documents")) {
            if (each.path("path").asText().equals("Maintenance")) {
                call(
                        GRETA,
                        "AddFolderShare",
                        FINANCE,
                        Map.of(
                                "indexKey",
                                each.path("indexKey").asText(),
                                "body",
                                Map.of("share", Map.of("group", HOUSE, "permissions", List.of("READ")))));
            }
        }
    }

    /** Editors of finance keep its cases. */
    private void cases(SampleClock clock) {
        LocalDate today = clock.instant().atOffset(ZoneOffset.UTC).toLocalDate();
        calls.later(STEP);
        SampleCases cases = new SampleCases((operation, asked) -> call(EDDA, operation, FINANCE, asked), today);
        cases.roof(
                id("Invoices/2025/Invoice 2025-1187 roof works.pdf"),
                id("Invoices/2025/Invoice 2025-1186 scaffolding.pdf"),
                id("Contracts/Maintenance/Roof framework 2024.pdf"));
        calls.later(STEP);
        cases.cleaning(id("Contracts/Cleaning/Stairwells 2025.pdf"));
    }

    /** Contracts are kept for a year after their end; that of one comes in three weeks. */
    private void retention(SampleClock clock) {
        define(FINANCE, "Ends on", "STRING");
        LocalDate today = clock.instant().atOffset(ZoneOffset.UTC).toLocalDate();
        Map<String, LocalDate> ends = Map.of(
                "Contracts/Cleaning/Stairwells 2025.pdf", today.minusYears(1).plusDays(21),
                "Contracts/Maintenance/Roof framework 2024.pdf", today.plusYears(2));
        ends.forEach((path, day) -> call(
                GRETA,
                "AddDocumentAttributes",
                FINANCE,
                Map.of(
                        "documentId",
                        id(path),
                        "body",
                        Map.of("attributes", List.of(Map.of("key", "Ends on", "stringValue", day.toString()))))));
        call(
                GRETA,
                "SetRetention",
                FINANCE,
                Map.of(
                        "classificationId",
                        String.valueOf(classes.get(CONTRACT)),
                        "body",
                        Map.of("years", 1, "dateAttribute", "Ends on", "outcome", "REVIEW", "noticeDays", 60)));
    }
}
