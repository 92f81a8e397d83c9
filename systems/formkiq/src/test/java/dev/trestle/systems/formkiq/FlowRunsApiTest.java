package dev.trestle.systems.formkiq;

import static dev.trestle.systems.formkiq.FlowWorld.body;
import static dev.trestle.systems.formkiq.FlowWorld.waits;
import static org.assertj.core.api.Assertions.assertThat;

import com.formkiq.client.model.AddDocumentWorkflowDecisionsRequest;
import com.formkiq.client.model.AddDocumentWorkflowRequest;
import com.formkiq.client.model.AddFolderPermission;
import com.formkiq.client.model.FolderPermissionType;
import com.formkiq.client.model.SetFolderPermissionsRequest;
import com.formkiq.client.model.SetWorkflowRequest;
import com.formkiq.client.model.UpdateWorkflowRequest;
import com.formkiq.client.model.WorkflowDocument;
import dev.trestle.systems.formkiq.World.Someone;
import dev.trestle.systems.formkiq.model.FlowRows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Documents on their way through workflows: actions, queues, decisions, and who may make them. */
class FlowRunsApiTest {
    private static final String NOT_WAITING = World.message(409, "document is not waiting for a decision");
    private static final String DENIED = World.message(401, "fkq access denied");

    private final FlowWorld flow = new FlowWorld();
    private final Someone chief = flow.world.someone("chip", "default_read", "chiefs");

    @AfterEach
    void close() {
        flow.close();
    }

    private static String chiefs(String stepId, String queueId) {
        return waits(stepId, queueId, ",'approvalGroups':['chiefs']");
    }

