package dev.trestle.systems.unisync.showsets;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
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
import java.util.stream.Stream;

/**
 * Creates many ShowSets, all or none. A transaction holds a few of them; if a later transaction is refused, the earlier ones are rolled back:
 * their ShowSets are deleted, except those that somebody has changed already.
 */
public final class BulkCreation {
    /** A ShowSet may have 200 kB, and a transaction 4 MB. */
    private static final int AT_A_TIME = 15;

    private static final int TRIES_MAX = 5;

    private final ItemStore store;
    private final ShowSets showSets;
    private final Changes commits;

    public BulkCreation(ItemStore store, ShowSets showSets, Changes commits) {
        this.store = store.consistent();
        this.showSets = showSets;
        this.commits = commits;
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
        for (int tries = 0; tries < TRIES_MAX; tries++) {
            Decision<?> creation = Decision.done();
            some.forEach(each -> ShowSets.creation(creation, each.showSet(), each.activity()));
            if (commits.tryCommit(store, creation)) {
                return List.of();
            }
            List<Refusal> taken = refused(some.stream().filter(this::isTaken), "is taken");
            if (!taken.isEmpty()) {
                return taken;
            }
        }
        return refused(some.stream(), "could not be written: others kept writing it");
    }

    private static List<Refusal> refused(Stream<Created> some, String why) {
        return some.map(each -> new Refusal(each.place(), why)).toList();
    }

    private boolean isTaken(Created each) {
        String id = each.showSet().showSetId();
        return store.get(ShowSetsTable.SHOWSET_BY_ID.of(id)).isPresent()
                || store.get(SupportTable.RETIRED_BY_ID.of(id)).isPresent();
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
        return commits.tryCommit(
                store,
                Decision.done()
                        .delete(ShowSetsTable.SHOWSET, now.get())
                        .delete(ActivityTable.ACTIVITY, each.activity(), Expect.ANYTHING));
    }
}
