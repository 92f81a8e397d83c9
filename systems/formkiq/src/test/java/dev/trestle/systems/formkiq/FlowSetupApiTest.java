package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.FlowWorld.body;
import static dev.trestle.systems.formkiq.FlowWorld.waits;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddQueueRequest;
import com.formkiq.client.model.AddRuleRequest;
import com.formkiq.client.model.AddRulesetRequest;
import com.formkiq.client.model.GetWorkflowResponse;
import com.formkiq.client.model.Queue;
import com.formkiq.client.model.Rule;
import com.formkiq.client.model.Ruleset;
import com.formkiq.client.model.SetWorkflowRequest;
import com.formkiq.client.model.UpdateRuleRequest;
import com.formkiq.client.model.UpdateRulesetRequest;
import com.formkiq.client.model.UpdateWorkflowRequest;
import dev.trestle.systems.formkiq.World.Someone;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Queues, workflows and rulesets as they are set up: what they have to be, and what may not go while it is used. */
class FlowSetupApiTest {
    private static final String NONE = "00000000-0000-4000-8000-000000000000";

    private final FlowWorld flow = new FlowWorld();
    private final Someone ada = flow.ada;

    @AfterEach
    void close() {
        flow.close();
    }

    private String refusedWorkflow(String json) {
        return answer("POST", "/workflows", json.replace('\'', '"'));
    }

    /** What the client checks by itself is sent without it. */
    private String answer(String method, String path, String body) {
        var answer = ada.raw(method, path, body);
        return answer.statusCode() + " " + answer.body();
    }

    private String refusedSteps(String steps) {
        return refusedWorkflow("{'name':'w','status':'ACTIVE','steps':[" + steps + "]}");
    }

