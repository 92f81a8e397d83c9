package dev.trestle.platform.events;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The events of a system: what is told of changes to its records, and who may see them.
 *
 * <pre>{@code
 * new Events<Member>()
 *         .event("video", VIDEO, change -> new VideoEvent(change.kind(), change.latest().videoId()),
 *                 (who, video) -> who.mayWatch(video.camera()))
 *         .callers(MEMBER, (who, member) -> who.id().equals(member.id()), (who, member) -> who.equals(member));
 * }</pre>
 *
 * <p>An event goes to those who may see the record as it was or as it is. Its payload is made of what the listener may see: somebody who
 * loses sight of a record is told as if it were deleted, somebody who gains it as if it were created. So nothing of a record reaches anybody
 * who may not see it, whatever the payload is made of. For one thread until the hub is made.
 *
 * @param <C> who listens, as the system knows its callers
 */
public final class Events<C> {
    private final List<Kind<C, ?>> kinds = new ArrayList<>();
    private final List<Callers<C, ?>> callers = new ArrayList<>();
    private @Nullable Function<? super C, String> tenantOf;

    /** One kind of event. */
    record Kind<C, T extends Record>(
            String type,
            Entity<T> entity,
            Function<RecordChange<T>, ? extends @Nullable Object> payload,
            Sight<? super C, ? super T> maySee) {}

    /**
     * Who may see a record.
     *
     * @param <C> who listens
     * @param <T> what changed
     */
    @FunctionalInterface
    public interface Sight<C, T> {
        /** {@code tenant} is whose the record is, in a table with a scope. */
        boolean test(C who, @Nullable String tenant, T record);
    }

    /** Records that say who may listen. */
    record Callers<C, T extends Record>(
            Entity<T> entity, BiPredicate<? super C, ? super T> isSame, BiPredicate<? super C, ? super T> isStill) {
        /** Whether a change ends what somebody listens to. */
        boolean ends(C who, RecordChange<T> change) {
            T after = change.after();
            return after == null
                    ? isSame.test(who, change.latest())
                    : isSame.test(who, after) && !isStill.test(who, after);
        }
    }

    /**
     * Tells of an entity's records. One entity may have several kinds.
     *
     * @param payload what is told, turned into JSON; null for a change that is no news
     * @param maySee asked for each listener and change, so it must be quick
     */
    public <T extends Record> Events<C> event(
            String type,
            Entity<T> entity,
            Function<RecordChange<T>, ? extends @Nullable Object> payload,
            BiPredicate<? super C, ? super T> maySee) {
        return eventWithin(type, entity, payload, (who, tenant, record) -> maySee.test(who, record));
    }

    /** The same, for records of which the tenant says who may see them. */
    public <T extends Record> Events<C> eventWithin(
            String type,
            Entity<T> entity,
            Function<RecordChange<T>, ? extends @Nullable Object> payload,
            Sight<? super C, ? super T> maySee) {
        kinds.add(new Kind<>(type, entity, payload, maySee));
        return this;
    }

    /**
     * Holds listeners to their own records. If a listener's record is deleted, or is no longer what lets them listen, their connection is closed;
     * who comes back is looked up anew, and goes on from the last event with the rights of now.
     *
     * @param isSame whether a record is the listener's own
     * @param isStill whether the listener may go on, as the record is now
     */
    public <T extends Record> Events<C> callers(
            Entity<T> entity, BiPredicate<? super C, ? super T> isSame, BiPredicate<? super C, ? super T> isStill) {
        callers.add(new Callers<>(entity, isSame, isStill));
        return this;
    }

    /** Tells listeners of their own tenant's records alone: for records that do not name their tenant. */
    public Events<C> within(Function<? super C, String> tenant) {
        tenantOf = tenant;
        return this;
    }

    @Nullable
    Function<? super C, String> tenantOf() {
        return tenantOf;
    }

    List<Kind<C, ?>> kinds() {
        return List.copyOf(kinds);
    }

    List<Callers<C, ?>> callers() {
        return List.copyOf(callers);
    }

    /** The tables whose changes matter. */
    Set<Table> tables() {
        Set<Table> tables = new LinkedHashSet<>();
        kinds.forEach(kind -> tables.add(kind.entity().table()));
        callers.forEach(each -> tables.add(each.entity().table()));
        return tables;
    }
}
