package dev.trestle.systems.formkiq.model;

import static dev.trestle.systems.formkiq.model.SupportTable.TABLE;

import dev.trestle.model.Entity;
import dev.trestle.model.Pattern;
import dev.trestle.model.annotation.KeyOnly;
import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What {@code formkiq-support} keeps for queues, workflows and rulesets: the order of a queue, the steps that a document goes
 * through, and which content rules were applied to.
 */
public final class FlowRows {
    /**
     * An action that waits in a queue.
     *
     * @param since when it began to wait; no two are the same in one process
     * @param groups who may decide; null for whoever may write
     */
    public record Waiting(
            String documentId,
            int idx,
            String queueId,
            @Time(TimeFormat.OFFSET_MICROS) Instant since,
            @Nullable String workflowId,
            @Nullable String stepId,
            @Nullable List<String> groups) {}

    /**
     * The steps that a document goes through in a workflow: those that the workflow had when the document began.
     *
     * @param steps as JSON
     * @param startedBy who, or which rule, put the document in
     * @param identity the same, by a name that nobody else can have
     */
    public record WorkflowRun(
            String documentId,
            String workflowId,
            String steps,
            String startedBy,
            @Nullable String identity,
            Instant startedAt) {}

    /**
     * The content of a document that rules were applied to last.
     *
     * @param content names the version of the content
     * @param ruleId the rule that matched; null for none
     */
    public record RulesApplied(
            String documentId,
            String content,
            @Nullable String rulesetId,
            @Nullable String ruleId,
            @Nullable String workflowId,
            Instant appliedAt) {}

    /** How many rulesets a site has. */
    public record RulesetCount(@KeyOnly String name, int rulesets) {
        /** There is one count. */
        public static final String ALL = "count";
    }

    private static final String GROUPS_BOUND = "the groups of one step, some dozens";

    /** In the order in which documents have waited. */
    public static final Entity<Waiting> QUEUED = TABLE.entity("Queued", Waiting.class)
            .about("An action that waits in a queue, longest first")
            .key("queue#{queueId}", "{since}#{documentId}#{idx}")
            .accept("TEXT_ORDER", "the numbers of actions decide nothing behind a time and a document");

    public static final Entity<Waiting> WAITING = TABLE.entity("Waiting", Waiting.class)
            .about("A document's action that waits in a queue")
            .key("docs#{documentId}", "waits#{idx}")
            .also(QUEUED, waiting -> waiting)
            .onePer(QUEUED, "is listed as")
            .accept("TEXT_ORDER", "each is read by its number")
            .accept("ITEM_GROWTH", GROUPS_BOUND);

    public static final Entity<WorkflowRun> WORKFLOW_RUN = TABLE.entity(WorkflowRun.class)
            .about("The steps that a document goes through in a workflow")
            .key("wfdoc#{documentId}", "run#{workflowId}")
            .onePer(Workflows.DOCUMENT_WORKFLOW, "goes by");

    public static final Entity<RulesApplied> RULES_APPLIED = TABLE.entity(RulesApplied.class)
            .about("The content of a document that rules were applied to")
            .key("docs#{documentId}", "rules");

    public static final Entity<RulesetCount> RULESET_COUNT = TABLE.entity(RulesetCount.class)
            .about("How many rulesets a site has")
            .key("rulesets", "{name}")
            .accept("HOT_PARTITION", "one item, changed when a ruleset is added or deleted");

    public static final Pattern<Waiting> WAITING_OF_ACTION =
            WAITING.get("Get how long an action has waited in its queue");

    public static final Pattern<Waiting> QUEUED_LONGEST_FIRST =
            QUEUED.query("List the documents that wait in a queue, longest first");

    public static final Pattern<WorkflowRun> RUN_OF_DOCUMENT =
            WORKFLOW_RUN.get("Get the steps that a document goes through");

    public static final Pattern<RulesApplied> RULES_OF_DOCUMENT =
            RULES_APPLIED.get("Get the content that rules were applied to");

    public static final Pattern<RulesetCount> COUNT_OF_RULESETS = RULESET_COUNT.get("Get how many rulesets a site has");

    private FlowRows() {}
}
