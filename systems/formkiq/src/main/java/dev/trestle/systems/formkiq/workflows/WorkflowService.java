package dev.trestle.systems.formkiq.workflows;

import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.Library;

/** Queues and workflows, wired: their operations, and what they do when actions of documents come to another state. */
public final class WorkflowService {
    private final Library library;
    private final Actions actions;
    private final Changes changes;
    private final QueueNotices notices;
    private final Runs runs;

    public WorkflowService(Library library, Actions actions, Changes changes, QueueNotices notices) {
        this.library = library;
        this.actions = actions;
        this.changes = changes;
        this.notices = notices;
        this.runs = new Runs(actions, notices);
        Actions unused = actions.onChange(runs);
    }

    /** Documents on their way. */
    public Runs runs() {
        return runs;
    }

    public void declare(Operations<Caller> api, Pages pages) {
        new QueueOperations(library, pages).declare(api);
        new WorkflowOperations(library, pages, actions).declare(api);
        new DocumentWorkflowOperations(library, runs, changes).declare(api);
        new ApprovalOperations(library, pages, actions).declare(api);
    }

    /** Has its jobs done. */
    public void runBy(JobRunner runner) {
        JobRunner unused = runner.handle(Notices.JOB, notices.handler());
    }
}
