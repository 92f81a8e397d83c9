package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Changes;
import dev.trestle.systems.formkiq.actions.ActionSteps.Next;
import dev.trestle.systems.formkiq.api.Actor;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Callers;
import dev.trestle.systems.formkiq.model.ActionRows;
import dev.trestle.systems.formkiq.model.ActionRows.ActionAdder;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the actions of documents, as jobs, in one of any number of processes. What a handler does happens between two
 * transactions: one that claims the action, one that ends it. Whoever else looks at the document meanwhile waits.
 */
public final class ActionEngine implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ActionEngine.class);
    private static final JobRunner.Retries TRIES = new JobRunner.Retries(20, Duration.ofSeconds(2));
    /** A job that found something to do so often lets others of other documents go first. */
    private static final int IN_A_ROW_MAX = 20;

    private final Actions actions;
    private final Parts parts;
    private final ActionSteps steps;
    private final Map<String, Running> running = new ConcurrentHashMap<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "trestle-actions");
        thread.setDaemon(true);
        return thread;
    });

    /** What it runs on. {@code settle} has an upload taken that has come, before the document is looked at. */
    public record Parts(
            ItemStore items, Changes changes, ActionContent content, Callers callers, Clock clock, Settling settle) {}

    /** Takes what has come for a document. */
    @FunctionalInterface
    public interface Settling {
        void settle(ItemStore store, String documentId);
    }

    private record Running(String site, String documentId, String claim) {}

    public ActionEngine(Actions actions, Parts parts) {
        this.actions = actions;
        this.parts = parts;
        this.steps = new ActionSteps(actions.listeners(), parts.clock());
    }

    /** Has its jobs done. */
    public void runBy(JobRunner runner) {
        runner.handle(ActionJobs.RUN, TRIES, this::run);
    }

    /** Begins to tell others which actions are alive here. */
    public void start() {
        long every = ActionSteps.LEASE.toMillis() / 4;
        ScheduledFuture<?> unused = timer.scheduleWithFixedDelay(this::renew, every, every, TimeUnit.MILLISECONDS);
    }

    private void run(JobContext job) throws InterruptedException {
        ActionJobs.Asked asked = job.payload(ActionJobs.Asked.class);
        ItemStore store = parts.items().within(asked.site()).consistent();
        parts.settle().settle(store, asked.documentId());
        for (int done = 0; done < IN_A_ROW_MAX && !job.isStopping(); done++) {
            Next next = changes(asked.site()).run(store, () -> steps.next(store, asked.site(), asked.documentId()));
            if (next instanceof Next.Nothing) {
                return;
            }
            if (next instanceof Next.Later later) {
                again(job, later.at());
                return;
            }
            if (next instanceof Next.Claimed claimed) {
                Optional<Instant> retry = attempt(store, asked.site(), claimed);
                if (retry.isPresent()) {
                    again(job, retry.get());
                    return;
                }
            }
        }
        job.again(Duration.ZERO);
    }

    private void again(JobContext job, Instant at) {
        Duration wait = Duration.between(parts.clock().instant(), at);
        job.again(wait.isNegative() ? Duration.ZERO : wait);
    }

    private Changes changes(String site) {
        return parts.changes().as(Actor.acting(site));
    }

    private Optional<Instant> attempt(ItemStore store, String site, Next.Claimed claimed) throws InterruptedException {
        Running here = new Running(site, claimed.document().documentId(), claimed.claim());
        running.put(here.claim(), here);
        try {
            ActionOutcome outcome = outcome(store, site, claimed);
            return end(store, site, claimed, outcome);
        } finally {
            running.remove(here.claim());
        }
    }

    private Optional<Instant> end(ItemStore store, String site, Next.Claimed claimed, ActionOutcome outcome) {
        try {
            return changes(site).run(store, () -> steps.ended(store, site, claimed, outcome));
        } catch (ApiException refused) {
            if (!(outcome instanceof ActionOutcome.Done)) {
                throw refused;
            }
            // What it would have written is refused, by a legal hold for one.
            ActionOutcome failed = Failures.of(refused);
            return changes(site).run(store, () -> steps.ended(store, site, claimed, failed));
        }
    }

    private ActionOutcome outcome(ItemStore store, String site, Next.Claimed claimed) throws InterruptedException {
        Action action = claimed.action();
        Optional<ActionHandler> handler = actions.handler(action.type());
        if (handler.isEmpty()) {
            return ActionOutcome.failed(notConfigured(action));
        }
        ActionRun run = new ActionRun(
                site,
                store,
                claimed.document(),
                action,
                changes(site),
                parts.content(),
                parts.clock(),
                () -> caller(store, site, action));
        try {
            return handler.get().run(run);
        } catch (ApiException e) {
            return Failures.of(e);
        } catch (IOException e) {
            LOG.atInfo().addKeyValue("action", run.key()).setCause(e).log("an action failed, and is tried again");
            return Failures.of(e);
        } catch (RuntimeException | StackOverflowError e) {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException("stopped while an action ran");
            }
            LOG.atWarn().addKeyValue("action", run.key()).setCause(e).log("an action failed");
            return Failures.of(e);
        }
    }

    /** What a type fails with that nothing here can do. */
    public static String notConfigured(Action action) {
        return action.type() + " is not configured";
    }

    private Caller caller(ItemStore store, String site, Action action) {
        Optional<ActionAdder> adder = store.get(ActionRows.ADDER_OF_ACTIONS.of(action.documentId(), action.userId()));
        if (adder.isEmpty()) {
            return parts.callers().system(site);
        }
        ActionAdder known = adder.get();
        Principal who = new Principal(
                known.issuer(),
                known.subject(),
                known.isProgram() ? Principal.Proof.API_KEY : Principal.Proof.TOKEN,
                null,
                new HashSet<>(known.groups()),
                new java.util.HashMap<String, Object>(known.claims()));
        return parts.callers().acting(who, site, known.shareKey());
    }

    /** Tells other processes that what runs here is alive. */
    void renew() {
        for (Running each : running.values()) {
            try {
                ItemStore store = parts.items().within(each.site()).consistent();
                Object unused = changes(each.site())
                        .run(store, () -> steps.alive(store, each.site(), each.documentId(), each.claim()));
            } catch (RuntimeException e) {
                LOG.warn("the lease of an action could not be renewed", e);
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
