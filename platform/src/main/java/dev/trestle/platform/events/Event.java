package dev.trestle.platform.events;

import dev.trestle.platform.api.EventMessage;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One event of one change, as each listener may see it. There are three views of a change, by whether the record as it was and as it is may
 * be seen; each is made once, when it is first wanted. For one thread.
 */
final class Event<C, T extends Record> {
    private static final Logger LOG = LoggerFactory.getLogger(Event.class);
    private static final int BEFORE = 1;
    private static final int AFTER = 2;
    private static final int VIEWS = 4;

    private final Events.Kind<C, T> kind;
    private final RecordChange<T> change;
    private final Predicate<? super C> isReached;
    private final Supplier<@Nullable String> id;
    private final @Nullable EventMessage[] messages = new EventMessage[VIEWS];
    private final boolean[] made = new boolean[VIEWS];
    private boolean failed;

    /**
     * @param isReached who is of the record's tenant
     * @param id what a listener sends as Last-Event-ID who has seen this one last
     */
    Event(
            Events.Kind<C, T> kind,
            RecordChange<T> change,
            Predicate<? super C> isReached,
            Supplier<@Nullable String> id) {
        this.kind = kind;
        this.change = change;
        this.isReached = isReached;
        this.id = id;
    }

    /** What somebody is told; null if that is nothing. If a payload or a predicate fails, nobody is told from then on. */
    @Nullable
    EventMessage seenBy(C who) {
        if (failed || !isReached.test(who)) {
            return null;
        }
        try {
            int view = (maySee(who, change.before()) ? BEFORE : 0) | (maySee(who, change.after()) ? AFTER : 0);
            if (!made[view]) {
                messages[view] = view == 0 ? null : message(view);
                made[view] = true;
            }
            return messages[view];
        } catch (RuntimeException e) {
            failed = true;
            LOG.atError().addKeyValue("event", kind.type()).setCause(e).log("a change could not be told");
            return null;
        }
    }

    private boolean maySee(C who, @Nullable T record) {
        return record != null && kind.maySee().test(who, change.tenant(), record);
    }

    private @Nullable EventMessage message(int view) {
        Object data = kind.payload()
                .apply(new RecordChange<>(
                        (view & BEFORE) == 0 ? null : change.before(),
                        (view & AFTER) == 0 ? null : change.after(),
                        change.tenant(),
                        change.isNew()));
        return data == null ? null : new EventMessage(id.get(), kind.type(), data);
    }
}
