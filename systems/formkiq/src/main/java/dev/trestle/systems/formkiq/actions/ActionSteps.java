package dev.trestle.systems.formkiq.actions;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.ActionRowsActionLaneBuilder;
import dev.trestle.systems.formkiq.model.DocumentActions.Action;
import dev.trestle.systems.formkiq.model.DocumentActions.ActionStatus;
import dev.trestle.systems.formkiq.model.DocumentActionsActionBuilder;
import dev.trestle.systems.formkiq.model.Documents;
import dev.trestle.systems.formkiq.model.Documents.Document;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The steps of a document's actions, as decisions. The document's lane is claimed for one attempt at one action; the
 * attempt ends only while the claim holds. A claim whose holder was silent for {@link #LEASE} is over: the action is
 * tried again as if it had failed because of something that passes.
 */
final class ActionSteps {
    /** How long whoever runs an action may be silent. */
    static final Duration LEASE = Duration.ofMinutes(5);

    private static final String INTERRUPTED = "interrupted: the process that ran it ended";
    private static final int MESSAGE_MAX = 1000;

    private final List<ActionListener> listeners;
    private final Clock clock;

    ActionSteps(List<ActionListener> listeners, Clock clock) {
        this.listeners = listeners;
        this.clock = clock;
    }

    /** What there is to do. */
    sealed interface Next {
        /** Nothing, until somebody changes something. */
        record Nothing() implements Next {}

        /** Nothing before a time. */
        record Later(Instant at) implements Next {}

        /** An action that is claimed for this attempt. */
        record Claimed(Document document, Action action, String claim) implements Next {}
    }

    private static final Next NOTHING = new Next.Nothing();

    private Instant now() {
        return clock.instant();
    }

    private Instant second() {
        return now().truncatedTo(ChronoUnit.SECONDS);
    }

    private ActionList list(ItemStore store, String site, String documentId) {
        return ActionList.read(store, site, documentId, listeners);
    }

    /** Claims the action whose turn it is, if it can run now. */
    Decision<Next> next(ItemStore store, String site, String documentId) {
        Optional<Stored<Document>> document = store.stored(Documents.DOCUMENT_BY_ID.of(documentId));
        ActionList list = list(store, site, documentId);
        Optional<Action> current = list.current();
        if (document.isEmpty() || current.isEmpty()) {
            return Decision.of(NOTHING);
        }
        Action action = current.get();
        return switch (action.status()) {
            case PENDING ->
                Actions.hasContent(document.get().record())
                        ? claimed(list, document.get().record(), action)
                        : Decision.of(NOTHING);
            case WAITING_FOR_RETRY -> {
                Instant at = list.lane().retryAt();
                yield at != null && at.isAfter(now())
                        ? Decision.of(new Next.Later(at))
                        : claimed(list, document.get().record(), action);
            }
            case RUNNING -> {
                Instant until = list.lane().leasedUntil();
                yield until != null && until.isAfter(now())
                        ? Decision.of(new Next.Later(until))
                        : interrupted(list, action);
            }
            case COMPLETE, SKIPPED, FAILED, IN_QUEUE, FAILED_RETRY, MAX_RETRIES_REACHED -> Decision.of(NOTHING);
        };
    }

    private Decision<Next> claimed(ActionList list, Document document, Action action) {
        String claim = UUID.randomUUID().toString();
        Action running = DocumentActionsActionBuilder.builder(action)
                .status(ActionStatus.RUNNING)
                .startDate(second())
                .completedDate(null)
                .message(null)
                .build();
        Decision<Next> decision = Decision.of(new Next.Claimed(document, running, claim));
        list.change(action, running, decision);
        list.lane(ActionRowsActionLaneBuilder.builder(list.lane())
                .claim(claim)
                .leasedUntil(now().plus(LEASE))
                .retryAt(null)
                .build());
        list.quietlyInto(decision);
        return decision;
    }

    private Decision<Next> interrupted(ActionList list, Action action) {
        Action after = Retries.after(action, INTERRUPTED);
        Instant at = now().plus(Retries.wait(after));
        Decision<Next> decision =
                Decision.of(after.status() == ActionStatus.WAITING_FOR_RETRY ? new Next.Later(at) : NOTHING);
        list.change(action, after, decision);
        list.free(after.status() == ActionStatus.WAITING_FOR_RETRY ? at : null);
        list.quietlyInto(decision);
        return decision;
    }

    /** Says that whoever runs the action of a claim is alive. */
    Decision<?> alive(ItemStore store, String site, String documentId, String claim) {
        ActionList list = list(store, site, documentId);
        Decision<?> decision = Decision.done();
        if (claim.equals(list.lane().claim())) {
            list.lane(ActionRowsActionLaneBuilder.builder(list.lane())
                    .leasedUntil(now().plus(LEASE))
                    .build());
            list.quietlyInto(decision);
        }
        return decision;
    }

    /**
     * Ends an attempt. Nothing of it is written if somebody else has the action by now, or the document is gone.
     *
     * @return when the action is tried again; empty if it is not
     */
    Decision<Optional<Instant>> ended(ItemStore store, String site, Next.Claimed claimed, ActionOutcome outcome) {
        String documentId = claimed.document().documentId();
        ActionList list = list(store, site, documentId);
        Optional<Action> current = list.current();
        boolean isOwn = claimed.claim().equals(list.lane().claim())
                && current.isPresent()
                && current.get().status() == ActionStatus.RUNNING
                && store.stored(Documents.DOCUMENT_BY_ID.of(documentId)).isPresent();
        return isOwn ? ended(store, list, current.get(), outcome) : Decision.of(Optional.empty());
    }

    private Decision<Optional<Instant>> ended(ItemStore store, ActionList list, Action running, ActionOutcome outcome) {
        if (outcome instanceof ActionOutcome.First first) {
            return behind(list, running, first.action());
        }
        Action after = after(running, outcome);
        Optional<Instant> at = after.status() == ActionStatus.WAITING_FOR_RETRY
                ? Optional.of(now().plus(Retries.wait(after)))
                : Optional.empty();
        Decision<Optional<Instant>> decision = Decision.of(at);
        if (outcome instanceof ActionOutcome.Done done) {
            done.writes().add(store, decision);
        }
        list.free(at.orElse(null));
        list.change(running, after, decision);
        list.quietlyInto(decision);
        return decision;
    }

    private Action after(Action running, ActionOutcome outcome) {
        if (outcome instanceof ActionOutcome.Passing passing) {
            return Retries.after(running, cut(passing.message()));
        }
        DocumentActionsActionBuilder after = DocumentActionsActionBuilder.builder(running);
        if (outcome instanceof ActionOutcome.Queued) {
            return after.status(ActionStatus.IN_QUEUE).build();
        }
        after.completedDate(second());
        if (outcome instanceof ActionOutcome.Skipped skipped) {
            return after.status(ActionStatus.SKIPPED)
                    .message(cut(skipped.message()))
                    .build();
        }
        if (outcome instanceof ActionOutcome.Failed failed) {
            return after.status(ActionStatus.FAILED)
                    .message(cut(failed.message()))
                    .build();
        }
        String message = outcome instanceof ActionOutcome.Done done ? done.message() : null;
        return after.status(ActionStatus.COMPLETE)
                .message(message == null ? null : cut(message))
                .build();
    }

    private static String cut(String message) {
        String line = message.replaceAll("\\p{Cntrl}+", " ").strip();
        return line.length() > MESSAGE_MAX ? line.substring(0, MESSAGE_MAX) : line;
    }

    /** The action becomes another one, at its place, and is pending again behind it. */
    private static Decision<Optional<Instant>> behind(ActionList list, Action running, NewAction first) {
        Action again = DocumentActionsActionBuilder.builder(running)
                .status(ActionStatus.PENDING)
                .startDate(null)
                .build();
        if (!list.insertBehind(running.idx(), again)) {
            Decision<Optional<Instant>> step = Decision.step();
            list.quietlyInto(step);
            return step;
        }
        list.replaceAt(
                running, first.at(running.documentId(), running.idx(), running.userId(), running.inserteddate()));
        list.free();
        Decision<Optional<Instant>> decision = Decision.of(Optional.empty());
        list.quietlyInto(decision);
        return decision;
    }
}
