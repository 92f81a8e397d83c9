package dev.trestle.systems.unisync.activity;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Timeline;
import dev.trestle.platform.operation.Timeline.Source;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Range;
import dev.trestle.platform.time.Times;
import dev.trestle.systems.unisync.model.ActivityTable;
import dev.trestle.systems.unisync.model.Area;
import dev.trestle.systems.unisync.model.AuditSubject;
import dev.trestle.systems.unisync.model.SupportTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was done, newest first: the documented activity and the audit, as one list.
 *
 * <p>In a cursor of the list of recent days the moment since which it goes stands in front, so that all pages are of the same days.
 */
public final class ActivityLog {
    /** A change's time may be a little ahead of the clock: each of several at once is later than the one before. */
    private static final Duration AHEAD_MAX = Duration.ofMinutes(1);

    /** Of a cursor, a day more than may be asked for: somebody reads page by page for a while. */
    private static final Duration DAYS_MAX = Duration.ofDays(31);

    /** Entries that a filter looks at for one page. */
    private static final int SCANNED_MAX = 2_000;

    /** Later than anything that was done. */
    private static final Instant END = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final Pattern SINCE = Pattern.compile("([0-9]{1,15})\\.(.+)", Pattern.DOTALL);

    private final ItemStore relaxed;
    private final ItemStore store;
    private final Times times;
    private final Timeline<Entry> timeline = new Timeline<>(Entry::createdAt, Entry::activityId);

    public ActivityLog(ItemStore store, Times times) {
        this.relaxed = store;
        this.store = store.consistent();
        this.times = times;
    }

    public record OfShowSet(
            @Length(min = 1, max = 200) String showSetId,
            @Default("50") @Range(min = 1, max = 200) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    public record OfUser(
            @Length(min = 1, max = 100) String userId,
            @Default("50") @Range(min = 1, max = 200) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    public record Recent(
            @Default("7") @Range(min = 1, max = 30) int days,

            @About("The id of a user who did it, or whom it is about") @Nullable @Length(min = 1, max = 100)
            String person,

            @About("What it is about") @Nullable Kind kind,

            @About("Of ShowSets that are in this area now") @Nullable
            Area area,

            @Default("50") @Range(min = 1, max = 200) int limit,

            @About("The next of the page before") @Nullable @Length(max = 4000)
            String cursor) {}

    /**
     * What was done to a ShowSet.
     *
     * @param partitions the ids under which it may lie, in the order in which it is moved from one to the next
     */
    public Page<Entry> ofShowSet(OfShowSet asked, List<String> partitions) {
        List<Source<Entry>> sources = new ArrayList<>();
        for (String partition : partitions) {
            sources.add((to, max) -> store.stream(
                            ActivityTable.ACTIVITY_UP_TO.of(partition).to(to), max)
                    .map(each -> Entry.of(each).withShowSetId(asked.showSetId())));
            sources.add((to, max) -> store.stream(
                            SupportTable.AUDIT_OF_SUBJECT_UP_TO
                                    .of(AuditSubject.SHOWSET, partition)
                                    .to(to),
                            max)
                    .map(each -> Entry.of(each).withShowSetId(asked.showSetId())));
        }
        return completed(timeline.page(sources, END, asked.limit(), asked.cursor()));
    }

    private Page<Entry> completed(Page<Entry> page) {
        EntryContext context = new EntryContext(relaxed);
        return new Page<>(page.items().stream().map(context::complete).toList(), page.next());
    }

    /** What was done to a user. */
    public Page<Entry> ofUser(OfUser asked) {
        Source<Entry> audit = (to, max) -> store.stream(
                        SupportTable.AUDIT_OF_SUBJECT_UP_TO
                                .of(AuditSubject.USER, asked.userId())
                                .to(to),
                        max)
                .map(Entry::of);
        return completed(timeline.page(List.of(audit), END, asked.limit(), asked.cursor()));
    }

    public Page<Entry> recent(Recent asked) {
        Instant newest = times.now().plus(AHEAD_MAX);
        Instant since = newest.minus(Duration.ofDays(asked.days())).minus(AHEAD_MAX);
        String cursor = asked.cursor();
        if (cursor != null) {
            var parts = SINCE.matcher(cursor);
            since = parts.matches() ? Instant.ofEpochMilli(Long.parseLong(parts.group(1))) : Instant.MIN;
            if (since.isBefore(newest.minus(DAYS_MAX)) || since.isAfter(newest)) {
                throw ApiException.invalid("cursor", "is not one of this list; begin again without it")
                        .withCode("cursor-unknown");
            }
            cursor = parts.group(2);
        }
        Page<Entry> page = completed(filtered(asked, since, newest, cursor));
        String next = page.next();
        return new Page<>(page.items(), next == null ? null : since.toEpochMilli() + "." + next);
    }

    /**
     * What of the recent entries is asked for. Entries are looked at in pages, up to {@link #SCANNED_MAX}: a page of rare ones may have fewer
     * rows than its limit, and goes on where it ended.
     */
    private Page<Entry> filtered(Recent asked, Instant from, Instant newest, @Nullable String cursor) {
        Predicate<Entry> wanted = wanted(asked);
        List<Entry> found = new ArrayList<>();
        @Nullable String at = cursor;
        for (int scanned = 0; scanned < SCANNED_MAX; scanned += asked.limit()) {
            Page<Entry> page = timeline.page(recentSources(from, newest), newest, asked.limit(), at);
            page.items().stream().filter(wanted).forEach(found::add);
            at = page.next();
            if (found.size() > asked.limit()) {
                List<Entry> given = found.subList(0, asked.limit());
                return new Page<>(given, timeline.cursor(given.get(given.size() - 1)));
            }
            if (at == null || found.size() == asked.limit()) {
                break;
            }
        }
        return new Page<>(found, at);
    }

    private Predicate<Entry> wanted(Recent asked) {
        EntryContext context = new EntryContext(relaxed);
        Predicate<Entry> wanted = entry -> true;
        Kind kind = asked.kind();
        if (kind != null) {
            wanted = wanted.and(kind::has);
        }
        if (asked.person() != null) {
            wanted = wanted.and(context.person(asked.person()));
        }
        if (asked.area() != null) {
            wanted = wanted.and(context.area(asked.area()));
        }
        return wanted;
    }

    private List<Source<Entry>> recentSources(Instant from, Instant newest) {
        return List.of(
                (to, max) -> relaxed.stream(
                                ActivityTable.ACTIVITY_OF_DAYS.of().from(from).to(within(from, to, newest)), max)
                        .map(Entry::of),
                (to, max) -> relaxed.stream(
                                SupportTable.AUDIT_OF_DAYS.of().from(from).to(within(from, to, newest)), max)
                        .map(Entry::of));
    }

    private static Instant within(Instant first, Instant moment, Instant last) {
        return moment.isBefore(first) ? first : moment.isAfter(last) ? last : moment;
    }
}
