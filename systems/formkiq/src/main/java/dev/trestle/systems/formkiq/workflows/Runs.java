package dev.trestle.systems.formkiq.workflows;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.actions.ActionList;
import dev.trestle.systems.formkiq.actions.ActionListener;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.actions.Adder;
import dev.trestle.systems.formkiq.actions.NewAction;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.model.ActiveStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionType;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import dev.trestle.systems.formkiq.model.FlowRows;
import dev.trestle.systems.formkiq.model.FlowRows.WorkflowRun;
import dev.trestle.systems.formkiq.model.Workflows;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflow;
import dev.trestle.systems.formkiq.model.Workflows.DocumentWorkflowStatus;
import dev.trestle.systems.formkiq.model.Workflows.Workflow;
import dev.trestle.systems.formkiq.workflows.Step.DecisionType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Documents on their way through workflows. Each step becomes an action of the document when the one before is done, in the transaction that
 * ends that one; so an ordinary action that was added meanwhile goes first. A document goes by the steps that the workflow had when it
 * began. For any number of threads.
 */
public final class Runs implements ActionListener {
    /** A workflow whose steps follow one another for ever ends here. */
    private static final int STEPS_MAX = 100;

    private static final int ACTIONS_MAX = 350;

    private final Actions actions;
    private final QueueNotices notices;

    public Runs(Actions actions, QueueNotices notices) {
        this.actions = actions;
        this.notices = notices;
    }

    /**
     * Who puts documents into workflows.
     *
     * @param name as people know them
     * @param identity a name that nobody else can have; null for a rule
     * @param adder whose actions the steps are
     */
    public record Starter(String name, @Nullable String identity, Adder adder) {}

    /** Whether a document may begin a workflow: one that is active, and that it is not in. */
    public static boolean mayStart(ItemStore store, String documentId, String workflowId) {
        boolean isActive = store.get(Workflows.WORKFLOW_BY_ID.of(workflowId))
                .filter(row -> row.status() == ActiveStatus.ACTIVE
                        && !Step.of(row.json()).isEmpty())
                .isPresent();
        return isActive
                && store.get(Workflows.WORKFLOW_OF_DOCUMENT.of(documentId, workflowId))
                        .filter(run -> run.status() == DocumentWorkflowStatus.IN_PROGRESS)
                        .isEmpty();
    }

    /** Adds to a decision that a document begins its way through a workflow. */
    public void start(
            ItemStore store,
            String site,
            String documentId,
            String workflowId,
            Starter by,
            Instant at,
            Decision<?> decision) {
        Workflow workflow = store.stored(Workflows.WORKFLOW_BY_ID.of(workflowId))
                .map(Stored::record)
                .filter(found -> found.status() == ActiveStatus.ACTIVE)
                .orElseThrow(() -> Refusals.of("workflowId", "workflow is not ACTIVE"));
        Stored<DocumentWorkflow> old = store.stored(Workflows.WORKFLOW_OF_DOCUMENT.of(documentId, workflowId))
                .orElse(null);
        if (old != null && old.record().status() == DocumentWorkflowStatus.IN_PROGRESS) {
            throw Refusals.conflict("document is already in workflow '" + workflowId + "'");
        }
        List<Step> steps = Step.of(workflow.json());
        if (steps.isEmpty()) {
            throw Refusals.of("workflowId", "workflow has no steps");
        }
        Instant began = at.truncatedTo(ChronoUnit.SECONDS);
        ActionList list = actions.list(store, site, documentId);
        Action first = add(list, by.adder(), began, workflowId, steps, steps.get(0));
        list.into(decision);
        DocumentWorkflow run = new DocumentWorkflow(
                documentId,
                workflowId,
                workflow.name(),
                DocumentWorkflowStatus.IN_PROGRESS,
                pkOf(first),
                skOf(first),
                first.workflowStepId(),
                began);
        if (old == null) {
            decision.create(Workflows.DOCUMENT_WORKFLOW, run);
        } else {
            decision.replace(Workflows.DOCUMENT_WORKFLOW, old, run);
        }
        decision.put(
                FlowRows.WORKFLOW_RUN,
                new WorkflowRun(documentId, workflowId, workflow.json(), by.name(), by.identity(), began));
    }

    private static Action add(
            ActionList list, Adder adder, Instant at, String workflowId, List<Step> steps, Step step) {
        boolean isLast = Step.next(steps, step, DecisionType.APPROVE).isEmpty();
        NewAction action = StepActions.of(step).ofWorkflow(workflowId, step.id(), isLast);
        return list.add(adder, at, List.of(action)).get(0);
    }

    private static String pkOf(Action action) {
        return "docs#" + action.documentId();
    }

    private static String skOf(Action action) {
        return "action#" + action.idx() + "#" + action.type();
    }