    @Test
    void workflow_ofTwoActionsAndAQueue_isAtEachStepInTurn() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow(
                "w", waits("one", queue, "") + "," + chiefs("two", queue) + "," + waits("three", queue, ""));
        String document = flow.document("a.txt");
        flow.start(document, workflow);
        assertThat(flow.at(document, workflow)).isEqualTo("IN_PROGRESS one");
        flow.awaitWaiting(queue, document);
        assertThat(flow.ada.workflows.getWorkflow(workflow, null).getInUse()).isTrue();
        WorkflowDocument waiting = flow.ada
                .workflows
                .getWorkflowQueueDocuments(queue, null, null, null)
                .getDocuments()
                .get(0);
        assertThat(waiting.getWorkflow().getWorkflowId()).isEqualTo(workflow);
        assertThat(waiting.getDocument().getPath()).isEqualTo("a.txt");
        flow.decide(flow.writer, document, workflow, "APPROVE", "one");
        flow.awaitAt(document, workflow, "IN_PROGRESS two");
        flow.awaitWaiting(queue, document);
        flow.decide(chief, document, workflow, "APPROVE", null);
        flow.awaitAt(document, workflow, "IN_PROGRESS three");
        flow.awaitWaiting(queue, document);
        flow.decide(flow.writer, document, workflow, "APPROVE", "three");
        assertThat(flow.at(document, workflow)).isEqualTo("COMPLETE null");
        assertThat(flow.waiting(flow.ada, queue)).isEmpty();
        assertThat(flow.ada.workflows.getWorkflow(workflow, null).getInUse()).isFalse();
        assertThat(flow.ada.workflows.getDocumentWorkflows(document, null).getWorkflows())
                .hasSize(1);
    }

    @Test
    void rejection_goesWhereTheStepSays_elseTheWorkflowFails() throws Exception {
        String queue = flow.queue("q");
        String back = flow.workflow(
                "back",
                waits("one", queue, "") + ",{'stepId':'two','queue':{'queueId':'" + queue
                        + "'},'decisions':[{'type':'REJECT','nextStepId':'one'}]}");
        String document = flow.document("a.txt");
        flow.start(document, back);
        flow.awaitWaiting(queue, document);
        flow.decide(flow.writer, document, back, "APPROVE", null);
        flow.awaitAt(document, back, "IN_PROGRESS two");
        flow.awaitWaiting(queue, document);
        flow.decide(flow.writer, document, back, "REJECT", null);
        assertThat(flow.at(document, back)).isEqualTo("IN_PROGRESS one");
        flow.awaitWaiting(queue, document);
        flow.decide(flow.writer, document, back, "REJECT", null);
        assertThat(flow.at(document, back)).isEqualTo("FAILED one");
        flow.start(document, back);
        assertThat(flow.at(document, back)).as("again after the end").isEqualTo("IN_PROGRESS one");
    }

    @Test
    void decision_isForMembersOfTheStepsGroups() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", chiefs("one", queue));
        String open = flow.workflow("open", waits("one", queue, ""));
        String document = flow.document("a.txt");
        flow.start(document, workflow);
        flow.awaitWaiting(queue, document);
        assertThat(World.refused(() -> flow.decide(flow.writer, document, workflow, "APPROVE", null)))
                .isEqualTo(DENIED);
        assertThat(World.refused(() -> flow.decide(chief, document, workflow, "APPROVE", "zz")))
                .isEqualTo(World.error("stepId", "document is not at step 'zz'"));
        assertThat(World.refused(() -> chief.workflows.addDocumentWorkflowDecisions(
                        document, workflow, new AddDocumentWorkflowDecisionsRequest(), null)))
                .isEqualTo(World.error("decision", "'decision' is required"));
        flow.decide(chief, document, workflow, "APPROVE", "one");
        assertThat(World.refused(() -> flow.decide(chief, document, workflow, "REJECT", "one")))
                .isEqualTo(NOT_WAITING);
        String other = flow.document("b.txt");
        flow.start(other, open);
        flow.awaitWaiting(queue, other);
        assertThat(World.refused(() -> flow.decide(chief, other, open, "APPROVE", null)))
                .as("without groups, who may write")
                .isEqualTo(DENIED);
        flow.decide(flow.writer, other, open, "APPROVE", null);
        assertThat(World.refused(() -> flow.decide(chief, other, workflow, "APPROVE", null)))
                .isEqualTo(World.message(404, "Workflow '" + workflow + "' not found"));
    }

    @Test
    @Tag("once")
    void twoDeciders_atOnce_oneIsTold() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", chiefs("one", queue) + "," + chiefs("two", queue));
        for (int round = 0; round < 5; round++) {
            String document = flow.document("a" + round + ".txt");
            flow.start(document, workflow);
            flow.awaitWaiting(queue, document);
            CountDownLatch ready = new CountDownLatch(2);
            List<CompletableFuture<String>> both = new ArrayList<>();
            for (String decision : List.of("APPROVE", "REJECT")) {
                both.add(CompletableFuture.supplyAsync(() -> {
                    ready.countDown();
                    try {
                        ready.await();
                        flow.decide(chief, document, workflow, decision, round(document));
                        return "201";
                    } catch (com.formkiq.client.invoker.ApiException e) {
                        return e.getCode() + " " + e.getResponseBody();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                }));
            }
            assertThat(both.stream().map(CompletableFuture::join)).containsExactlyInAnyOrder("201", NOT_WAITING);
            String where = flow.at(document, workflow);
            assertThat(where).isIn("IN_PROGRESS two", "FAILED one");
            if (where.startsWith("IN_PROGRESS")) {
                flow.awaitWaiting(queue, document);
                flow.decide(chief, document, workflow, "REJECT", null);
            }
        }
    }

    /** Half of the time nobody names the step. */
    private static @org.jspecify.annotations.Nullable String round(String document) {
        return document.hashCode() % 2 == 0 ? "one" : null;
    }

    @Test
    void workflow_changedWhileItIsInUse_isFinishedAsItWas() throws Exception {
        String queue = flow.queue("q");
        String other = flow.queue("other");
        String workflow = flow.workflow("w", waits("one", queue, "") + "," + waits("two", queue, ""));
        String document = flow.document("a.txt");
        flow.start(document, workflow);
        flow.awaitWaiting(queue, document);
        flow.ada.workflows.setWorkflow(
                workflow,
                body(
                        "{'name':'w','status':'ACTIVE','steps':[" + waits("new", other, "") + "]}",
                        SetWorkflowRequest.class),
                null);
        assertThat(World.refused(() -> flow.ada.workflows.deleteQueue(queue, null)))
                .as("a document waits in it")
                .isEqualTo(World.message(400, "Queue '" + queue + "' in use"));
        assertThat(World.refused(() -> flow.ada.workflows.deleteWorkflow(workflow, null)))
                .isEqualTo(World.message(400, "Workflow '" + workflow + "' in use"));
        flow.decide(flow.writer, document, workflow, "APPROVE", null);
        flow.awaitAt(document, workflow, "IN_PROGRESS two");
        flow.awaitWaiting(queue, document);
        flow.decide(flow.writer, document, workflow, "APPROVE", null);
        assertThat(flow.at(document, workflow)).isEqualTo("COMPLETE null");
        String later = flow.document("b.txt");
        flow.start(later, workflow);
        assertThat(flow.at(later, workflow)).isEqualTo("IN_PROGRESS new");
        assertThat(flow.ada.workflows.deleteQueue(queue, null).getMessage()).isNotEmpty();
    }

    @Test
    void workflow_thatIsInactiveOrUnderWay_isNotStarted() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", waits("one", queue, ""));
        String document = flow.document("a.txt");
        assertThat(World.refused(() ->
                        flow.writer.workflows.addDocumentWorkflow(document, new AddDocumentWorkflowRequest(), null)))
                .isEqualTo(World.error("workflowId", "'workflowId' is required"));
        assertThat(World.refused(() -> flow.start("00000000-0000-4000-8000-000000000000", workflow)))
                .startsWith("404 ");
        flow.start(document, workflow);
        assertThat(World.refused(() -> flow.start(document, workflow)))
                .isEqualTo(World.message(409, "document is already in workflow '" + workflow + "'"));
        flow.ada.workflows.updateWorkflow(workflow, body("{'status':'INACTIVE'}", UpdateWorkflowRequest.class), null);
        String other = flow.document("b.txt");
        assertThat(World.refused(() -> flow.start(other, workflow)))
                .isEqualTo(World.error("workflowId", "workflow is not ACTIVE"));
        assertThat(flow.ada
                        .workflows
                        .getWorkflowDocuments(workflow, null, null, null)
                        .getDocuments())
                .extracting(each -> each.getDocumentId())
                .containsExactly(document);
    }

    @Test
    void queue_hasWhatWaitsLongestFirst_alsoAfterADeletedDocumentCameBack() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", chiefs("one", queue));
        List<String> documents = new ArrayList<>();
        for (String name : List.of("c.txt", "a.txt", "b.txt")) {
            String document = flow.document(name);
            documents.add(document);
            flow.start(document, workflow);
            flow.awaitWaiting(queue, documents.toArray(new String[0]));
            flow.world.clock.advance(java.time.Duration.ofMinutes(1));
        }
        flow.ada.documents.deleteDocument(documents.get(1), null, true);
        flow.awaitWaiting(queue, documents.get(0), documents.get(2));
        flow.ada.documents.setDocumentRestore(documents.get(1), null);
        flow.awaitWaiting(queue, documents.toArray(new String[0]));
        flow.ada.documents.deleteDocument(documents.get(0), null, null);
        flow.awaitWaiting(queue, documents.get(1), documents.get(2));
        flow.decide(chief, documents.get(1), workflow, "APPROVE", null);
        flow.decide(chief, documents.get(2), workflow, "APPROVE", null);
        org.awaitility.Awaitility.await().untilAsserted(() -> {
            flow.world.formkiq.runJobs();
            assertThat(flow.ada.workflows.getWorkflow(workflow, null).getInUse())
                    .as("the deleted one is in it no more")
                    .isFalse();
        });
        assertThat(flow.world.tables.store().within("default").first(FlowRows.QUEUED_LONGEST_FIRST.of(queue), 10))
                .isEmpty();
    }

    @Test
    void document_thatARuleOfFoldersHides_isInNoListOfTheCaller() throws Exception {
        String queue = flow.queue("q");
        String workflow = flow.workflow("w", waits("one", queue, ""));
        String hidden = flow.document("vault/a.txt");
        String shown = flow.document("open/b.txt");
        String last = flow.document("open/c.txt");
        for (String each : List.of(hidden, shown, last)) {
            flow.start(each, workflow);
        }
        org.awaitility.Awaitility.await().untilAsserted(() -> {
            flow.world.formkiq.runJobs();
            assertThat(flow.waiting(flow.ada, queue)).containsExactlyInAnyOrder(hidden, shown, last);
        });
        flow.ada.folders.setFolderPermissions(
                new SetFolderPermissionsRequest()
                        .path("vault")
                        .addRolesItem(new AddFolderPermission()
                                .roleName("others")
                                .permissions(new ArrayList<>(List.of(FolderPermissionType.READ)))),
                null);
        assertThat(flow.waiting(flow.writer, queue)).containsExactlyInAnyOrder(shown, last);
        var page = flow.writer.workflows.getWorkflowQueueDocuments(queue, null, "1", null);
        assertThat(page.getDocuments()).as("pages stay full").hasSize(1);
        assertThat(page.getNext()).isNotEmpty();
        assertThat(flow.writer
                        .workflows
                        .getWorkflowDocuments(workflow, null, null, null)
                        .getDocuments())
                .extracting(each -> each.getDocumentId())
                .containsExactlyInAnyOrder(shown, last);
        assertThat(World.refused(() -> flow.decide(flow.writer, hidden, workflow, "APPROVE", null)))
                .isEqualTo(DENIED);
        assertThat(flow.writer.raw("GET", "/x/queues", null).body()).contains("\"waiting\":2,\"mine\":2");
    }

    @Test
    void way_tellsWhatWasDecidedAndWhatFollows() throws Exception {
        String queue = flow.queue("Board");
        String workflow = flow.workflow("w", chiefs("one", queue) + "," + waits("two", queue, ""));
        String document = flow.document("a.txt");
        flow.start(document, workflow);
        flow.awaitWaiting(queue, document);
        String path = "/x/documents/" + document + "/workflows/" + workflow;
        assertThat(chief.raw("GET", path, null).body())
                .contains("\"mayDecide\":true", "\"approved\":\"two\"", "\"queueName\":\"Board\"")
                .doesNotContain("\"rejected\"");
        assertThat(flow.writer.raw("GET", path, null).body()).contains("\"mayDecide\":false");
        flow.decide(chief, document, workflow, "APPROVE", null);
        assertThat(flow.writer.raw("GET", path, null).body())
                .contains("\"decision\":\"APPROVE\",\"by\":\"chip@example.org\",\"comments\":\"seen\"");
        String checked = flow.ada
                .raw(
                        "POST",
                        "/x/workflows/check",
                        "{\"name\":\"x\",\"status\":\"ACTIVE\",\"steps\":[{\"stepId\":\"a\",\"queue\":{\"queueId\":\""
                                + queue
                                + "\"},\"decisions\":[{\"type\":\"APPROVE\",\"nextStepId\":\"c\"}]},{\"stepId\":\"b\",\"queue\":{\"queueId\":\""
                                + queue + "\"}},{\"stepId\":\"c\",\"queue\":{\"queueId\":\"" + queue + "\"}}]}")
                .body();
        assertThat(checked).contains("{\"stepId\":\"b\",\"code\":\"UNREACHABLE\"}", "\"errors\":[]");
    }
}
