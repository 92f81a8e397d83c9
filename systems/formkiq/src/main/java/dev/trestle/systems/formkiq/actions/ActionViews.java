package dev.trestle.systems.formkiq.actions;

import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the operations on actions take and give. */
public final class ActionViews {
    /** What recognises characters. */
    public enum Engine {
        TESSERACT,
        TEXTRACT
    }

    /** What recognition makes of a table. */
    public enum OutputType {
        CSV
    }

    /** A question about a document. */
    public record Query(
            @Nullable String text,
            @Nullable String alias,
            @Nullable List<String> pages) {}

    /** What an action is to be done with. Each type has its own. */
    public record Parameters(
            @Nullable List<Query> ocrTextractQueries,
            @Nullable String ocrParseTypes,
            @Nullable Engine ocrEngine,
            @Nullable OutputType ocrOutputType,
            @Nullable String ocrNumberOfPages,
            @Nullable String addPdfDetectedCharactersAsText,
            @Nullable String llmPromptEntityName,
            @Nullable String url,
            @Nullable String characterMax,
            @Nullable String engine,
            @Nullable String notificationType,
            @Nullable String notificationToCc,
            @Nullable String notificationToBcc,
            @Nullable String notificationSubject,
            @Nullable String notificationText,
            @Nullable String notificationHtml,
            @Nullable String tags,
            @Nullable String mappingId,
            @Nullable String eventBusName,
            @Nullable String width,
            @Nullable String height,
            @Nullable String path,
            @Nullable String outputType) {}

    /** An action that a document is to go through. */
    public record AddAction(
            @Nullable ActionType type,
            @Nullable Parameters parameters,
            @Nullable String queueId) {}

    record AddActionsBody(@Nullable List<AddAction> actions) {}

    record AddActions(String documentId, @Nullable String siteId, AddActionsBody body) implements OnSite {}

    record RetryActions(String documentId, @Nullable String siteId) implements OnSite {}

    record ListActions(
            String documentId,
            @Nullable String siteId,
            @Nullable String limit,
            @Nullable String shareKey,
            @Nullable String next)
            implements OnSite {}

    /** An action as it is shown. */
    public record ActionView(
            ActionStatus status,
            ActionType type,
            @Nullable Integer retryCount,
            @Nullable Integer maxRetries,
            @Nullable String queueId,
            @Nullable String workflowId,
            @Nullable String workflowStepId,
            @Nullable String message,
            String userId,
            String insertedDate,
            @Nullable String startDate,
            @Nullable String completedDate,
            @Nullable Map<String, Object> parameters,
            @Nullable Map<String, String> metadata) {}

    record ActionsView(@Nullable String next, List<ActionView> actions) {}

    private ActionViews() {}
}