    /** What happens to an action of a workflow happens to the document's way through it. */
    @Override
    public void changed(Event event, Decision<?> decision) {
        Action after = event.after();
        if (after.status() == ActionStatus.IN_QUEUE) {
            notices.waits(event, decision);
        }
        String workflowId = after.workflowId();
        // Whoever decides about a document that waits says where it goes on.
        boolean isDecided = event.before().status() == ActionStatus.IN_QUEUE;
        if (workflowId == null || isDecided) {
            return;
        }
        switch (after.status()) {
            case COMPLETE, SKIPPED -> goOn(event.list(), event.store(), after, DecisionType.APPROVE, decision);
            case FAILED, MAX_RETRIES_REACHED -> state(event.store(), after, DocumentWorkflowStatus.FAILED, decision);
            case FAILED_RETRY -> state(event.store(), after, DocumentWorkflowStatus.IN_PROGRESS, decision);
            default -> {}
        }
    }

    private static void state(ItemStore store, Action action, DocumentWorkflowStatus status, Decision<?> decision) {
        find(store, action).ifPresent(run -> {
            if (run.record().status() != status) {
                decision.replace(Workflows.DOCUMENT_WORKFLOW, run, with(run.record(), status, action));
            }
        });
    }

    private static Optional<Stored<DocumentWorkflow>> find(ItemStore store, Action action) {
        return store.stored(
                Workflows.WORKFLOW_OF_DOCUMENT.of(action.documentId(), String.valueOf(action.workflowId())));
    }

    private static DocumentWorkflow with(DocumentWorkflow run, DocumentWorkflowStatus status, Action at) {
        boolean isOver = status == DocumentWorkflowStatus.COMPLETE;
        return new DocumentWorkflow(
                run.documentId(),
                run.workflowId(),
                run.workflowName(),
                status,
                isOver ? null : pkOf(at),
                isOver ? null : skOf(at),
                isOver ? null : at.workflowStepId(),
                run.inserteddate());
    }

    /**
     * What somebody decided.
     *
     * @param message who, what and why, in words
     * @param facts the same, by name
     */
    record Decided(DecisionType type, String message, Map<String, String> facts, Instant at) {}

    /** Ends an action that waits, as somebody decided, and has the document go on where that leads. */
    static void decide(ActionList list, ItemStore store, Action waiting, Decided decided, Decision<?> decision) {
        Action ended = DocumentActionsActionBuilder.builder(waiting)
                .status(ActionStatus.COMPLETE)
                .message(decided.message())
                .metadata(decided.facts())
                .completedDate(decided.at().truncatedTo(ChronoUnit.SECONDS))
                .build();
        goOn(list, store, list.change(waiting, ended, decision), decided.type(), decision);
        list.into(decision);
    }

    private static void goOn(
            ActionList list, ItemStore store, Action ended, DecisionType decided, Decision<?> decision) {
        Stored<DocumentWorkflow> before = find(store, ended).orElse(null);
        if (before == null || before.record().status() == DocumentWorkflowStatus.COMPLETE) {
            return;
        }
        WorkflowRun run = store.get(FlowRows.RUN_OF_DOCUMENT.of(ended.documentId(), String.valueOf(ended.workflowId())))
                .orElse(null);
        List<Step> steps = run == null ? List.of() : Step.of(run.steps());
        Optional<Step> current = Step.find(steps, ended.workflowStepId());
        Optional<Step> next = current.flatMap(step -> Step.next(steps, step, decided));
        DocumentWorkflow after;
        if (next.isPresent() && run != null && hasRoom(list, run)) {
            Action made = add(
                    list,
                    Adder.sameAs(ended.userId()),
                    Optional.ofNullable(ended.completedDate()).orElse(ended.inserteddate()),
                    run.workflowId(),
                    steps,
                    next.get());
            after = with(before.record(), DocumentWorkflowStatus.IN_PROGRESS, made);
        } else {
            boolean isFailed = decided == DecisionType.REJECT || next.isPresent() || current.isEmpty();
            after = with(
                    before.record(), isFailed ? DocumentWorkflowStatus.FAILED : DocumentWorkflowStatus.COMPLETE, ended);
        }
        decision.replace(Workflows.DOCUMENT_WORKFLOW, before, after);
    }

    /** A document has room for so many steps of one way through a workflow, and for so many actions at all. */
    private static boolean hasRoom(ActionList list, WorkflowRun run) {
        long taken = list.all().stream()
                .filter(each -> run.workflowId().equals(each.workflowId())
                        && !each.inserteddate().isBefore(run.startedAt()))
                .count();
        return taken < STEPS_MAX && list.all().size() < ACTIONS_MAX;
    }

    /** Whose members may decide about an action that waits; null for everybody who may write. */
    static @Nullable List<String> groupsOf(ItemStore store, Action action) {
        String workflowId = action.workflowId();
        if (workflowId == null) {
            return null;
        }
        return store.get(FlowRows.RUN_OF_DOCUMENT.of(action.documentId(), workflowId))
                .flatMap(run -> Step.find(Step.of(run.steps()), action.workflowStepId()))
                .map(Step::groups)
                .orElse(null);
    }

    ActionList list(ItemStore store, String site, String documentId) {
        return actions.list(store, site, documentId);
    }

    /** The action of a document at which it waits in a workflow. */
    static Optional<Action> waiting(ActionList list, String workflowId) {
        return list.current()
                .filter(each -> each.status() == ActionStatus.IN_QUEUE)
                .filter(each -> each.type() == ActionType.QUEUE && workflowId.equals(each.workflowId()));
    }
}
