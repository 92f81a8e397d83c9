package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.MovedAppearance;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.PersonChange.State;
import dev.trestle.systems.zentriqvision.model.PersonInChange;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.Moment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Moves the appearances of a merge, a split or its undoing, step by step. Each step commits itself whole and holds to the job's lease; what is left is
 * read from the rows and marks, so that a killed process loses no more than the step that it was in.
 */
final class MoveJob {
    static final String TYPE = "move-appearances";

    private static final int CHECKED_AT_A_TIME = 45;
    private static final int CHECKED_MAX = 200_000;

    private final Parts parts;

    record Move(String orgId, String changeId) {}

    MoveJob(Parts parts) {
        this.parts = parts;
    }

    void handleBy(JobRunner runner) {
        runner.handle(TYPE, this::run);
    }

    private void run(JobContext job) {
        Move what = job.payload(Move.class);
        ItemStore store = parts.deciding(what.orgId());
        while (!job.isLost()) {
            Optional<PersonChange> change = store.get(SupportTable.CHANGE_BY_ID.of(what.changeId()));
            if (change.isEmpty()
                    || change.get().state() == State.DONE
                    || change.get().state() == State.UNDONE) {
                return;
            }
            if (job.isStopping()) {
                job.again(Duration.ZERO);
                return;
            }
            Action action = action(change.get());
            boolean isOver = parts.changes().run(store, () -> {
                Decision<Boolean> step = parts.sightings().moving(what.orgId(), change.get(), action, null);
                return step.result() ? step : step.check(job.bound(), job.own());
            });
            if (isOver) {
                finish(job, store, what.changeId());
                return;
            }
        }
    }

    private static Action action(PersonChange change) {
        return change.state() == State.UNDOING
                ? Action.UNDO
                : change.kind() == PersonChange.Kind.MERGE ? Action.MERGE : Action.SPLIT;
    }

    private void finish(JobContext job, ItemStore store, String changeId) {
        Object unused = parts.changes().run(store, () -> {
            Stored<PersonChange> stored = store.stored(SupportTable.CHANGE_BY_ID.of(changeId))
                    .orElseThrow(() -> new IllegalStateException("The change that is moved is gone."));
            PersonChange change = stored.record();
            State after = change.state() == State.UNDOING ? State.UNDONE : State.DONE;
            return Decision.done()
                    .replace(SupportTable.PERSON_CHANGE, stored, change.withState(after))
                    .delete(SupportTable.PERSON_IN_CHANGE, mark(change, change.source()), Expect.ANYTHING)
                    .delete(SupportTable.PERSON_IN_CHANGE, mark(change, change.target()), Expect.ANYTHING)
                    .ending(job);
        });
    }

    private static PersonInChange mark(PersonChange change, String personId) {
        return new PersonInChange(
                personId, change.changeId(), action(change), change.source(), change.target(), change.at());
    }

    /** A person's appearance in a second of a video. */
    static Optional<Appearance> find(ItemStore store, String personId, Moment moment) {
        return store.get(DataTable.APPEARANCE_BY_KEY.of(moment.videoId(), moment.timestamp()))
                .filter(each -> each.personId().equals(personId))
                .or(() -> store.get(
                        DataTable.FURTHER_APPEARANCE_BY_KEY.of(moment.videoId(), moment.timestamp(), personId)));
    }

    /**
     * Holds undoing to what the change left.
     *
     * @throws ApiException if something that it moved is gone, or is somebody else's now
     */
    static void checkUnmoved(ItemStore store, PersonChange change) {
        List<MovedAppearance> batch = new ArrayList<>();
        try (var moved = store.stream(SupportTable.MOVED_APPEARANCES.of(change.changeId()), CHECKED_MAX)) {
            for (MovedAppearance each : (Iterable<MovedAppearance>) moved::iterator) {
                batch.add(each);
                if (batch.size() == CHECKED_AT_A_TIME) {
                    check(store, change, batch);
                    batch.clear();
                }
            }
        }
        if (!batch.isEmpty()) {
            check(store, change, batch);
        }
    }

    private static void check(ItemStore store, PersonChange change, List<MovedAppearance> batch) {
        List<Bound<? extends Record>> bounds = new ArrayList<>();
        for (MovedAppearance each : batch) {
            bounds.add(first(each));
            bounds.add(further(each, change.target()));
        }
        Retrieved read = store.retrieve(bounds);
        for (MovedAppearance each : batch) {
            boolean isThere = read.of(first(each))
                            .filter(stored -> stored.record().personId().equals(change.target()))
                            .isPresent()
                    || read.of(further(each, change.target())).isPresent();
            if (!isThere) {
                throw ApiException.conflict(
                                "What it moved has changed since: " + each.videoId() + " at " + each.timestamp()
                                        + ". Undo the later change first.",
                                null)
                        .withCode("merge-changed");
            }
        }
    }

    private static Bound<Appearance> first(MovedAppearance mark) {
        return DataTable.APPEARANCE_BY_KEY.of(mark.videoId(), mark.timestamp());
    }

    private static Bound<Appearance> further(MovedAppearance mark, String personId) {
        return DataTable.FURTHER_APPEARANCE_BY_KEY.of(mark.videoId(), mark.timestamp(), personId);
    }
}
