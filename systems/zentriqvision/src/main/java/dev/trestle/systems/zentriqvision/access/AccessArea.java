package dev.trestle.systems.zentriqvision.access;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Header;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.AccessEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The access log, for admins. */
public final class AccessArea implements Area {
    private static final String CSV = "text/csv";
    private static final List<String> COLUMNS =
            List.of("at", "userId", "email", "action", "operation", "videoId", "personId", "details", "address");
    private static final int CSV_MAX = 10_000;
    private static final int READ = 500;
    private static final int LOOKED_MAX = 20_000;

    /** Without a start, as far back as this: the log is kept by days, and each is a request. */
    private static final Duration BACK = Duration.ofDays(30);

    private final Parts parts;

    public AccessArea(Parts parts) {
        this.parts = parts;
    }

    record ListAccess(
            @Nullable Instant start,
            @Nullable Instant end,
            @Length(min = 1, max = 200) @Nullable String userId,
            @Length(min = 1, max = 200) @Nullable String videoId,
            @Nullable ActionName action,
            @OneOf({"json", "csv"}) @Nullable String format,
            @Header("accept") @Nullable String accept,
            @Default("50") @Range(min = 1, max = 100) int limit,
            @Nullable String cursor) {
        boolean isCsv() {
            return format == null
                    ? accept != null && accept.toLowerCase(Locale.ROOT).startsWith(CSV)
                    : format.equals("csv");
        }
    }

    /** An entry as answers have it. */
    public record AccessView(
            Instant at,
            String userId,
            @Nullable String email,
            ActionName action,
            String operation,
            @Nullable String videoId,
            @Nullable String personId,
            @Nullable String details,
            String address) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("listAccess", "/access-log", ListAccess.class)
                .about("Who looked at footage or was not let to, newest first; also as CSV")
                .description(
                        "Without a start, of the last 30 days before the end. The CSV (Accept: text/csv, or format=csv) has up to 10,000"
                                + " entries.")
                .right(Rights.ADMIN)
                .alsoGives(200, CSV)
                .repliesPage(AccessView.class, this::list);
    }

    private Reply list(Given<Caller, ListAccess> given) {
        ListAccess asked = given.asked();
        parts.access().note(given.by(), Look.at(AccessAction.LOG).video(asked.videoId()));
        if (asked.userId() != null && asked.userId().indexOf('#') >= 0) {
            throw ApiException.invalid("userId", "must not contain #").withCode("id-form");
        }
        ItemStore store = parts.of(given.by());
        if (!asked.isCsv()) {
            return Reply.of(page(store, asked, given.at(), asked.limit()));
        }
        Page<AccessView> page = page(store, asked, given.at(), CSV_MAX);
        return Reply.bytes(CSV + "; charset=utf-8", csv(page.items()))
                .header("content-disposition", "attachment; filename=\"access-log.csv\"");
    }

    private Bound<AccessEntry> question(ListAccess asked, Instant now) {
        Instant end = asked.end() == null ? now : asked.end();
        Instant start = asked.start() == null ? end.minus(BACK) : asked.start();
        if (start.isAfter(end)) {
            throw ApiException.invalid("end", "must not be before start").withCode("end-before-start");
        }
        Bound<AccessEntry> bound = asked.videoId() != null
                ? SupportTable.ACCESS_TO_VIDEO.of(asked.videoId())
                : asked.userId() != null
                        ? SupportTable.ACCESS_BY_USER.of(asked.userId())
                        : SupportTable.ACCESS_BETWEEN.of();
        return bound.from(start).to(end);
    }

    private Page<AccessView> page(ItemStore store, ListAccess asked, Instant now, int limit) {
        Bound<AccessEntry> question = question(asked, now);
        List<String> list = List.of("access-log");
        String cursor = asked.cursor();
        List<String> place = cursor == null ? null : store.open(cursor, list);
        List<AccessEntry> found = new ArrayList<>();
        int looked = 0;
        while (looked < LOOKED_MAX) {
            List<Placed<AccessEntry>> read = store.placed(question, READ, place);
            for (Placed<AccessEntry> each : read) {
                looked++;
                place = each.place();
                if (isAsked(asked, each.record())) {
                    found.add(each.record());
                }
                if (found.size() == limit) {
                    return new Page<>(views(store, found), store.seal(place, list));
                }
            }
            if (read.size() < READ) {
                return new Page<>(views(store, found), null);
            }
        }
        return new Page<>(views(store, found), place == null ? null : store.seal(place, list));
    }

    private static boolean isAsked(ListAccess asked, AccessEntry entry) {
        return (asked.action() == null || asked.action() == ActionName.of(entry.action()))
                && (asked.userId() == null || asked.userId().equals(entry.userId()));
    }

    private static List<AccessView> views(ItemStore store, List<AccessEntry> entries) {
        Map<String, String> emails = new HashMap<>();
        List<String> users =
                entries.stream().map(AccessEntry::userId).distinct().toList();
        store.getAll(users.stream().map(DataTable.USER_DETAILS::of).toList())
                .forEach(found -> found.ifPresent(user -> emails.put(user.userId(), user.email())));
        return entries.stream()
                .map(entry -> new AccessView(
                        entry.at(),
                        entry.userId(),
                        emails.get(entry.userId()),
                        ActionName.of(entry.action()),
                        entry.operation(),
                        entry.videoId(),
                        entry.personId(),
                        entry.details(),
                        entry.address()))
                .toList();
    }

    private static byte[] csv(List<AccessView> entries) {
        StringBuilder text = new StringBuilder(Csv.BYTE_ORDER_MARK).append(Csv.line(COLUMNS));
        for (AccessView each : entries) {
            text.append(Csv.joined(Stream.of(
                            each.at().toString(),
                            each.userId(),
                            orEmpty(each.email()),
                            each.action().name().toLowerCase(Locale.ROOT),
                            each.operation(),
                            orEmpty(each.videoId()),
                            orEmpty(each.personId()),
                            orEmpty(each.details()),
                            each.address())
                    .map(Csv::cell)
                    .toList()));
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }
}
