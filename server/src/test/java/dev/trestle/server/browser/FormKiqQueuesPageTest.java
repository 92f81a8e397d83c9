package dev.trestle.server.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Queues, workflows and rulesets in browsers: two approvers, and a governor who sets them up. */
class FormKiqQueuesPageTest extends PagesTest {
    private static final String FINANCE = "/formkiq/finance";
    private static final String WAITING = ".fk-waiting button";

    @SuppressWarnings("NullAway.Init")
    private static Browser arne;

    @SuppressWarnings("NullAway.Init")
    private static Browser greta;

    @BeforeAll
    static void open() {
        demonstrate();
        arne = signedIn("arne@records.localhost");
        greta = signedIn("greta@records.localhost");
    }

    private static Browser signedIn(String email) {
        // Where files are sent to and come from is an address of localhost, which the pages' policy lets in.
        Browser browser = browse(installation().url().replace("//127.0.0.1", "//localhost"));
        browser.size(1440, 900).go("/formkiq");
        return browser.signIn(email, Demonstration.PASSWORD);
    }

    /** A request as the governor. */
    private static Map<?, ?> call(String method, String path, Map<String, ?> body) {
        return (Map<?, ?>) Objects.requireNonNull(greta.script(
                "return import('/session.js').then((session) => session.call(arguments[0], arguments[1], arguments[2]))",
                method,
                "/formkiq/v1" + path + "?siteId=finance",
                body));
    }

    private static Map<String, Object> step(String id, String queue, List<String> groups) {
        return Map.of("stepId", id, "queue", Map.of("queueId", queue, "approvalGroups", groups));
    }

    /** A queue of its own in which documents wait for both. */
    private static String waiting(String name, String... documents) {
        String queue =
                String.valueOf(call("POST", "/queues", Map.of("name", name)).get("queueId"));
        String workflow = String.valueOf(call(
                        "POST",
                        "/workflows",
                        Map.of(
                                "name",
                                name,
                                "status",
                                "ACTIVE",
                                "steps",
                                List.of(step("only", queue, List.of("approvers", "board")))))
                .get("workflowId"));
        for (String each : documents) {
            String id = String.valueOf(call(
                            "POST",
                            "/documents",
                            Map.of(
                                    "path",
                                    name + "/" + each,
                                    "contentType",
                                    "text/plain",
                                    "content",
                                    "Text of " + each))
                    .get("documentId"));
            call("POST", "/documents/" + id + "/workflows", Map.of("workflowId", workflow));
            greta.until(
                    "it waits",
                    () -> String.valueOf(greta.script(
                                    "return import('/session.js').then((session) => session.call('GET', '/formkiq/v1/x/queues/"
                                            + queue
                                            + "/documents?siteId=finance')).then((page) => JSON.stringify(page))"))
                            .contains(id));
        }
        return queue;
    }

    @Test
    void queue_ofTheDemonstration_showsWhatWaits_andIsDecidedByKeys() {
        arne.size(1440, 900).visit(FINANCE + "/queues");
        arne.find(WAITING + "[aria-current=true]", "scaffolding");
        arne.find(".fk-decision-head h2", "scaffolding");
        arne.find(".fk-decision-values", "Amount");
        arne.find("fk-way li[data-state=NOW]", "Invoice approval");
        arne.find(".subnav a[aria-current] .page-count");
        arne.checkAccessible().checkFits().pictures("formkiq-queues");
        arne.size(390, 844).checkFits().picture("formkiq-queues-phone");
        arne.size(1440, 900).press("r");
        arne.find(".fk-decision-form .problem", "Say why you reject it.");
        arne.press("too dear");
        arne.press(org.openqa.selenium.Keys.ESCAPE).press("a");
        arne.see("Approved “Invoice 2025-1186 scaffolding.pdf”");
        arne.find(".fk-decision-head h2", "drainage survey");
        greta.size(1440, 900).visit(FINANCE + "/queues");
        greta.find(".fk-waiting", "roof works");
        greta.find("fk-way li[data-state=DONE]", "Approved by arne@records.localhost");
        greta.visit("/").see("put it into Board approval; it waits for your decision");
    }

