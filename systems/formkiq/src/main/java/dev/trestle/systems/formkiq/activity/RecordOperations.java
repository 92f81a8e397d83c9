package dev.trestle.systems.formkiq.activity;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.formkiq.activity.ActivityViews.ChangeView;
import dev.trestle.systems.formkiq.api.Caller;
import dev.trestle.systems.formkiq.api.Dates;
import dev.trestle.systems.formkiq.api.OnSite;
import dev.trestle.systems.formkiq.api.Pages;
import dev.trestle.systems.formkiq.api.Refusals;
import dev.trestle.systems.formkiq.api.Rights;
import dev.trestle.systems.formkiq.model.AuditTable;
import dev.trestle.systems.formkiq.model.AuditTable.ActivityStatus;
import dev.trestle.systems.formkiq.model.AuditTable.ResourceActivity;
import dev.trestle.systems.formkiq.model.RecordRows;
import dev.trestle.systems.formkiq.model.RecordRows.SettingActivity;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The whole record of a site: what was done to documents and entities, and to what the site is set up with, as one list. */
public final class RecordOperations {
    private static final int CSV_ROWS_MAX = 10_000;
    private static final String CSV = "text/csv";
    private static final List<String> COLUMNS =
            List.of("time", "user", "kind", "what", "type", "outcome", "address", "source", "changes", "message");

    private final ItemStore items;
    private final Pages pages;
    private final ActivityOperations.Known readable;

    /** {@code readable} refuses a document that is not there, or that the caller may not read. */
    public RecordOperations(ItemStore items, Pages pages, ActivityOperations.Known readable) {
        this.items = items;
        this.pages = pages;
        this.readable = readable;
    }

    /**
     * Which part of the record is asked for.
     *
     * @param resource the kind of thing that it was done to
     * @param status how it ended
     */
    record Asked(
            @Nullable String siteId,
            @Nullable String start,
            @Nullable String end,
            @Nullable String documentId,
            @Nullable String userId,
            @Nullable String resource,
            @Nullable String status,
            @Nullable String sort,
            @Nullable String limit,
            @Nullable String next)
            implements OnSite {}

    record EntryView(
            String key,
            String resource,
            @Nullable String resourceId,
            String type,
            ActivityStatus status,
            String insertedDate,
            String userId,
            @Nullable String sourceIpAddress,
            @Nullable String source,
            @Nullable String documentId,
            @Nullable String attributeKey,
            @Nullable String message,
            @Nullable Map<String, ChangeView> changes) {}

    record EntriesView(@Nullable String next, List<EntryView> entries) {}

    /** A row of either table, by its time. */
    private record Entry(
            Instant at,
            @Nullable ResourceActivity activity,
            @Nullable SettingActivity setting) {}

    public void declare(Operations<Caller> api) {
        api.get("SiteRecord", "/x/activities", Asked.class)
                .about("What was done, or tried, in a site: to documents, entities and what the site is set up with, by"
                        + " time. Only what the caller did, unless they govern the site")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .gives(EntriesView.class, this::list);
        api.get("ExportSiteRecord", "/x/activities/export", Asked.class)
                .about("The same as a table, at most " + CSV_ROWS_MAX + " rows")
                .right(Rights.READ)
                .refuses(Kind.INVALID, Kind.NOT_FOUND)
                .repliesBytes(this::export, CSV);
    }

    private EntriesView list(Given<Caller, Asked> given) {
        Asked asked = given.asked();
        Pages.Listing<EntryView> found = pages.collect(
                pages.asked(
                        given.by(),
                        "SiteRecord",
                        List.of(
                                String.valueOf(asked.start()),
                                String.valueOf(asked.end()),
                                String.valueOf(asked.documentId()),
                                String.valueOf(asked.userId()),
                                String.valueOf(asked.resource()),
                                String.valueOf(asked.status()),
                                String.valueOf(asked.sort())),
                        asked.limit(),
                        asked.next(),
                        null),
                source(given),
                rows -> shown(given, rows));
        return new EntriesView(found.next(), found.items());
    }

    private Reply export(Given<Caller, Asked> given) {
        Pages.Source<Entry> source = source(given);
        StringBuilder table = new StringBuilder(Csv.BYTE_ORDER_MARK).append(Csv.line(COLUMNS));
        List<String> place = null;
        int written = 0;
        while (written < CSV_ROWS_MAX) {
            List<Placed<Entry>> read = source.read(place, 500);
            List<@Nullable EntryView> views =
                    shown(given, read.stream().map(Placed::record).toList());
            for (EntryView each : views) {
                if (each != null && written < CSV_ROWS_MAX) {
                    table.append(Csv.line(cells(each)));
                    written++;
                }
            }
            if (read.size() < 500) {
                break;
            }
            place = read.get(read.size() - 1).place();
        }
        return Reply.bytes(CSV, table.toString().getBytes(StandardCharsets.UTF_8))
                .header("Content-Disposition", "attachment; filename=\"activity.csv\"");
    }

    private static List<String> cells(EntryView each) {
        return List.of(
                each.insertedDate(),
                each.userId(),
                each.resource(),
                text(each.resourceId()),
                each.type(),
                each.status().name(),
                text(each.sourceIpAddress()),
                text(each.source()),
                each.changes() == null ? "" : new String(Json.bytes(each.changes()), StandardCharsets.UTF_8),
                text(each.message()));
    }

