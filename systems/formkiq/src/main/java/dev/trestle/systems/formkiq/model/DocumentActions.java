package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.DocumentsTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.KeyOnly;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Chapter "Documents", sections "Document Actions" and "Document Sync": what is to be done with a document, and where
 * it was sent.
 */
public final class DocumentActions {
    /** What is done. */
    public enum ActionType {
        ANTIVIRUS,
        DOCUMENTTAGGING,
        FULLTEXT,
        NOTIFICATION,
        OCR,
        QUEUE,
        WEBHOOK,
        IDP,
        PUBLISH,
        PDFEXPORT,
        EVENTBRIDGE,
        RESIZE,
        DATA_CLASSIFICATION,
        MALWARE_SCAN
    }

    /** How far it is. */
    public enum ActionStatus {
        PENDING,
        RUNNING,
        COMPLETE,
        FAILED,
        SKIPPED,
        IN_QUEUE,
        FAILED_RETRY,
        WAITING_FOR_RETRY,
        MAX_RETRIES_REACHED
    }

    /**
     * Something that is done with a document; a document's actions are done one after the other.
     *
     * @param idx the place among the document's actions
     * @param queueId the queue that it waits in; actions without one are in no queue's list
     */
    @RecordBuilder
    public record Action(
            String documentId,
            @KeyOnly int idx,
            ActionType type,
            ActionStatus status,
            @Nullable Map<String, AttributeValue> parameters,
            @Nullable Map<String, String> metadata,
            String userId,
            Instant inserteddate,
            @Nullable Instant startDate,
            @Nullable Instant completedDate,
            @Nullable String message,
            @Nullable String queueId,
            @Nullable String workflowId,
            @Nullable String workflowStepId,
            @Nullable String workflowLastStep,
            @Nullable Integer retryCount,
            @Nullable Integer maxRetries) {}

    /** What a document is sent to. */
    public enum SyncService {
        TYPESENSE,
        OPENSEARCH,
        FULLTEXT
    }

    /** How the sending went. */
    public enum SyncStatus {
        COMPLETE,
        FAILED,
        FAILED_RETRY,
        PENDING
    }

    /** What was sent. */
    public enum SyncType {
        METADATA,
        CONTENT,
        SOFT_DELETE,
        DELETE
    }

    /** The sending of a document to a service. */
    public record Sync(
            String documentId,
            SyncService service,
            Instant syncDate,
            String userId,
            SyncStatus status,
            SyncType type,
            @Nullable String message,
            @Nullable Instant inserteddate) {}

    static final String ORDERED_AFTERWARDS = "documented so; at most a hundred, put in order after they are read";
    static final String PARAMETERS_BOUND = "the parameters that a type of action has, some dozen";

    public static final Entity<Action> ACTION = TABLE.entity(Action.class)
            .about("Schema for Document Actions")
            .key("docs#{documentId}", "action#{idx}#{type}")
            .index("GSI1", "action#{type}#{queueId}", "action#{documentId}#{inserteddate}")
            .index("GSI2", "actions#{status}", "action#{documentId}")
            .accept("TEXT_ORDER", ORDERED_AFTERWARDS)
            .accept("ITEM_GROWTH", PARAMETERS_BOUND)
            .belongsTo(Documents.DOCUMENT, "goes through");

    /** Two syncs of a document in one second have the same key: the later one takes the next free second. */
    public static final Entity<Sync> SYNC = TABLE.entity(Sync.class)
            .about("Schema for Document Sync Events")
            .key("docs#{documentId}", "syncs#{syncDate}")
            .index("GSI1", "doc#syncs#{service}#{status}#", "sync#{type}#{syncDate}#{documentId}")
            .belongsTo(Documents.DOCUMENT, "is sent by");

    public static final Pattern<Action> ACTION_BY_KEY = ACTION.get("Get an action of a document");

    /** In the order of text, {@code 10} before {@code 2}: at most a hundred, put in order after they are read. */
    public static final Pattern<Action> ACTIONS_OF_DOCUMENT =
            ACTION.query("List the actions of a document").beginsWith("action#");

    /** By document, then by time: a queue's longest waiting document is found by reading all of it. */
    public static final Pattern<Action> ACTIONS_IN_QUEUE =
            ACTION.query("List the actions that wait in a queue").on("GSI1");

    public static final Pattern<Action> ACTIONS_BY_STATUS =
            ACTION.query("List actions by status").on("GSI2");

    public static final Pattern<Action> ACTIONS_OF_DOCUMENT_BY_STATUS =
            ACTION.query("List the actions of a document by status").on("GSI2").exactly("action#{documentId}");

    public static final Pattern<Sync> SYNC_BY_KEY = SYNC.get("Get a sync of a document");

    public static final Pattern<Sync> SYNCS_OF_DOCUMENT =
            SYNC.query("List the syncs of a document").beginsWith("syncs#").descending();

    public static final Pattern<Sync> SYNCS_BY_STATUS =
            SYNC.query("List syncs by service and status").on("GSI1");

    public static final Pattern<Sync> SYNCS_BY_STATUS_AND_TYPE =
            SYNC.query("List syncs by service, status and type").on("GSI1").beginsWith("sync#{type}#");

    private DocumentActions() {}
}