    @Test
    void decision_whileAnotherDecides_isTold_andTheNextOneOpens() {
        String queue = waiting("Race", "first.txt", "second.txt");
        for (Browser each : List.of(arne, greta)) {
            each.size(1440, 900).visit(FINANCE + "/queues/" + queue);
            each.find(".fk-decision-head h2", "first.txt");
            each.find("[data-act=approve]");
        }
        // Both decide before either hears of the other.
        arne.script("document.querySelector('fk-decision').rival = document.querySelector('fk-decision').waiting");
        greta.type("#fk-comment", "Not ordered").click("[data-act=reject]");
        greta.see("Rejected “first.txt”");
        arne.script("const decision = document.querySelector('fk-decision');"
                + "decision.waiting = decision.rival; return decision.decide('APPROVE')");
        arne.find(".fk-told", "greta@records.localhost rejected “first.txt” before you.");
        arne.find(".fk-decision-head h2", "second.txt");
        arne.checkAccessible().picture("formkiq-queues-taken");
        arne.click(".fk-told a").find("fk-way li[data-state=DONE]", "Not ordered");
    }

    @Test
    void workflowAndRuleset_areSetUp_checkedAndTried() {
        greta.size(1440, 900).visit(FINANCE + "/setup/queues").click("[data-act=new-queue]");
        greta.type("dialog [name=name]", "Contracts")
                .click("dialog button.primary")
                .see("Contracts");
        greta.checkAccessible().visit(FINANCE + "/setup/workflows").click("[data-act=new-workflow]");
        greta.type("dialog [name=name]", "Contract approval").click("dialog [data-act=add-action]");
        greta.find("fk-workflow-steps .fk-step:nth-child(2)", "Index full text");
        greta.click("dialog [data-act=check]").see("Everybody who may write can decide here.");
        greta.checkAccessible().checkFits().pictures("formkiq-workflow");
        greta.click("dialog button.primary").find("table", "Contract approval");
        greta.visit(FINANCE + "/setup/rulesets").find("table", "Incoming mail");
        greta.click("[data-act=new-rule]");
        greta.type("dialog [data-field=value] input", "application/pdf")
                .type("dialog [name=description]", "All PDF files");
        greta.checkAccessible().click("dialog button.primary").find("section[aria-label=Rules]", "All PDF files");
        greta.type("#fk-trial-text", "glazing").click(".fk-trial button[type=submit]");
        greta.find(".fk-trial", "would start");
        greta.checkAccessible().checkFits().picture("formkiq-rulesets");
        greta.size(390, 844).checkFits().picture("formkiq-rulesets-phone");
    }

    @Test
    void documentPage_startsAWorkflow_andShowsHowFarItIs() {
        greta.size(1440, 900);
        String queue = waiting("Started by hand", "a.txt");
        String id = String.valueOf(call("POST", "/documents", Map.of("path", "Started by hand/b.txt", "content", "b"))
                .get("documentId"));
        greta.visit(FINANCE + "/documents/" + id + "?tab=workflows").see("In no workflow");
        greta.find("#fk-start");
        greta.script("const all = document.querySelector('#fk-start');"
                + "all.value = [...all.options].find(({ text }) => text === 'Started by hand').value");
        greta.click("[data-act=start-workflow]");
        greta.find("fk-document-workflows", "In progress").click();
        greta.find("fk-way li[data-state=NOW]", "approvers, board");
        greta.checkAccessible().picture("formkiq-document-workflow");
        assertThat(arne.visit(FINANCE + "/queues/" + queue)
                        .find(".fk-waiting", "b.txt")
                        .isDisplayed())
                .isTrue();
    }
}
