package dev.trestle.platform.work;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Holder;
import dev.trestle.platform.api.Principal;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of long work: how a step is done and undone, and who may know of it. Nobody may but who began it, unless it says so. Immutable.
 *
 * @param <P> what is asked for
 * @param <C> from where a step goes on
 */
public final class WorkKind<P, C> {
    private static final int OPEN_MAX = 5;

    final String name;
    final Class<P> asked;
    final Class<C> checkpoint;
    final Step<P, C> step;
    final Step<P, C> undo;
    final Function<LongWork, @Nullable ItemStore> stores;
    final int openMax;
    final Group group;
    private final BiPredicate<Principal, LongWork> known;
    private final BiPredicate<Principal, LongWork> cancelled;

    /** Does a piece of the work, of some seconds at most. */
    @FunctionalInterface
    public interface Step<P, C> {
        /**
         * Does the next piece.
         *
         * @param from where the last committed step ended; null at first
         * @throws WorkException if it can never succeed. What else it throws has it tried again, from the same place
         */
        WorkStep<C> next(WorkContext<P> work, @Nullable C from) throws Exception;
    }

    /**
     * Work that has a limit together.
     *
     * @param of which group work belongs to: its tenant, say
     * @param openMax how much of a group may be open; 0 for no limit
     */
    record Group(Function<LongWork, String> of, int openMax) {
        static final Group NONE = new Group(work -> "", 0);
    }

    private WorkKind(
            String name,
            Class<P> asked,
            Class<C> checkpoint,
            Step<P, C> step,
            Step<P, C> undo,
            Function<LongWork, @Nullable ItemStore> stores,
            int openMax,
            Group group,
            BiPredicate<Principal, LongWork> known,
            BiPredicate<Principal, LongWork> cancelled) {
        this.name = name;
        this.asked = asked;
        this.checkpoint = checkpoint;
        this.step = step;
        this.undo = undo;
        this.stores = stores;
        this.openMax = openMax;
        this.group = group;
        this.known = known;
        this.cancelled = cancelled;
    }

    public static <P, C> WorkKind<P, C> of(String name, Class<P> asked, Class<C> checkpoint, Step<P, C> step) {
        return new WorkKind<>(
                name,
                asked,
                checkpoint,
                step,
                (work, from) -> WorkStep.end(null),
                work -> null,
                OPEN_MAX,
                Group.NONE,
                (who, work) -> false,
                (who, work) -> false);
    }

    /**
     * With how partial output is dropped, step by step, after a cancel or a failure; {@code from} is where the work had come to. What its
     * last step ends with is the result: what was left.
     */
    public WorkKind<P, C> undoneBy(Step<P, C> other) {
        return new WorkKind<>(name, asked, checkpoint, step, other, stores, openMax, group, known, cancelled);
    }

    /** With the store that steps are committed by: that of the work's tenant. */
    public WorkKind<P, C> in(Function<LongWork, @Nullable ItemStore> other) {
        return new WorkKind<>(name, asked, checkpoint, step, undo, other, openMax, group, known, cancelled);
    }

    /** With how much of it one person may have that has not ended. */
    public WorkKind<P, C> withOpen(int other) {
        return new WorkKind<>(name, asked, checkpoint, step, undo, stores, other, group, known, cancelled);
    }

    /** Limits how much work of a group may be open at a time, regardless of who started it; {@code groups} gives the tenant, or "" for all. */
    public WorkKind<P, C> withOpenTogether(int max, Function<LongWork, String> groups) {
        return new WorkKind<>(
                name, asked, checkpoint, step, undo, stores, openMax, new Group(groups, max), known, cancelled);
    }

    /** With others who may see it. */
    public WorkKind<P, C> knownTo(BiPredicate<Principal, LongWork> others) {
        return new WorkKind<>(name, asked, checkpoint, step, undo, stores, openMax, group, others, cancelled);
    }

    /** With others, among those who may see it, who may cancel it. */
    public WorkKind<P, C> cancelledBy(BiPredicate<Principal, LongWork> others) {
        return new WorkKind<>(name, asked, checkpoint, step, undo, stores, openMax, group, known, others);
    }

    boolean mayKnow(Principal who, LongWork work) {
        return isHolder(who, work) || known.test(who, work);
    }

    boolean mayCancel(Principal who, LongWork work) {
        return isHolder(who, work) || known.test(who, work) && cancelled.test(who, work);
    }

    private static boolean isHolder(Principal who, LongWork work) {
        return Holder.of(who).equals(work.holder());
    }
}
