package dev.trestle.engine.backup;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.ErrorCode;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Threads;
import dev.trestle.engine.table.Catalog;
import dev.trestle.engine.table.Maintenance;
import dev.trestle.engine.table.TableDef;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread that takes backups and restores tables, a chunk of each in turn.
 *
 * <p>A restore is found in the store and goes on after a restart. A backup needs the moment at which it was asked for, which ends with
 * the process and with a store that is opened anew: then the backup is given up, its row removed. It is not taken again from a later
 * moment, because that might be after the very change that it was taken for.
 */
final class BackupWorker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackupWorker.class);
    private static final long IDLE_SECONDS = 1;

    private final Catalog catalog;
    private final BackupRows rows;
    private final Maintenance maintenance;
    private final TableRestore restore;
    private final Map<Integer, BackupCopy> copies = new ConcurrentSkipListMap<>();
    private final Semaphore work = new Semaphore(1);
    private final Thread thread;
    private volatile boolean unfinished = true; // there may be rows of backups that nobody works on
    private volatile boolean closing;
    private boolean failed; // touched by the thread only

    BackupWorker(Catalog catalog, BackupRows rows, Maintenance maintenance, TableRestore restore) {
        this.catalog = catalog;
        this.rows = rows;
        this.maintenance = maintenance;
        this.restore = restore;
        this.thread = new Thread(this::run, "trestle-backup");
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Tells that there is something new to do. */
    void wake() {
        work.release();
    }

    int copiesUnderWay() {
        return copies.size();
    }

    boolean isCopying(int tableId) {
        return copies.values().stream().anyMatch(copy -> copy.backup().table().id() == tableId);
    }

    /** Takes over a copy whose backup is recorded. Within {@link Catalog#change}. */
    void add(BackupCopy copy) {
        copies.put(copy.backup().id(), copy);
    }

    /** Tells that a backup may have been recorded that nobody works on. */
    void lookForUnfinished() {
        unfinished = true;
        wake();
    }

    private void run() {
        while (!closing) {
            try {
                work.tryAcquire(IDLE_SECONDS, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            work.drainPermits();
            failed = false;
            while (stepAll() && !failed && !closing) {
                // a round did something, so there may be more
            }
        }
    }

    private boolean stepAll() {
        boolean more = guarded("the removal of unfinished backups", this::discardUnfinished);
        for (BackupCopy copy : copies.values()) {
            more |= guarded("the backup " + copy.backup().name(), () -> step(copy));
        }
        for (TableDef table : catalog.all()) {
            if (table.isBeingRestored()) {
                more |= guarded("the restore of the table " + table.name(), () -> restore.step(table.name()));
            }
        }
        return more;
    }

    /** After a failure there is a pause, and then everything goes on. */
    private boolean guarded(String what, BooleanSupplier step) {
        try {
            return !closing && step.getAsBoolean();
        } catch (RuntimeException | Error e) {
            failed = true;
            boolean busy = e instanceof EngineException refused && refused.code() == ErrorCode.THROTTLING;
            if (!closing && !busy) {
                LOG.warn("{} failed and will be tried again: {}", what, e.toString());
            }
            return false;
        }
    }

    private boolean step(BackupCopy copy) {
        if (copy.isLost()) {
            giveUp(copy, "the store was opened anew after a failed write");
            return true;
        }
        if (copy.step()) {
            return true;
        }
        if (!copy.isComplete()) {
            giveUp(copy, "it has not the items that the table's counters say");
            return true;
        }
        catalog.change(() -> {
            Commit commit = new Commit();
            commit.add(BackupRows.put(copy.backup().available()));
            catalog.commit(commit);
            return commit;
        });
        remove(copy);
        return false;
    }

    private void giveUp(BackupCopy copy, String reason) {
        LOG.warn(
                "the backup {} of the table {} was given up: {}",
                copy.backup().name(),
                copy.backup().table().name(),
                reason);
        remove(copy);
        unfinished = true;
    }

    private void remove(BackupCopy copy) {
        copies.remove(copy.backup().id());
        copy.close();
    }

    /** Removes the backups that were being created when the process ended, or their moment was lost. */
    private boolean discardUnfinished() {
        if (!unfinished) {
            return false;
        }
        unfinished = false;
        try {
            catalog.change(() -> {
                Commit commit = new Commit();
                for (BackupDef backup : rows.list(0, Integer.MAX_VALUE, this::isUnfinished)) {
                    LOG.warn(
                            "the backup {} of the table {} could not be finished and is removed",
                            backup.name(),
                            backup.table().name());
                    commit.add(BackupRows.delete(backup));
                    Maintenance.reclaimLater(backup.id(), commit);
                }
                if (!commit.isEmpty()) {
                    catalog.commit(commit);
                }
                return commit;
            });
        } catch (RuntimeException | Error e) {
            unfinished = true;
            throw e;
        }
        maintenance.wake();
        return false;
    }

    private boolean isUnfinished(BackupDef backup) {
        return backup.status() == BackupDef.Status.CREATING && !copies.containsKey(backup.id());
    }

    /** Ends after the chunk that is under way. Backups that are being created are given up. */
    @Override
    public void close() {
        closing = true;
        wake();
        Threads.awaitEnd(thread);
        copies.values().forEach(BackupCopy::close);
    }
}
