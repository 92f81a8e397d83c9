package dev.trestle.server.admin;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Csv;
import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.audit.Act;
import dev.trestle.platform.audit.Actor;
import dev.trestle.platform.audit.AuditEntry;
import dev.trestle.platform.audit.AuditTrail;
import dev.trestle.platform.identity.Identity;
import dev.trestle.platform.identity.People;
import dev.trestle.platform.table.Person;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The audit trail: searched and exported. There is no operation that changes it. */
final class AuditDesk {
    private static final int PAGE = 500;

    /** A larger export is made by time. */
    private static final int EXPORT_MAX = 100_000;

    private static final List<String> COLUMNS = List.of(
            "at", "area", "act", "target", "label", "actor", "actorName", "address", "requestId", "before", "after");

    /** What callers are not shown of an entry. */
    private static final Set<String> OF_TABLE = Set.of("month", "expiresAt");

    private final Identity identity;
    private final AuditTrail trail;

    AuditDesk(Identity identity) {
        this.identity = identity;
        this.trail = identity.trail();
    }

    /** What is looked for; people by their address or id. */
    record Wanted(
            @Nullable String person,
            Act.@Nullable Area area,
            @Nullable String target,
            @Nullable String from,
            @Nullable String to) {}

    record ListAudit(
            @Nullable String person,
            Act.@Nullable Area area,
            @Nullable String target,
            @Nullable String from,
            @Nullable String to,
            int limit,
            @Nullable String cursor) {
        Wanted wanted() {
            return new Wanted(person, area, target, from, to);
        }
    }

    record ExportAudit(
            @Nullable String person,
            Act.@Nullable Area area,
            @Nullable String target,
            @Nullable String from,
            @Nullable String to,
            String format) {
        Wanted wanted() {
            return new Wanted(person, area, target, from, to);
        }
    }

    /** An entry as callers see it: without what only its table needs. */
    private static Map<String, Object> view(AuditEntry entry) {
        Map<String, Object> shown =
                Json.mapper().convertValue(entry, new TypeReference<LinkedHashMap<String, Object>>() {});
        shown.keySet().removeAll(OF_TABLE);
        return shown;
    }

    private static String csv(AuditEntry entry) {
        Map<String, Object> shown = view(entry);
        return Csv.line(COLUMNS.stream()
                .map(column -> Objects.toString(shown.get(column), ""))
                .toList());
    }

    void addTo(Desk desk) {
        desk.look(
                        "listAudit",
                        ListAudit.class,
                        (call, q) -> trail.search(search(q.wanted()), q.limit(), q.cursor())
                                .map(AuditDesk::view))
                .look("exportAudit", ExportAudit.class, (call, q) -> {
                    AuditTrail.Search search = search(q.wanted());
                    trail.record(Actor.of(call), Act.of(Act.Area.BACKUP, "audit-exported", "audit", q.format()));
                    boolean csv = q.format().equals("csv");
                    return Reply.stream(
                            csv ? "text/csv; charset=utf-8" : "application/jsonl", -1, out -> export(search, csv, out));
                });
    }

    private AuditTrail.Search search(Wanted wanted) {
        return new AuditTrail.Search(
                id(wanted.person()),
                wanted.area(),
                id(wanted.target()),
                time("from", wanted.from(), false),
                time("to", wanted.to(), true));
    }

    /** Of somebody's address, their id; a person who is gone, or never was, has done nothing under it. */
    private @Nullable String id(@Nullable String given) {
        if (given == null || given.isBlank()) {
            return null;
        }
        String text = given.strip();
        if (text.indexOf('@') < 0) {
            return text;
        }
        return identity.people()
                .findByEmail(People.normalised(text))
                .map(Person::personId)
                .orElse(text);
    }

    private static @Nullable Instant time(String field, @Nullable String given, boolean end) {
        if (given == null || given.isBlank()) {
            return null;
        }
        try {
            if (given.length() == "2026-01-01".length()) {
                LocalDate day = LocalDate.parse(given);
                Instant begins = (end ? day.plusDays(1) : day)
                        .atStartOfDay(ZoneOffset.UTC)
                        .toInstant();
                return end ? begins.minusMillis(1) : begins;
            }
            return Instant.parse(given);
        } catch (DateTimeParseException e) {
            throw ApiException.invalid(
                            field, "must be a day, such as 2026-01-31, or a time, such as 2026-01-31T12:00:00Z")
                    .withCode("day-form");
        }
    }

    private void export(AuditTrail.Search search, boolean csv, OutputStream out) throws IOException {
        if (csv) {
            out.write(Csv.line(COLUMNS).getBytes(StandardCharsets.UTF_8));
        }
        @Nullable String cursor = null;
        int written = 0;
        do {
            Page<AuditEntry> page = trail.search(search, PAGE, cursor);
            for (AuditEntry entry : page.items()) {
                String line = csv ? csv(entry) : Json.text(view(entry)) + "\n";
                out.write(line.getBytes(StandardCharsets.UTF_8));
            }
            written += page.items().size();
            cursor = page.next();
        } while (cursor != null && written < EXPORT_MAX);
    }
}
