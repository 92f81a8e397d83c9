package dev.trestle.systems.formkiq.api;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.formkiq.model.DocumentAttributes.DocumentAttribute;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Rows that a change writes, in groups that belong together. What fits goes into the deciding transaction; the rest is
 * written in bounded steps, before or after it. For one thread.
 */
public final class RowPlan {
    /** Leaves room for what stands in the deciding transaction beside rows: the document, its folders, a job. */
    private static final int ACTIONS_MAX = 60;

    private final List<Group> groups = new ArrayList<>();
    private final List<Consumer<Decision<?>>> guards = new ArrayList<>();
    private List<DocumentAttribute> values = List.of();
    private int actions;

    /** Writes that belong together. */
    private record Group(int actions, Consumer<Decision<?>> writes) {}

    /** Adds writes that are committed together. */
    public void add(int count, Consumer<Decision<?>> writes) {
        groups.add(new Group(count, writes));
        actions += count;
    }

    /** Adds a write by which one deciding transaction makes another decide anew; writes in steps do without. */
    public void guard(Consumer<Decision<?>> write) {
        guards.add(write);
        actions++;
    }

    public void addAll(RowPlan other) {
        groups.addAll(other.groups);
        guards.addAll(other.guards);
        actions += other.actions;
        values = other.values.isEmpty() ? values : other.values;
    }

    /** Says which values the document has once all of it is written. */
    public void leaves(List<DocumentAttribute> after) {
        values = List.copyOf(after);
    }

    /** The values that the document has once all of it is written, if that was said. */
    public List<DocumentAttribute> values() {
        return values;
    }

    public boolean isEmpty() {
        return groups.isEmpty() && guards.isEmpty();
    }

    /** Whether all of it fits into the deciding transaction. */
    public boolean fits() {
        return actions <= ACTIONS_MAX;
    }

    public int size() {
        return actions;
    }

    /** Adds all of it to a decision. */
    public void into(Decision<?> decision) {
        groups.forEach(group -> group.writes().accept(decision));
        guards.forEach(write -> write.accept(decision));
    }

    /** Adds what is written first to a decision, for those that are made in steps. */
    public void firstInto(Decision<?> decision) {
        groups.get(0).writes().accept(decision);
    }

    /** Commits all of it, in steps. */
    public void run(Changes changes, ItemStore store) {
        int from = 0;
        while (from < groups.size()) {
            int first = from;
            int to = from;
            int count = 0;
            while (to < groups.size() && (to == from || count + groups.get(to).actions() <= ACTIONS_MAX)) {
                count += groups.get(to).actions();
                to++;
            }
            int last = to;
            Object unused = changes.run(store, () -> {
                Decision<?> step = Decision.done();
                groups.subList(first, last).forEach(group -> group.writes().accept(step));
                return step;
            });
            from = to;
        }
    }
}
