package dev.trestle.model.evolution;

import dev.trestle.model.Entity;
import dev.trestle.model.Guard;
import dev.trestle.model.Scoping;
import dev.trestle.model.Support;
import dev.trestle.model.Table;
import dev.trestle.model.WorkProgress;
import dev.trestle.model.evolution.Change.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Rebuilds what stands beside stored items: guards of unique values, second items and what is made of items, which items that another
 * program wrote lack.
 *
 * <p>An item that does not fit its record is reported, and stands in nobody's way. Every other is looked at, and what it lacks is written in a transaction that holds the item to what was read. A value that two
 * items have is a conflict: the guard stays with the one that has it, and both are reported. Guards that no item stands behind, and
 * rows that are made of no item any more, are taken away at the end. All of it may be done any number of times, while others write, and goes on where it was interrupted.
 */
public final class Repair {
    private static final String WORK = "repair";
    private static final int CONFLICTS_LISTED_MAX = 1000;

    private final Deployment deployment;
    private final Evolution evolution;
    private final Walk walk;
    private final MadeItems made;
    private final Readability readability;
    private final List<Conflict> conflicts = new ArrayList<>();

    public Repair(Deployment deployment) {
        this.deployment = deployment;
        this.evolution = new Evolution(deployment);
        this.walk = new Walk(deployment);
        this.made = new MadeItems(deployment);
        this.readability = new Readability(deployment);
    }

    /**
     * Looks at every item of every table and rebuilds all of it, or what is left of a run that was interrupted; then a model that only
     * waited for that is recorded.
     */
    public Outcome run(Consumer<WorkProgress> onPage) {
        Outcome outcome = rebuild(deployment.model().tables(), onPage);
        boolean fit = evolution.diff().stream()
                .allMatch(change -> change.effect() == Effect.COMPATIBLE || change.effect() == Effect.REPAIR);
        if (fit && outcome.isClean()) {
            evolution.record(evolution.deployed());
        }
        return outcome;
    }

    /** Whether a run was interrupted. The next one goes on from there, and does not see what was written behind that place since. */
    public boolean isInterrupted() {
        return walk.isBegun(deployment.support(), WORK)
                || tables().stream().anyMatch(table -> walk.isBegun(table, WORK));
    }

    /** The tables whose items have something beside them. */
    public List<Table> tables() {
        return deployment.model().tables().stream()
                .filter(table -> table.entities().stream().anyMatch(this::hasBeside))
                .toList();
    }

    /** Rebuilds all of it, and looks at those tables only whose items have something beside them. */
    public Outcome rebuild(Consumer<WorkProgress> onPage) {
        return rebuild(tables(), onPage);
    }

    private Outcome rebuild(List<Table> tables, Consumer<WorkProgress> onPage) {
        List<WorkProgress> ends = new ArrayList<>();
        for (Table table : tables) {
            Owners owners = new Owners(table);
            ends.add(walk.over(table, WORK, (item, tally) -> repair(owners, item, tally), onPage));
        }
        GuardOwners guards = new GuardOwners(deployment);
        Entity<Guard> guard = Support.guards(deployment.support());
        Owners rows = new Owners(deployment.support());
        ends.add(walk.over(
                deployment.support(),
                WORK,
                (item, tally) -> {
                    if (!readability.isReadable(rows, rows.of(item), item)) {
                        tally.unreadable();
                        return;
                    }
                    boolean released = guard.owns(item, Scoping.NONE) ? guards.release(item) : made.release(item);
                    if (released) {
                        tally.changed();
                    }
                },
                onPage));
        tables.forEach(table -> walk.forget(table, WORK));
        walk.forget(deployment.support(), WORK);
        return outcome(ends);
    }

    private Outcome outcome(List<WorkProgress> ends) {
        long done = 0;
        long changed = 0;
        long conflicting = 0;
        long unreadable = 0;
        for (WorkProgress end : ends) {
            done += end.done();
            changed += end.changed();
            conflicting += end.conflicts();
            unreadable += end.unreadable() == null ? 0 : end.unreadable();
        }
        return new Outcome(done, changed, conflicting, List.copyOf(conflicts), unreadable, readability.found());
    }

    /**
     * Rebuilds what stands beside one item.
     *
     * @return false if it is in conflict with another one, and a person has to settle that
     */
    public boolean one(Table table, Map<String, AttributeValue> item) {
        Owners.Owner owner = new Owners(table).of(item);
        if (owner == null || !hasBeside(owner.entity())) {
            return true;
        }
        return beside(owner).repair(item) != Beside.Result.CONFLICT;
    }

    /**
     * Rebuilds what stands beside one item that was changed, and takes away what was made of it before and is not any more.
     *
     * @param before what it was; empty if it is new
     * @param after what it is; empty if it is gone
     * @return false if it is in conflict with another one, and a person has to settle that
     */
    public boolean changed(Table table, Map<String, AttributeValue> before, Map<String, AttributeValue> after) {
        Owners.Owner former = before.isEmpty() ? null : new Owners(table).of(before);
        if (former != null) {
            made.releaseFormer(former.entity(), former.scoping(), before);
        }
        return after.isEmpty() || one(table, after);
    }

    private boolean hasBeside(Entity<?> entity) {
        return entity.hasCompany() || !made.of(entity).isEmpty();
    }

    private Beside<?> beside(Owners.Owner owner) {
        return new Beside<>(deployment, owner.entity(), owner.scoping(), this::conflict);
    }

    private void repair(Owners owners, Map<String, AttributeValue> item, Walk.Tally tally) {
        Owners.Owner owner = owners.of(item);
        if (!readability.isReadable(owners, owner, item)) {
            tally.unreadable();
            return;
        }
        if (owner == null || !hasBeside(owner.entity())) {
            return;
        }
        switch (beside(owner).repair(item)) {
            case CHANGED -> tally.changed();
            case CONFLICT -> tally.conflict();
            case FINE, UNREADABLE -> {}
        }
    }

    private void conflict(Conflict conflict) {
        if (conflicts.size() < CONFLICTS_LISTED_MAX) {
            conflicts.add(conflict);
        }
    }
}