    private static String text(@Nullable String value) {
        return value == null ? "" : value;
    }

    private static List<@Nullable EntryView> shown(Given<Caller, Asked> given, List<Entry> rows) {
        Asked asked = given.asked();
        String wanted = ActivityOperations.empty(asked.userId());
        String user = given.by().governs() ? wanted : given.by().user();
        String resource = ActivityOperations.empty(asked.resource());
        String status = ActivityOperations.empty(asked.status());
        List<@Nullable EntryView> views = new ArrayList<>();
        for (Entry each : rows) {
            EntryView view = view(each);
            boolean isAsked = (user == null || view.userId().equals(user))
                    && (resource == null || view.resource().equals(resource))
                    && (status == null || view.status().name().equals(status));
            views.add(isAsked ? view : null);
        }
        return views;
    }

    private static EntryView view(Entry entry) {
        ResourceActivity row = entry.activity();
        if (row != null) {
            return new EntryView(
                    row.inserteddate().toString(),
                    ActivityViews.view(row).resource(),
                    row.resourceId(),
                    ActivityViews.shown(row.type()).name(),
                    row.status(),
                    Dates.text(row.inserteddate()),
                    row.userId(),
                    row.sourceIpAddress(),
                    row.source(),
                    row.documentId(),
                    row.attributeKey(),
                    row.message(),
                    ActivityViews.changes(row.changeSet()));
        }
        SettingActivity setting = java.util.Objects.requireNonNull(entry.setting());
        return new EntryView(
                setting.inserteddate().toString(),
                setting.resource(),
                setting.resourceId(),
                ActivityViews.shown(setting.type()).name(),
                setting.status(),
                Dates.text(setting.inserteddate()),
                setting.userId(),
                setting.sourceIpAddress(),
                setting.source(),
                null,
                null,
                setting.message(),
                ActivityViews.changes(setting.changeSet()));
    }

    private Pages.Source<Entry> source(Given<Caller, Asked> given) {
        Asked asked = given.asked();
        String wanted = ActivityOperations.empty(asked.userId());
        if (wanted != null && !given.by().governs() && !wanted.equals(given.by().user())) {
            throw Refusals.denied();
        }
        ItemStore store = items.within(given.by().site());
        boolean isRising = "ASC".equalsIgnoreCase(asked.sort());
        Span span = Span.of(asked.start(), asked.end(), given.at());
        String documentId = ActivityOperations.empty(asked.documentId());
        if (documentId != null) {
            ActivityOperations.requireKnown(items, readable, given.by(), documentId);
            Bound<ResourceActivity> of = (isRising
                            ? AuditTable.ACTIVITY_OF_DOCUMENT_OLDEST
                            : AuditTable.ACTIVITY_OF_DOCUMENT_BETWEEN)
                    .of(documentId)
                    .from(span.from())
                    .to(span.to());
            return new Merged(store, of, null, isRising);
        }
        Span days = span.ofDays();
        Bound<ResourceActivity> activities = (isRising ? AuditTable.ACTIVITY_OLDEST : AuditTable.ACTIVITY_BETWEEN)
                .of()
                .from(days.from())
                .to(days.to());
        Bound<SettingActivity> settings = (isRising ? RecordRows.SETTINGS_BETWEEN_OLDEST : RecordRows.SETTINGS_BETWEEN)
                .of()
                .from(days.from())
                .to(days.to());
        return new Merged(store, activities, settings, isRising);
    }

    /**
     * Two lists by time as one. A place is how many texts the first list's place has, that place, and the second
     * list's; none where a list has not begun.
     */
    private record Merged(
            ItemStore store,
            Bound<ResourceActivity> activities,
            @Nullable Bound<SettingActivity> settings,
            boolean isRising)
            implements Pages.Source<Entry> {
        @Override
        public List<Placed<Entry>> read(@Nullable List<String> after, int count) {
            List<String> first = List.of();
            List<String> second = List.of();
            if (after != null) {
                int size = Integer.parseInt(after.get(0));
                first = after.subList(1, 1 + size);
                second = after.subList(1 + size, after.size());
            }
            List<Placed<ResourceActivity>> ones = store.placed(activities, count, first.isEmpty() ? null : first);
            List<Placed<SettingActivity>> others =
                    settings == null ? List.of() : store.placed(settings, count, second.isEmpty() ? null : second);
            List<Placed<Entry>> merged = new ArrayList<>();
            int i = 0;
            int j = 0;
            while (merged.size() < count && (i < ones.size() || j < others.size())) {
                boolean isFirst = j == others.size() || i < ones.size() && isBefore(ones.get(i), others.get(j));
                Entry entry;
                if (isFirst) {
                    first = ones.get(i).place();
                    entry = new Entry(
                            ones.get(i).record().inserteddate(), ones.get(i++).record(), null);
                } else {
                    second = others.get(j).place();
                    entry = new Entry(
                            others.get(j).record().inserteddate(),
                            null,
                            others.get(j++).record());
                }
                List<String> place = new ArrayList<>(List.of(Integer.toString(first.size())));
                place.addAll(first);
                place.addAll(second);
                merged.add(new Placed<>(entry, place));
            }
            return merged;
        }

        private boolean isBefore(Placed<ResourceActivity> one, Placed<SettingActivity> other) {
            int order = one.record().inserteddate().compareTo(other.record().inserteddate());
            return isRising ? order <= 0 : order >= 0;
        }
    }
}
