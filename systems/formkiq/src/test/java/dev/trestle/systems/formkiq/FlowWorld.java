package dev.trestle.systems.formkiq;

import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.invoker.JSON;
import com.formkiq.client.model.AddDocumentRequest;
import com.formkiq.client.model.AddDocumentWorkflowDecisionsRequest;
import com.formkiq.client.model.AddDocumentWorkflowRequest;
import com.formkiq.client.model.AddQueueRequest;
import com.formkiq.client.model.AddRuleRequest;
import com.formkiq.client.model.AddRulesetRequest;
import com.formkiq.client.model.AddWorkflowRequest;
import com.formkiq.client.model.DocumentWorkflow;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.testing.Targets;
import java.util.List;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A world with queues and workflows, in few words. */
final class FlowWorld implements AutoCloseable {
    final World world = new World(Targets.all().findFirst().orElseThrow());
    final Someone ada = world.admin();
    final Someone writer = world.someone("wes", "default");

    @Override
    public void close() {
        world.close();
    }

    static <T> T body(String json, Class<T> type) {
        return JSON.getGson().fromJson(json, type);
    }

    String queue(String name) throws Exception {
        return String.valueOf(
                ada.workflows.addQueue(new AddQueueRequest().name(name), null).getQueueId());
    }

    /** An active workflow with these steps. */
    String workflow(String name, String steps) throws Exception {
        return String.valueOf(ada.workflows
                .addWorkflow(
                        body(
                                "{'name':'" + name + "','status':'ACTIVE','steps':[" + steps + "]}",
                                AddWorkflowRequest.class),
                        null)
                .getWorkflowId());
    }

    /** A step in which members of some groups decide. */
    static String waits(String stepId, String queueId, String more) {
        return "{'stepId':'" + stepId + "','queue':{'queueId':'" + queueId + "'" + more + "}}";
    }

    String document(String path) throws Exception {
        return String.valueOf(ada.documents
                .addDocument(
                        new AddDocumentRequest()
                                .path(path)
                                .contentType("text/plain")
                                .content("invoice of " + path),
                        null,
                        null)
                .getDocumentId());
    }

    void start(String documentId, String workflowId) throws Exception {
        var unused = writer.workflows.addDocumentWorkflow(
                documentId, new AddDocumentWorkflowRequest().workflowId(workflowId), null);
    }

    void decide(Someone who, String documentId, String workflowId, String decision, @Nullable String stepId)
            throws Exception {
        String step = stepId == null ? "" : ",'stepId':'" + stepId + "'";
        var unused = who.workflows.addDocumentWorkflowDecisions(
                documentId,
                workflowId,
                body(
                        "{'decision':'" + decision + "'" + step + ",'comments':'seen'}",
                        AddDocumentWorkflowDecisionsRequest.class),
                null);
    }

    /** How far a document is: status and step. */
    String at(String documentId, String workflowId) {
        try {
            DocumentWorkflow run = ada.workflows
                    .getDocumentWorkflow(documentId, workflowId, null)
                    .getWorkflow();
            return run.getStatus() + " " + run.getCurrentStepId();
        } catch (com.formkiq.client.invoker.ApiException e) {
            return "" + e.getCode();
        }
    }

    /** The documents that somebody sees in a queue. */
    List<String> waiting(Someone who, String queueId) {
        try {
            return who.workflows.getWorkflowQueueDocuments(queueId, null, "100", null).getDocuments().stream()
                    .map(each -> String.valueOf(each.getDocument().getDocumentId()))
                    .toList();
        } catch (com.formkiq.client.invoker.ApiException e) {
            throw new IllegalStateException(e.getResponseBody(), e);
        }
    }

    /** Has jobs done until a queue has just these documents, in this order. */
    void awaitWaiting(String queueId, String... documentIds) {
        Awaitility.await().untilAsserted(() -> {
            world.formkiq.runJobs();
            assertThat(waiting(ada, queueId)).containsExactly(documentIds);
        });
    }

    void awaitAt(String documentId, String workflowId, String where) {
        Awaitility.await().untilAsserted(() -> {
            world.formkiq.runJobs();
            assertThat(at(documentId, workflowId)).isEqualTo(where);
        });
    }

    String ruleset(int priority, String status) throws Exception {
        return String.valueOf(ada.rulesets
                .addRuleset(
                        body(
                                "{'ruleset':{'description':'r" + priority + "','priority':" + priority + ",'status':'"
                                        + status + "'}}",
                                AddRulesetRequest.class),
                        null)
                .getRulesetId());
    }

    String rule(String rulesetId, int priority, String workflowId, String must) throws Exception {
        return String.valueOf(ada.rulesets
                .addRule(
                        rulesetId,
                        body(
                                "{'rule':{'description':'x','priority':" + priority
                                        + ",'status':'ACTIVE','workflowId':'" + workflowId + "','conditions':{'must':["
                                        + must + "]}}}",
                                AddRuleRequest.class),
                        null)
                .getRuleId());
    }
}
