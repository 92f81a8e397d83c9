package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.Bound;
import dev.trestle.model.Entity;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.AuditSubject;
import dev.trestle.systems.unisync.model.Note;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.RetiredId;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.notes.NoteRemoval;
import dev.trestle.systems.unisync.presence.Presence;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * What follows when a ShowSet gets another id, or goes: its rows lie under its id, and there may be thousands.
 *
 * <p>One transaction decides: the ShowSet lies under its new id, or nowhere, the old one is retired, and a job is there. The job takes the
 * rows over in small transactions, each of which deletes a row here and creates it there, so that it is never in both places or in
 * none. It may be interrupted anywhere and goes on with what is left. When nothing is, the old id is free again; nobody can have added to
 * it meanwhile, because whoever adds something holds the ShowSet to being there.
 */
public final class Moves {
    private static final String MOVE = "move-showset";
    private static final String DELETE = "delete-showset";
    private static final String IN_THE_WAY = "A row of a renamed ShowSet is in the way of another.";

    /** A transaction has a hundred actions at most, and a move needs two. */
    private static final int ROWS_AT_A_TIME = 40;

    /** A million rows at least; more is somebody who keeps writing, and no end. */
    private static final int ROUNDS_MAX = 50_000;

    private final ItemStore store;
    private final Jobs jobs;
    private final NoteRemoval removal;
    private final Presence presence;
    private final Reasons reasons;
    private final Changes commits;

    record Move(String from, String to) {}

    record Removal(String showSetId, String by) {}

    public Moves(ItemStore store, Jobs jobs, NoteRemoval removal, Presence presence, Reasons reasons, Changes commits) {
        this.store = store.consistent();
        this.jobs = jobs;
        this.removal = removal;
        this.presence = presence;
        this.reasons = reasons;
        this.commits = commits;
    }

    public void handleBy(JobRunner runner) {
        runner.handle(MOVE, this::move).handle(DELETE, this::delete);
    }

    /** Adds to a decision that a ShowSet gets another id; {@code taken} is said if that is another's. */
    void rename(Decision<?> change, Stored<ShowSet> read, ShowSet after, RetiredId retired, String taken) {
        change.move(ShowSetsTable.SHOWSET, read, after, taken)
                .checkAbsent(SupportTable.RETIRED_BY_ID.of(after.showSetId()), taken)
                .create(SupportTable.RETIRED_ID, retired)
                .job(MOVE, after.showSetId(), new Move(retired.showSetId(), after.showSetId()));
    }

    /** Adds to a decision that a ShowSet is deleted. Its activity stays. */
    void delete(Decision<?> change, Stored<ShowSet> read, String by, Instant at) {
        String id = read.record().showSetId();
        change.delete(ShowSetsTable.SHOWSET, read)
                .create(SupportTable.RETIRED_ID, new RetiredId(id, null, by, at))
                .job(DELETE, id, new Removal(id, by));
    }

    private void move(JobContext job) {
        Move what = job.payload(Move.class);
        String from = what.from();
        String to = what.to();
        presence.moved(from, to);
        each(job, NotesTable.NOTES_OF_SHOWSET.of(from), note -> moved(note, to));
        // Edits of notes write here too, as long as there are notes.
        moveAll(
                job,
                SupportTable.AUDIT_ENTRY,
                SupportTable.AUDIT_OF_SUBJECT.of(AuditSubject.SHOWSET, from),
                entry -> entry.withSubjectId(to));
        moveAll(
                job,
                ActivityTable.ACTIVITY,
                ActivityTable.ACTIVITY_OF_SHOWSET.of(from),
                activity -> activity.withShowSetId(to));
        moveAll(
                job,
                SupportTable.FORMER_VERSION,
                SupportTable.FORMER_VERSIONS.of(from),
                version -> version.withShowSetId(to));
        // Jobs for reasons name the former id, and those that wait for a service may wait for long.
        store.get(ShowSetsTable.SHOWSET_BY_ID.of(to)).ifPresent(reasons::enqueueAll);
        release(job, from);
    }

    private Decision<?> moved(Stored<Note> read, String to) {
        Note note = read.record();
        Decision<?> move = Decision.done().move(NotesTable.NOTE, read, note.withShowSetId(to), IN_THE_WAY);
        removal.mentions().move(move, note, to);
        return move;
    }

    private <T extends Record> void moveAll(JobContext job, Entity<T> entity, Bound<T> rows, UnaryOperator<T> moved) {
        some(job, rows, some -> {
            Decision<?> move = Decision.done();
            some.forEach(row -> move.move(entity, row, moved.apply(row.record()), IN_THE_WAY));
            commits.tryCommit(store, move);
        });
    }

    private <T extends Record> void each(JobContext job, Bound<T> rows, Function<Stored<T>, Decision<?>> step) {
        some(job, rows, some -> some.forEach(row -> commits.tryCommit(store, step.apply(row))));
    }

    /**
     * Does something to rows, some at a time, until there are none. Others may change one at the same moment: it comes again. Once there
     * are none but such as cannot be read the job fails, and the old id stays theirs.
     */
    private <T extends Record> void some(JobContext job, Bound<T> rows, Consumer<List<Stored<T>>> step) {
        for (int rounds = 0; rounds < ROUNDS_MAX; rounds++) {
            List<Stored<T>> some = store.firstStored(rows, ROWS_AT_A_TIME);
            if (some.isEmpty()) {
                some = store.complete().firstStored(rows, ROWS_AT_A_TIME);
            }
            if (some.isEmpty()) {
                return;
            }
            if (job.isLost()) {
                throw new IllegalStateException("another process does it now");
            }
            step.accept(some);
        }
        throw new IllegalStateException("rows keep coming");
    }

    private void delete(JobContext job) {
        String id = job.payload(Removal.class).showSetId();
        presence.moved(id, null);
        each(job, NotesTable.NOTES_OF_SHOWSET.of(id), note -> {
            Decision<?> deletion = Decision.done();
            removal.delete(deletion, note);
            return deletion;
        });
        each(
                job,
                SupportTable.FORMER_VERSIONS.of(id),
                version -> Decision.done().delete(SupportTable.FORMER_VERSION, version));
        release(job, id);
    }

    private void release(JobContext job, String id) {
        job.finishIn(store.transaction().delete(SupportTable.RETIRED_BY_ID.of(id), Expect.PRESENT))
                .commit();
        jobs.committed();
    }
}
