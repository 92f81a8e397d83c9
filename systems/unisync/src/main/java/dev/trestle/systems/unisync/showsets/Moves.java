package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.Entity;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.jobs.JobContext;
import dev.trestle.platform.jobs.JobRunner;
import dev.trestle.platform.jobs.Jobs;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.AuditEntry;
import dev.trestle.systems.unisync.model.AuditSubject;
import dev.trestle.systems.unisync.model.FormerVersion;
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

    /** A transaction has a hundred actions at most, and a move needs two. */
    private static final int ROWS_AT_A_TIME = 40;

    /** A million rows at least; more is somebody who keeps writing, and no end. */
    private static final int ROUNDS_MAX = 50_000;

    private final ItemStore store;
    private final Jobs jobs;
    private final NoteRemoval removal;
    private final Presence presence;
    private final Reasons reasons;

    record Move(String from, String to) {}

    record Removal(String showSetId, String by) {}

    public Moves(ItemStore store, Jobs jobs, NoteRemoval removal, Presence presence, Reasons reasons) {
        this.store = store.consistent();
        this.jobs = jobs;
        this.removal = removal;
        this.presence = presence;
        this.reasons = reasons;
    }

    public void handleBy(JobRunner runner) {
        runner.handle(MOVE, this::move).handle(DELETE, this::delete);
    }

    /** Adds to a transaction that a ShowSet gets another id. */
    void rename(Transaction change, Stored<ShowSet> read, ShowSet after, String by, Instant at) {
        String from = read.record().showSetId();
        change.move(ShowSetsTable.SHOWSET, read, after)
                .check(SupportTable.RETIRED_BY_ID.of(after.showSetId()), Expect.ABSENT)
                .create(SupportTable.RETIRED_ID, new RetiredId(from, after.showSetId(), by, at));
        jobs.enqueue(change, MOVE, after.showSetId(), new Move(from, after.showSetId()));
    }

    /** Adds to a transaction that a ShowSet goes. Its activity stays. */
    void delete(Transaction change, Stored<ShowSet> read, String by, Instant at) {
        ShowSet gone = read.record();
        change.delete(ShowSetsTable.SHOWSET, gone, Expect.unchanged(read))
                .create(SupportTable.RETIRED_ID, new RetiredId(gone.showSetId(), null, by, at));
        jobs.enqueue(change, DELETE, gone.showSetId(), new Removal(gone.showSetId(), by));
    }

    private void move(JobContext job) {
        Move what = job.payload(Move.class);
        String from = what.from();
        String to = what.to();
        presence.moved(from, to);
        each(
                job,
                rows -> rows.firstStored(NotesTable.NOTES_OF_SHOWSET.of(from), ROWS_AT_A_TIME),
                note -> moveNote(note, to));
        // Edits of notes write here too, as long as there are notes.
        moveAll(
                job,
                SupportTable.AUDIT_ENTRY,
                rows -> rows.firstStored(SupportTable.AUDIT_OF_SUBJECT.of(AuditSubject.SHOWSET, from), ROWS_AT_A_TIME),
                entry -> new AuditEntry(
                        entry.entryId(),
                        entry.subject(),
                        to,
                        entry.userId(),
                        entry.userName(),
                        entry.action(),
                        entry.details(),
                        entry.createdAt()));
        moveAll(
                job,
                ActivityTable.ACTIVITY,
                rows -> rows.firstStored(ActivityTable.ACTIVITY_OF_SHOWSET.of(from), ROWS_AT_A_TIME),
                activity -> new Activity(
                        activity.activityId(),
                        to,
                        activity.userId(),
                        activity.userName(),
                        activity.action(),
                        activity.details(),
                        activity.createdAt()));
        moveAll(
                job,
                SupportTable.FORMER_VERSION,
                rows -> rows.firstStored(SupportTable.FORMER_VERSIONS.of(from), ROWS_AT_A_TIME),
                version -> new FormerVersion(
                        to,
                        version.id(),
                        version.versionType(),
                        version.version(),
                        version.reason(),
                        version.createdAt(),
                        version.createdBy()));
        // Jobs for reasons name the former id, and those that wait for a service may wait for long.
        store.get(ShowSetsTable.SHOWSET_BY_ID.of(to)).ifPresent(reasons::enqueueAll);
        release(job, from);
    }

    private void moveNote(Stored<Note> read, String to) {
        Note note = read.record();
        Transaction move = store.transaction().move(NotesTable.NOTE, read, note.inShowSet(to));
        removal.mentions().move(move, note, to);
        move.commit();
    }

    private <T extends Record> void moveAll(
            JobContext job, Entity<T> entity, Function<ItemStore, List<Stored<T>>> next, UnaryOperator<T> moved) {
        for (int rounds = 0; rounds < ROUNDS_MAX; rounds++) {
            List<Stored<T>> rows = rest(next);
            if (rows.isEmpty()) {
                return;
            }
            stopIfLost(job);
            Transaction move = store.transaction();
            rows.forEach(row -> move.move(entity, row, moved.apply(row.record())));
            move.commit();
        }
        throw new IllegalStateException("rows keep coming");
    }

    /** The next rows. Once there are none but such as cannot be read the job fails, and the old id stays theirs. */
    private <T extends Record> List<Stored<T>> rest(Function<ItemStore, List<Stored<T>>> next) {
        List<Stored<T>> rows = next.apply(store);
        return rows.isEmpty() ? next.apply(store.complete()) : rows;
    }

    private interface Step<T extends Record> {
        void on(Stored<T> row);
    }

    /** Does something to rows until there are none. Others may change one at the same moment: it comes again. */
    private <T extends Record> void each(JobContext job, Function<ItemStore, List<Stored<T>>> next, Step<T> step) {
        for (int rounds = 0; rounds < ROUNDS_MAX; rounds++) {
            List<Stored<T>> rows = rest(next);
            if (rows.isEmpty()) {
                return;
            }
            stopIfLost(job);
            for (Stored<T> row : rows) {
                try {
                    step.on(row);
                } catch (WriteRefusedException e) {
                    if (e.failure().cause() == Cause.REJECTED || e.failure().cause() == Cause.EXISTS) {
                        throw e;
                    }
                }
            }
        }
        throw new IllegalStateException("rows keep coming");
    }

    private static void stopIfLost(JobContext job) {
        if (job.isLost()) {
            throw new IllegalStateException("another process does it now");
        }
    }

    private void delete(JobContext job) {
        Removal what = job.payload(Removal.class);
        String id = what.showSetId();
        presence.moved(id, null);
        each(job, rows -> rows.firstStored(NotesTable.NOTES_OF_SHOWSET.of(id), ROWS_AT_A_TIME), note -> {
            Transaction deletion = store.transaction();
            removal.delete(deletion, note);
            deletion.commit();
        });
        each(
                job,
                rows -> rows.firstStored(SupportTable.FORMER_VERSIONS.of(id), ROWS_AT_A_TIME),
                version -> store.delete(SupportTable.FORMER_VERSION, version.record()));
        release(job, id);
    }

    private void release(JobContext job, String id) {
        job.finishIn(store.transaction().delete(SupportTable.RETIRED_BY_ID.of(id), Expect.PRESENT))
                .commit();
        jobs.committed();
    }
}
