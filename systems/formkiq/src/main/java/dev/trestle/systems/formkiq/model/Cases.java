package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Groups;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.Name;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Chapter "Case Management": cases, with their tasks, what is not in good order (nigos), and the documents of all of
 * them.
 */
public final class Cases {
    /** How far a case, a task or a nigo is. */
    public enum CaseStatus {
        NEW,
        ASSIGNED,
        IN_PROGRESS,
        ON_HOLD,
        ESCALATED,
        RESOLVED,
        CLOSED,
        UNDER_REVIEW,
        AWAITING_CLIENT_RESPONSE
    }

    /**
     * A case.
     *
     * @param documentId the case's identifier
     */
    public record Case(
            String documentId,
            String name,
            @Nullable String description,
            CaseStatus status,
            @Nullable String caseNumber,
            @Nullable String documentNumber,
            @Nullable Map<String, AttributeValue> metadata,
            Instant inserteddate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String plannedStartDate,
            @Nullable String dueDate,
            @Nullable String userId) {}

    /**
     * Something to be done for a case.
     *
     * @param documentId the task's identifier
     */
    public record Task(
            String documentId,
            String caseId,
            @Nullable String name,
            @Nullable String description,
            CaseStatus status,
            @Nullable Map<String, AttributeValue> metadata,
            Instant inserteddate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String plannedStartDate,
            @Nullable String dueDate,
            @Nullable String userId) {}

    /**
     * Something of a case that is not in good order.
     *
     * @param documentId the nigo's identifier
     */
    public record Nigo(
            String documentId,
            String caseId,
            String name,
            @Nullable String description,
            CaseStatus status,
            @Nullable Map<String, AttributeValue> metadata,
            Instant inserteddate,
            @Nullable String startDate,
            @Nullable String endDate,
            @Nullable String plannedStartDate,
            @Nullable String dueDate,
            @Nullable String userId) {}

    /** What a document is attached to. */
    public enum ObjectType {
        @Name("Case")
        CASE,
        @Name("Task")
        TASK,
        @Name("Nigo")
        NIGO
    }

    /**
     * A document that is attached to a case, a task or a nigo.
     *
     * @param objectId what it is attached to
     */
    public record CaseDocument(
            String documentId, String caseId, String objectId, ObjectType type, Instant inserteddate) {}

    private static final String METADATA_BOUND = "some dozens of metadata, as many as one request brings";

    public static final Entity<Case> CASE = TABLE.entity(Case.class)
            .about("A case")
            .key("case#{documentId}", "case")
            .index("GSI1", "case#", "case#{documentId}")
            .accept("HOT_PARTITION", "documented so; a case is written some dozen times in its life")
            .accept("ITEM_GROWTH", METADATA_BOUND);

    public static final Entity<Task> TASK = TABLE.entity(Task.class)
            .about("A task of a case")
            .key("case#{caseId}", "task#{documentId}")
            .belongsTo(CASE, "has")
            .accept("ITEM_GROWTH", METADATA_BOUND);

    public static final Entity<Nigo> NIGO = TABLE.entity(Nigo.class)
            .about("A nigo of a case")
            .key("case#{caseId}", "nigo#{documentId}")
            .belongsTo(CASE, "has")
            .accept("ITEM_GROWTH", METADATA_BOUND);

    public static final Entity<CaseDocument> CASE_DOCUMENT = TABLE.entity(CaseDocument.class)
            .about("A document attached to a Case / Task / Nigo")
            .key("case#{caseId}", "doc#{type}#{objectId}#{documentId}")
            .belongsTo(CASE, "has")
            .belongsTo(Documents.DOCUMENT, "is attached by");

    public static final Pattern<Case> CASE_BY_ID = CASE.get("Get a case by ID");

    /** By identifier, the only order that the index has. */
    public static final Pattern<Case> ALL_CASES =
            CASE.query("List cases").on("GSI1").beginsWith("case#");

    public static final Pattern<Case> NEWEST_CASES = CASE.query("List cases, the newest first")
            .on("GSI1")
            .beginsWith("case#")
            .descending();

    public static final Pattern<Groups> WHOLE_CASE =
            TABLE.collection("Get a case with all that it has", CASE, TASK, NIGO, CASE_DOCUMENT);

    public static final Pattern<Task> TASK_BY_ID = TASK.get("Get a task of a case");

    public static final Pattern<Task> TASKS_OF_CASE =
            TASK.query("List the tasks of a case").beginsWith("task#");

    public static final Pattern<Nigo> NIGO_BY_ID = NIGO.get("Get a nigo of a case");

    public static final Pattern<Nigo> NIGOS_OF_CASE =
            NIGO.query("List the nigos of a case").beginsWith("nigo#");

    public static final Pattern<CaseDocument> CASE_DOCUMENT_BY_KEY =
            CASE_DOCUMENT.get("Get a document of a case, a task or a nigo");

    public static final Pattern<CaseDocument> DOCUMENTS_OF_CASE =
            CASE_DOCUMENT.query("List all documents of a case").beginsWith("doc#");

    public static final Pattern<CaseDocument> DOCUMENTS_OF_CASE_OBJECT = CASE_DOCUMENT
            .query("List the documents of a case itself, of a task or of a nigo")
            .beginsWith("doc#{type}#{objectId}#");

    private Cases() {}
}