    @Test
    void queues_areListedByName_andGoUnlessTheyAreUsed() throws Exception {
        assertThat(World.refused(() -> ada.workflows.addQueue(new AddQueueRequest(), null)))
                .isEqualTo(World.error("name", "'name' is required"));
        String second = flow.queue("B legal");
        String first = flow.queue("A invoices");
        assertThat(ada.workflows.getQueues(null, null, null).getQueues())
                .extracting(Queue::getName, Queue::getQueueId)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("A invoices", first),
                        org.assertj.core.groups.Tuple.tuple("B legal", second));
        assertThat(ada.workflows.getQueue(first, null).getName()).isEqualTo("A invoices");
        String workflow = flow.workflow("w", waits("s", first, ""));
        assertThat(World.refused(() -> ada.workflows.deleteQueue(first, null)))
                .isEqualTo(World.message(400, "Queue '" + first + "' in use"));
        ada.workflows.updateWorkflow(workflow, body("{'status':'INACTIVE'}", UpdateWorkflowRequest.class), null);
        assertThat(ada.workflows.deleteQueue(first, null).getMessage()).isEqualTo("Queue '" + first + "' deleted");
        assertThat(ada.workflows.deleteQueue(second, null).getMessage()).isNotEmpty();
        assertThat(World.refused(() -> ada.workflows.getQueue(first, null)))
                .isEqualTo(World.message(404, "Queue '" + first + "' not found"));
        assertThat(World.refused(() -> ada.workflows.getWorkflowQueueDocuments(NONE, null, null, null)))
                .isEqualTo(World.message(404, "Queue '" + NONE + "' not found"));
        assertThat(World.refused(() -> ada.workflows.deleteQueue(NONE, null)))
                .isEqualTo(World.message(404, "Queue '" + NONE + "' not found"));
    }

    @Test
    void workflow_thatCannotBe_isRefused() throws Exception {
        String queue = flow.queue("q");
        assertThat(refusedWorkflow("{'steps':[]}"))
                .isEqualTo("400 {\"errors\":[{\"key\":\"name\",\"error\":\"'name' is required\"},"
                        + "{\"key\":\"status\",\"error\":\"'status' is required\"},"
                        + "{\"key\":\"steps\",\"error\":\"'steps' is required\"}]}");
        assertThat(refusedSteps("{'stepId':'a'}")).isEqualTo(World.error("steps", "step requires 'action' or 'queue'"));
        assertThat(refusedSteps("{'stepId':'a','action':{'type':'FULLTEXT'},'queue':{'queueId':'" + queue + "'}}"))
                .isEqualTo(World.error("steps", "step requires 'action' or 'queue'"));
        assertThat(refusedSteps(waits("a", queue, "") + "," + waits("a", queue, "")))
                .isEqualTo(World.error("stepId", "duplicate 'stepId'"));
        assertThat(refusedSteps("{'queue':{'approvalGroups':['g']}}"))
                .isEqualTo(World.error("queueId", "'queueId' is required"));
        assertThat(refusedSteps(waits("a", NONE, ""))).isEqualTo(World.error("queueId", "'queueId' does not exist"));
        assertThat(refusedSteps("{'stepId':'a','queue':{'queueId':'" + queue
                        + "'},'decisions':[{'type':'APPROVE','nextStepId':'zz'}]}"))
                .isEqualTo(World.error("nextStepId", "'nextStepId' not found"));
        assertThat(refusedSteps("{'stepId':'a','action':{'type':'FULLTEXT'},"
                        + "'decisions':[{'type':'APPROVE','nextStepId':'a'}]}"))
                .startsWith("400 {\"errors\":[{\"key\":\"nextStepId\"");
        assertThat(World.refused(() -> ada.workflows.getWorkflow(NONE, null)))
                .isEqualTo(World.message(404, "Workflow '" + NONE + "' not found"));
    }

    @Test
    void workflow_isGivenAsItWasSent_andListedByNameAndStatus() throws Exception {
        String queue = flow.queue("q");
        String steps = "{'stepId':'scan','action':{'type':'FULLTEXT','parameters':{'characterMax':'100'}}},"
                + "{'stepId':'ok','queue':{'queueId':'" + queue + "','approvalGroups':['chiefs']},"
                + "'decisions':[{'type':'REJECT','nextStepId':'scan'}]}";
        String second = flow.workflow("B", steps);
        String first = flow.workflow("A", waits("s", queue, ""));
        GetWorkflowResponse got = ada.workflows.getWorkflow(second, null);
        assertThat(got.getName()).isEqualTo("B");
        assertThat(got.getInUse()).isFalse();
        assertThat(String.valueOf(got.getSteps().get(1).getQueue().getApprovalGroups()))
                .isEqualTo("[chiefs]");
        assertThat(got.getSteps().get(0).getAction().getParameters()).containsEntry("characterMax", "100");
        assertThat(got.getSteps().get(1).getDecisions().get(0).getNextStepId()).isEqualTo("scan");
        assertThat(ada.workflows.getWorkflows(null, null, null, null).getWorkflows())
                .extracting(each -> each.getWorkflowId())
                .containsExactly(first, second);
        ada.workflows.updateWorkflow(
                first, body("{'status':'INACTIVE','description':'d'}", UpdateWorkflowRequest.class), null);
        assertThat(ada.workflows.getWorkflows(null, null, null, "ACTIVE").getWorkflows())
                .extracting(each -> each.getWorkflowId())
                .containsExactly(second);
        assertThat(ada.workflows.getWorkflow(first, null).getDescription()).isEqualTo("d");
        ada.workflows.setWorkflow(
                first,
                body(
                        "{'name':'C','status':'ACTIVE','steps':[{'queue':{'queueId':'" + queue + "'}}]}",
                        SetWorkflowRequest.class),
                null);
        GetWorkflowResponse set = ada.workflows.getWorkflow(first, null);
        assertThat(set.getName()).isEqualTo("C");
        assertThat(set.getDescription()).isNull();
        assertThat(set.getSteps().get(0).getStepId()).as("one is made").isNotEmpty();
        ada.workflows.deleteWorkflow(first, null);
        assertThat(World.refused(() -> ada.workflows.deleteWorkflow(first, null)))
                .isEqualTo(World.message(404, "Workflow '" + first + "' not found"));
    }

    @Test
    void rulesets_areInTheOrderOfNumbers_andMoveAtOnce() throws Exception {
        assertThat(World.refused(() -> ada.rulesets.addRuleset(
                        body("{'ruleset':{'description':'x'}}", AddRulesetRequest.class), null)))
                .isEqualTo("400 {\"errors\":[{\"key\":\"priority\",\"error\":\"'priority' is required\"},"
                        + "{\"key\":\"status\",\"error\":\"'status' is required\"}]}");
        String ten = flow.ruleset(10, "ACTIVE");
        String two = flow.ruleset(2, "INACTIVE");
        assertThat(ids()).containsExactly(two, ten);
        Ruleset made = ada.rulesets.getRuleset(two, null).getRuleset();
        assertThat(made.getVersion().intValue()).isEqualTo(1);
        ada.rulesets.updateRuleset(
                two, body("{'ruleset':{'priority':20,'status':'ACTIVE'}}", UpdateRulesetRequest.class), null);
        Ruleset moved = ada.rulesets.getRuleset(two, null).getRuleset();
        assertThat(moved.getPriority().intValue()).isEqualTo(20);
        assertThat(moved.getStatus()).hasToString("ACTIVE");
        assertThat(moved.getDescription()).isEqualTo("r2");
        assertThat(moved.getVersion().intValue()).isEqualTo(2);
        assertThat(ids()).containsExactly(ten, two);
        ada.rulesets.deleteRuleset(two, null);
        assertThat(ids()).containsExactly(ten);
        assertThat(World.refused(() -> ada.rulesets.getRuleset(two, null)))
                .isEqualTo(World.message(404, "Ruleset '" + two + "' not found"));
    }

    private List<String> ids() throws Exception {
        return ada.rulesets.getRulesets(null, null, null).getRulesets().stream()
                .map(each -> String.valueOf(each.getRulesetId()))
                .toList();
    }

    @Test
    void rules_thatCannotBe_areRefused() throws Exception {
        String ruleset = flow.ruleset(1, "ACTIVE");
        assertThat(refusedRule(ruleset, "{}"))
                .isEqualTo("400 {\"errors\":[{\"key\":\"priority\",\"error\":\"'priority' is required\"},"
                        + "{\"key\":\"status\",\"error\":\"'status' is required\"},"
                        + "{\"key\":\"workflowId\",\"error\":\"'workflowId' is required\"},"
                        + "{\"key\":\"must\",\"error\":\"'must' is required\"}]}");
        String most = "{'priority':1,'status':'ACTIVE','workflowId':'" + NONE + "','conditions':{'must':[%s]}}";
        assertThat(refusedRule(ruleset, most.formatted("{}")))
                .isEqualTo("400 {\"errors\":[{\"key\":\"criterion\",\"error\":\"'criterion' is required\"},"
                        + "{\"key\":\"operation\",\"error\":\"'operation' is required\"},"
                        + "{\"key\":\"value\",\"error\":\"'value' is required\"}]}");
        assertThat(refusedRule(ruleset, most.formatted("{'criterion':'ATTRIBUTE','operation':'EQ','value':'x'}")))
                .isEqualTo(World.error("attributeKey", "'attributeKey' is required"));
        assertThat(refusedRule(ruleset, most.formatted("{'attribute':'FIELD','operation':'EQ','value':'x'}")))
                .isEqualTo(World.error("fieldName", "'fieldName' is required"));
        assertThat(refusedRule(ruleset, most.formatted("{'criterion':'TEXT','operation':'EQ','value':'x'}")))
                .isEqualTo(World.error("workflowId", "workflow is not ACTIVE"));
        assertThat(World.refused(() -> ada.rulesets.getRule(ruleset, NONE, null)))
                .isEqualTo(World.message(404, "Rule '" + NONE + "' not found"));
    }

    private String refusedRule(String ruleset, String rule) {
        return World.refused(
                () -> ada.rulesets.addRule(ruleset, body("{'rule':" + rule + "}", AddRuleRequest.class), null));
    }

    @Test
    void rules_holdTheirRulesetAndTheirWorkflow() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", waits("s", queue, ""));
        String ruleset = flow.ruleset(1, "ACTIVE");
        String ten = flow.rule(ruleset, 10, workflow, "{'criterion':'TEXT','operation':'EQ','value':'x'}");
        String two = flow.rule(ruleset, 2, workflow, "{'criterion':'TEXT','operation':'EQ','value':'y'}");
        assertThat(rules(ruleset)).containsExactly(two, ten);
        assertThat(ada.rulesets
                        .getRuleset(ruleset, null)
                        .getRuleset()
                        .getVersion()
                        .intValue())
                .isEqualTo(3);
        ada.rulesets.updateRule(
                ruleset, two, body("{'rule':{'priority':20,'status':'INACTIVE'}}", UpdateRuleRequest.class), null);
        assertThat(rules(ruleset)).containsExactly(ten, two);
        Rule changed = ada.rulesets.getRule(ruleset, two, null).getRule();
        assertThat(changed.getWorkflowId()).isEqualTo(workflow);
        assertThat(changed.getConditions().getMust().get(0).getValue()).isEqualTo("y");
        assertThat(ada.workflows.getWorkflow(workflow, null).getInUse()).isTrue();
        assertThat(World.refused(() -> ada.workflows.deleteWorkflow(workflow, null)))
                .isEqualTo(World.message(400, "Workflow '" + workflow + "' in use"));
        assertThat(World.refused(() -> ada.rulesets.deleteRuleset(ruleset, null)))
                .isEqualTo(World.message(400, "Ruleset '" + ruleset + "' has rules"));
        ada.rulesets.deleteRule(ruleset, ten, null);
        ada.rulesets.deleteRule(ruleset, two, null);
        ada.rulesets.deleteRuleset(ruleset, null);
        assertThat(ada.workflows.getWorkflow(workflow, null).getInUse()).isFalse();
        ada.workflows.deleteWorkflow(workflow, null);
    }

    private List<String> rules(String ruleset) throws Exception {
        return ada.rulesets.getRules(ruleset, null, null, null).getRules().stream()
                .map(each -> String.valueOf(each.getRuleId()))
                .toList();
    }
}
