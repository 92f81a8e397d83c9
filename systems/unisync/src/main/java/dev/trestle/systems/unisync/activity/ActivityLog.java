package dev.trestle.systems.unisync.activity;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.systems.unisync.activity.Merged.Part;
import dev.trestle.systems.unisync.activity.Merged.Places;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.AuditSubject;
import dev.trestle.systems.unisync.model.SupportTable;
import dev.trestle.systems.unisync.time.Times;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was done, newest first: the documented activity and the audit, as one list.
 *
 * <p>A cursor is the places in both, with a dot between; of the list of recent days the moment up to which it goes stands before them, so
 * that all pages are of the same days.
 */
public final class ActivityLog {
    /** A change's time may be a little ahead of the clock: each of several at once is later than the one before. */
    private static final Duration AHEAD_MAX = Duration.ofMinutes(1);

    private static final Pattern MILLIS = Pattern.compile("[0-9]{1,15}");

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Times times;

    public ActivityLog(ItemStore store, Times times) {
        this.relaxed = store;
        this.store = store.consistent();
        this.times = times;
    }

    public record OfShowSet(
            String showSetId, int limit, @Nullable String cursor) {}

    public record Recent(int days, int limit, @Nullable String cursor) {}

    public Page<Entry> ofShowSet(OfShowSet asked) {
        Merged merged = new Merged(
                source(store, ActivityTable.ACTIVITY_OF_SHOWSET.of(asked.showSetId()), Entry::of),
                source(store, SupportTable.AUDIT_OF_SUBJECT.of(AuditSubject.SHOWSET, asked.showSetId()), Entry::of));
        String cursor = asked.cursor();
        Part part = merged.read(asked.limit(), cursor == null ? Places.BEGIN : places(split(cursor, 2)));
        return page(part, "");
    }

    public Page<Entry> recent(Recent asked) {
        String cursor = asked.cursor();
        List<String> parts = cursor == null ? List.of() : split(cursor, 3);
        Instant to = parts.isEmpty() ? times.now().plus(AHEAD_MAX) : moment(parts.get(0));
        Instant from = to.minus(Duration.ofDays(asked.days())).minus(AHEAD_MAX);
        Merged merged = new Merged(
                source(relaxed, ActivityTable.ACTIVITY_OF_DAYS.of().from(from).to(to), Entry::of),
                source(relaxed, SupportTable.AUDIT_OF_DAYS.of().from(from).to(to), Entry::of));
        Part part = merged.read(asked.limit(), parts.isEmpty() ? Places.BEGIN : places(parts.subList(1, 3)));
        return page(part, to.toEpochMilli() + ".");
    }

    private static <T extends Record> Merged.Source source(
            ItemStore store, Bound<T> bound, Function<? super T, Entry> entry) {
        return (limit, cursor) -> {
            var page = store.page(bound, limit, cursor);
            return new Page<>(page.items(), page.next().orElse(null)).map(entry);
        };
    }

    private static Page<Entry> page(Part part, String prefix) {
        Places next = part.next();
        return new Page<>(part.entries(), next.isEnd() ? null : prefix + next.one() + "." + next.other());
    }

    private static List<String> split(String cursor, int count) {
        List<String> parts = List.of(cursor.split("\\.", -1));
        if (parts.size() != count) {
            throw refused();
        }
        return parts;
    }

    private static Places places(List<String> parts) {
        return new Places(parts.get(0), parts.get(1));
    }

    private static Instant moment(String millis) {
        if (!MILLIS.matcher(millis).matches()) {
            throw refused();
        }
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }

    private static ApiException refused() {
        return ApiException.invalid("cursor", "is not one of this list; begin again without it");
    }
}
