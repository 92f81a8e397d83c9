package dev.trestle.engine.table;

import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.store.Commit;
import dev.trestle.engine.store.Committer;
import dev.trestle.engine.store.Counters;
import dev.trestle.engine.store.Cursor;
import dev.trestle.engine.store.Family;
import dev.trestle.engine.store.Items;
import dev.trestle.engine.store.Mutation;
import dev.trestle.engine.store.Store;
import dev.trestle.engine.store.Stripes;
import dev.trestle.engine.store.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The background thread: fills new indexes and expiries, removes what deleted ones and deleted tables held, and runs the periodic chores
 * it was given.
 * All its work is found in the store, so that it goes on where it was after a restart.
 */
public final class Maintenance implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Maintenance.class);
    private static final long IDLE_SECONDS = 1;

    private final Store store;
    private final Committer committer;
    private final Catalog catalog;
    private final Backfill backfill;
    private final List<Runnable> chores = new ArrayList<>();
    private final Semaphore work = new Semaphore(1);
    private final Thread thread;
    private volatile boolean closing;

    public Maintenance(Store store, Committer committer, Catalog catalog, Items items, Stripes stripes) {
        this.store = store;
        this.committer = committer;
        this.catalog = catalog;
        this.backfill = new Backfill(store, committer, items, stripes, catalog);
        this.thread = new Thread(this::run, "trestle-maintenance");
        thread.setDaemon(true);
    }

    /** Adds something to be done about once a second, in bounded steps. Before {@link #start}. */
    public void addChore(Runnable chore) {
        chores.add(chore);
    }

    public void start() {
        thread.start();
    }

    /** Tells that there is something new to do. */
    public void wake() {
        work.release();
    }

    /** The mark, to be written with the change that hides the id, by which its entries will be found and removed. */
    public static void reclaimLater(int id, Commit into) {
        into.add(Mutation.put(Family.META, Catalog.idKey('R', id), new byte[0]));
        into.add(Mutation.delete(Family.META, Backfill.progressKey(id)));
        into.add(Mutation.delete(Family.META, Counters.key(id)));
    }

    private void run() {
        while (!closing) {
            try {
                work.tryAcquire(IDLE_SECONDS, TimeUnit.SECONDS);
                work.drainPermits();
                reclaimAll();
                backfillAll();
                for (Runnable chore : chores) {
                    if (!closing) {
                        chore.run();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (RuntimeException | Error e) {
                // An error too: a thread that ended would leave tables and indexes unfinished without a word.
                if (!closing) {
                    LOG.warn("background work failed and will be tried again: {}", e.toString());
                }
            }
        }
    }

    private void backfillAll() {
        for (TableDef table : catalog.all()) {
            for (Filling filling : Filling.of(table)) {
                while (!closing && backfill.step(table.name(), filling.id())) {
                    reclaimAll();
                }
            }
        }
    }

    private void reclaimAll() {
        List<Integer> ids = new ArrayList<>();
        try (Cursor cursor = store.cursor(Family.META, new byte[] {'R'}, new byte[] {'S'}, true)) {
            while (cursor.next()) {
                ids.add(new ByteReader(cursor.key(), 1).readInt());
            }
        }
        for (int id : ids) {
            reclaim(id);
        }
    }

    private void reclaim(int id) {
        byte[] from = Keys.start(id);
        byte[] to = Keys.start(id + 1);
        Commit commit = new Commit();
        for (Family family : List.of(Family.ITEMS, Family.INDEX, Family.EXPIRY, Family.BACKUP)) {
            store.reclaim(family, from, to);
            commit.add(Mutation.deleteRange(family, from, to));
        }
        commit.add(Mutation.delete(Family.META, Catalog.idKey('R', id)));
        commit.add(Mutation.delete(Family.META, Counters.key(id)));
        committer.submit(commit, committer.generation());
        committer.await(commit);
        committer.counters().forget(id);
    }

    @Override
    public void close() {
        closing = true;
        wake();
        Threads.awaitEnd(thread);
    }
}
