package dev.trestle.systems.formkiq.rulesets;

import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.actions.Actions;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.documents.Library;
import dev.trestle.systems.formkiq.workflows.Runs;
import java.time.Clock;

/** Rulesets, wired: their operations, and what they do when content comes. */
public final class RulesetService {
    private final Library library;
    private final RuleSources sources;
    private final Ruling ruling;

    public RulesetService(
            Library library, Runs runs, RuleSources sources, Actions actions, Changes changes, Clock clock) {
        this.library = library;
        this.sources = sources;
        this.ruling = new Ruling(library, runs, sources, changes, clock);
        Actions unused = actions.onContent(ruling);
    }

    public void declare(Operations<Caller> api, Pages pages) {
        new RulesetOperations(library, pages).declare(api);
        new TrialOperations(library, sources).declare(api);
    }

    /** Has its jobs done. */
    public void runBy(JobRunner runner) {
        JobRunner unused = runner.handle(Ruling.APPLY, ruling::apply);
    }
}
