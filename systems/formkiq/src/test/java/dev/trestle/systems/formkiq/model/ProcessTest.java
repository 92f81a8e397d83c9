package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.ActiveStatus.ACTIVE;
import static dev.trestle.systems.formkiq.model.ActiveStatus.INACTIVE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.model.Groups;
import dev.trestle.systems.formkiq.model.Cases.Case;
import dev.trestle.systems.formkiq.model.Cases.CaseDocument;
import dev.trestle.systems.formkiq.model.Cases.CaseStatus;
import dev.trestle.systems.formkiq.model.Cases.Nigo;
import dev.trestle.systems.formkiq.model.Cases.ObjectType;
import dev.trestle.systems.formkiq.model.Cases.Task;
import dev.trestle.systems.formkiq.model.Mappings.Mapping;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.model.Workflows.Queue;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Queues, workflows, cases and mappings. */
class ProcessTest extends PatternTest {
    @Test
    void queues_byIdAndName_areOneRequestEach() {
        Queue review = new Queue("q1", "Review");
        Queue approval = new Queue("q2", "Approval");
        put(Workflows.QUEUE, review, approval);

        assertThat(one(Workflows.QUEUE_BY_ID.of("q1"))).containsExactly(review);
        assertThat(all(Workflows.QUEUES.of())).containsExactly(approval, review);
    }

    @Test
    void workflows_byIdNameAndStatus_areOneRequestEach() {
        Workflow invoices = workflow("w1", "Invoices", ACTIVE);
        Workflow bills = workflow("w2", "Bills", ACTIVE);
        Workflow old = workflow("w3", "Archive", INACTIVE);
        put(Workflows.WORKFLOW, invoices, bills, old);

        assertThat(one(Workflows.WORKFLOW_BY_ID.of("w1"))).containsExactly(invoices);
        assertThat(all(Workflows.WORKFLOWS.of())).containsExactly(old, bills, invoices);
        assertThat(all(Workflows.WORKFLOWS_BY_STATUS.of(ACTIVE))).containsExactly(bills, invoices);
    }

    @Test
    void documentWorkflows_fromBothSides_areOneRequestEach() {
        DocumentWorkflow first = documentWorkflow("d1", "w1", "Invoices");
        DocumentWorkflow second = documentWorkflow("d1", "w2", "Bills");
        DocumentWorkflow other = documentWorkflow("d2", "w1", "Invoices");
        put(Workflows.DOCUMENT_WORKFLOW, first, second, other);

        assertThat(one(Workflows.WORKFLOW_OF_DOCUMENT.of("d1", "w2"))).containsExactly(second);
        assertThat(all(Workflows.WORKFLOWS_OF_DOCUMENT.of("d1"))).containsExactly(first, second);
        assertThat(all(Workflows.WORKFLOWS_OF_DOCUMENT_BY_NAME.of("d1"))).containsExactly(second, first);
        assertThat(all(Workflows.DOCUMENTS_IN_WORKFLOW.of("w1"))).containsExactly(first, other);
    }

    @Test
    void case_wholeAndInParts_isOneRequestEach() {
        Case claim = aCase("c1");
        Case other = aCase("c2");
        Task task = new Task("t1", "c1", "Call", null, CaseStatus.NEW, null, NOON, null, null, null, null, null);
        Nigo nigo = new Nigo("n1", "c1", "Unsigned", null, CaseStatus.NEW, null, NOON, null, null, null, null, null);
        CaseDocument own = document("d1", "c1", ObjectType.CASE);
        CaseDocument ofTask = document("d1", "t1", ObjectType.TASK);
        CaseDocument ofOtherTask = document("d2", "t10", ObjectType.TASK);
        put(Cases.CASE, claim, other);
        put(Cases.TASK, task);
        put(Cases.NIGO, nigo);
        put(Cases.CASE_DOCUMENT, own, ofTask, ofOtherTask);

        assertThat(one(Cases.CASE_BY_ID.of("c1"))).containsExactly(claim);
        assertThat(all(Cases.ALL_CASES.of())).containsExactly(claim, other);
        assertThat(all(Cases.NEWEST_CASES.of())).containsExactly(other, claim);
        assertThat(one(Cases.TASK_BY_ID.of("c1", "t1"))).containsExactly(task);
        assertThat(all(Cases.TASKS_OF_CASE.of("c1"))).containsExactly(task);
        assertThat(one(Cases.NIGO_BY_ID.of("c1", "n1"))).containsExactly(nigo);
        assertThat(all(Cases.NIGOS_OF_CASE.of("c1"))).containsExactly(nigo);
        assertThat(one(Cases.CASE_DOCUMENT_BY_KEY.of("c1", ObjectType.TASK, "t1", "d1")))
                .containsExactly(ofTask);
        assertThat(all(Cases.DOCUMENTS_OF_CASE.of("c1"))).containsExactly(own, ofTask, ofOtherTask);
        assertThat(all(Cases.DOCUMENTS_OF_CASE_OBJECT.of("c1", ObjectType.TASK, "t1")))
                .containsExactly(ofTask);
        Groups whole = groups(Cases.WHOLE_CASE.of("c1"));
        assertThat(whole.one(Cases.CASE)).contains(claim);
        assertThat(whole.of(Cases.TASK)).containsExactly(task);
        assertThat(whole.of(Cases.NIGO)).containsExactly(nigo);
        assertThat(whole.of(Cases.CASE_DOCUMENT)).hasSize(3);
    }

    @Test
    void mappings_byIdAndName_areOneRequestEach() {
        Mapping invoice = new Mapping("m1", "Invoice", null, List.of());
        Mapping bill = new Mapping("m2", "Bill", null, List.of());
        Mapping again = new Mapping("m3", "Bill", null, List.of());
        put(Mappings.MAPPING, invoice, bill, again);

        assertThat(one(Mappings.MAPPING_BY_ID.of("m1"))).containsExactly(invoice);
        assertThat(all(Mappings.ALL_MAPPINGS.of()))
                .containsExactlyInAnyOrder(bill, again, invoice)
                .endsWith(invoice);
        assertThat(all(Mappings.MAPPINGS_BY_NAME.of("Bill"))).containsExactlyInAnyOrder(bill, again);
    }

    private static Workflow workflow(String id, String name, ActiveStatus status) {
        return new Workflow(id, name, false, status, null, "joe", "{}", null);
    }

    private static DocumentWorkflow documentWorkflow(String document, String workflow, String name) {
        return new DocumentWorkflow(
                document, workflow, name, DocumentWorkflowStatus.IN_PROGRESS, null, null, null, null);
    }

    private static Case aCase(String id) {
        return new Case(id, "Claim", null, CaseStatus.NEW, null, null, null, NOON, null, null, null, null, null);
    }

    private static CaseDocument document(String id, String object, ObjectType type) {
        return new CaseDocument(id, "c1", object, type, NOON);
    }
}
