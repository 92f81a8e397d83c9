package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.FlowWorld.body;
import static dev.trestle.systems.formkiq.FlowWorld.waits;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentWorkflowDecisionsRequest;
import com.formkiq.client.model.AddDocumentWorkflowRequest;
import com.formkiq.client.model.AddQueueRequest;
import com.formkiq.client.model.AddRuleRequest;
import com.formkiq.client.model.AddRulesetRequest;
import com.formkiq.client.model.AddWorkflowRequest;
import com.formkiq.client.model.SetWorkflowRequest;
import com.formkiq.client.model.UpdateRuleRequest;
import com.formkiq.client.model.UpdateRulesetRequest;
import com.formkiq.client.model.UpdateWorkflowRequest;
import dev.trestle.systems.formkiq.World.Someone;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each operation of queues, workflows and rulesets, called by the client with and without a right. */
class EveryFlowOperationTest {
    private static final int OPERATIONS = 26;

    private final FlowWorld flow = new FlowWorld();
    private final Someone ada = flow.ada;

    @AfterEach
    void close() {
        flow.close();
    }

    /** A call of the client. */
    private interface Called {
        void by(Someone who) throws Exception;
    }

    /** What the calls are about; those that are deleted are unused. */
    private record Things(
            String document,
            String queue,
            String freeQueue,
            String workflow,
            String freeWorkflow,
            String ruleset,
            String freeRuleset,
            String rule) {}

    private static List<Called> ofWorkflows(Things on) {
        String workflow = "{'name':'n','status':'ACTIVE','steps':[" + waits("s", on.queue(), "") + "]}";
        return List.of(
                who -> who.workflows.getQueues(null, null, null),
                who -> who.workflows.addQueue(new AddQueueRequest().name("x"), null),
                who -> who.workflows.getQueue(on.queue(), null),
                who -> who.workflows.getWorkflowQueueDocuments(on.queue(), null, null, null),
                who -> who.workflows.deleteQueue(on.freeQueue(), null),
                who -> who.workflows.getWorkflows(null, null, null, null),
                who -> who.workflows.addWorkflow(body(workflow, AddWorkflowRequest.class), null),
                who -> who.workflows.getWorkflow(on.workflow(), null),
                who -> who.workflows.setWorkflow(on.workflow(), body(workflow, SetWorkflowRequest.class), null),
                who -> who.workflows.updateWorkflow(
                        on.workflow(), body("{'name':'m'}", UpdateWorkflowRequest.class), null),
                who -> who.workflows.getWorkflowDocuments(on.workflow(), null, null, null),
                who -> who.workflows.deleteWorkflow(on.freeWorkflow(), null),
                who -> who.workflows.getDocumentWorkflows(on.document(), null),
                who -> who.workflows.addDocumentWorkflow(
                        on.document(), new AddDocumentWorkflowRequest().workflowId(on.workflow()), null),
                who -> who.workflows.getDocumentWorkflow(on.document(), on.workflow(), null));
    }

    private static List<Called> ofRulesets(Things on) {
        String rule = "{'rule':{'priority':1,'status':'ACTIVE','workflowId':'" + on.workflow()
                + "','conditions':{'must':[{'criterion':'TEXT','operation':'EQ','value':'x'}]}}}";
        return List.of(
                who -> who.rulesets.getRulesets(null, null, null),
                who -> who.rulesets.addRuleset(
                        body("{'ruleset':{'priority':1,'status':'ACTIVE'}}", AddRulesetRequest.class), null),
                who -> who.rulesets.getRuleset(on.ruleset(), null),
                who -> who.rulesets.updateRuleset(
                        on.ruleset(), body("{'ruleset':{'priority':3}}", UpdateRulesetRequest.class), null),
                who -> who.rulesets.deleteRuleset(on.freeRuleset(), null),
                who -> who.rulesets.getRules(on.ruleset(), null, null, null),
                who -> who.rulesets.addRule(on.ruleset(), body(rule, AddRuleRequest.class), null),
                who -> who.rulesets.getRule(on.ruleset(), on.rule(), null),
                who -> who.rulesets.updateRule(
                        on.ruleset(), on.rule(), body("{'rule':{'priority':4}}", UpdateRuleRequest.class), null),
                who -> who.rulesets.deleteRule(on.ruleset(), on.rule(), null));
    }

    @Test
    void operations_ofWorkflowsAndRulesets_succeedAndAreRefused() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", waits("s", queue, ""));
        String ruleset = flow.ruleset(1, "INACTIVE");
        Things on = new Things(
                flow.document("a.txt"),
                queue,
                flow.queue("free"),
                workflow,
                flow.workflow("free", waits("s", queue, "")),
                ruleset,
                flow.ruleset(2, "INACTIVE"),
                flow.rule(ruleset, 1, workflow, "{'criterion':'TEXT','operation':'EQ','value':'x'}"));
        flow.world.succeeded.clear();
        List<Called> all = new ArrayList<>(ofWorkflows(on));
        all.addAll(ofRulesets(on));
        Called decide = who -> who.workflows.addDocumentWorkflowDecisions(
                on.document(),
                on.workflow(),
                body("{'decision':'APPROVE'}", AddDocumentWorkflowDecisionsRequest.class),
                null);
        Someone nobody = flow.world.someone("nobody");
        for (Called each : all) {
            assertThat(World.refused(() -> each.by(nobody))).startsWith("401 ");
        }
        assertThat(World.refused(() -> decide.by(nobody))).startsWith("401 ");
        assertThat(flow.world.failed).hasSize(OPERATIONS);
        for (Called each : all) {
            each.by(ada);
        }
        flow.awaitWaiting(queue, on.document());
        decide.by(ada);
        assertThat(flow.world.succeeded).containsAll(flow.world.failed);
    }
}
