package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.model.operation.Transaction;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.systems.unisync.model.Activity;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.NotesTable;
import dev.trestle.systems.unisync.model.ShowSet;
import dev.trestle.systems.unisync.model.ShowSetsTable;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.model.User;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.NewShowSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Creates many ShowSets, all or none. A transaction holds a few of them; if a later transaction is refused, the earlier ones are rolled back:
 * their ShowSets are deleted, except those that somebody has changed already.
 */
public final class BulkCreation {
    /** A ShowSet may have 200 kB, and a transaction 4 MB. */
    private static final int AT_A_TIME = 15;

    /** Of one ShowSet. */
    private static final int OPERATIONS = 3;

    private static final int TRIES_MAX = 5;

    private final ItemStore store;
    private final ShowSets showSets;

    public BulkCreation(ItemStore store, ShowSets showSets) {
        this.store = store.consistent();
        this.showSets = showSets;
    }

    /** A ShowSet to be created, and how far it is. */
    public record Wanted(NewShowSet showSet, Start start) {}

    /** Why nothing was created, or what could not be rolled back; {@code place} is the index in the list. */
    public record Refusal(int place, String why) {}

    private record Created(int place, ShowSet showSet, Activity activity) {}

    /** Creates all of them, or gives the reasons why not. */
    public List<Refusal> create(User by, Instant at, List<Wanted> wanted) {
        List<Created> created = new ArrayList<>();
        for (int from = 0; from < wanted.size(); from += AT_A_TIME) {
            List<Created> some = new ArrayList<>();
            for (int place = from; place < Math.min(from + AT_A_TIME, wanted.size()); place++) {
                ShowSet made = showSets.made(
                        by, at, wanted.get(place).showSet(), wanted.get(place).start());
                some.add(new Created(place, made, showSets.creationOf(made, by)));
            }
            List<Refusal> refusals;
            try {
                refusals = commit(some);
            } catch (RuntimeException e) {
                rollBack(created, List.of());
                throw e;
            }
            if (!refusals.isEmpty()) {
                return rollBack(created, refusals);
            }
            created.addAll(some);
        }
        return List.of();
    }

    private List<Refusal> commit(List<Created> some) {
        for (int tries = 1; ; tries++) {
            Transaction creation = store.transaction();
            some.forEach(each -> add(creation, each));
            try {
                creation.commit();
                return List.of();
            } catch (WriteRefusedException e) {
                TreeMap<Integer, Refusal> taken = new TreeMap<>();
                e.failures().stream()
                        .filter(failure -> failure.cause() == Cause.EXISTS)
                        .map(failure -> some.get(failure.operation() / OPERATIONS))
                        .forEach(each -> taken.put(each.place(), new Refusal(each.place(), "is taken")));
                if (!taken.isEmpty()) {
                    return List.copyOf(taken.values());
                }
                if (e.failure().cause() == Cause.REJECTED || tries == TRIES_MAX) {
                    return some.stream()
                            .map(each -> new Refusal(each.place(), "could not be written: " + e.failure()))
                            .toList();
                }
            }
        }
    }

    private static void add(Transaction creation, Created each) {
        creation.create(ShowSetsTable.SHOWSET, each.showSet())
                .check(SupportTable.RETIRED_BY_ID.of(each.showSet().showSetId()), Expect.ABSENT)
                .create(ActivityTable.ACTIVITY, each.activity());
    }

    private List<Refusal> rollBack(List<Created> created, List<Refusal> refusals) {
        List<Refusal> all = new ArrayList<>(refusals);
        for (Created each : created) {
            if (!delete(each)) {
                all.add(new Refusal(each.place(), "was created and stays: somebody has changed it already"));
            }
        }
        return List.copyOf(all);
    }

    private boolean delete(Created each) {
        String id = each.showSet().showSetId();
        Optional<Stored<ShowSet>> now = store.stored(ShowSetsTable.SHOWSET_BY_ID.of(id));
        boolean isUntouched = now.isPresent()
                && now.get().record().equals(each.showSet())
                && store.first(NotesTable.NOTES_OF_SHOWSET.of(id), 1).isEmpty();
        if (!isUntouched) {
            return now.isEmpty();
        }
        try {
            store.transaction()
                    .delete(ShowSetsTable.SHOWSET, each.showSet(), Expect.unchanged(now.get()))
                    .delete(ActivityTable.ACTIVITY, each.activity(), Expect.ANYTHING)
                    .commit();
            return true;
        } catch (WriteRefusedException e) {
            return false;
        }
    }
}
