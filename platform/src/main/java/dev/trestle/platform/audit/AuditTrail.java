package dev.trestle.platform.audit;

import dev.trestle.model.Bound;
import dev.trestle.model.Scoping;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Transaction;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Writes and reads the audit trail. An act that changes tables has its entry in the same transaction; any other is entered before it is
 * acknowledged. Nothing here changes or deletes an entry: it expires when its retention is over. For any number of threads.
 */
public final class AuditTrail {
    /** How much is read for one page at most: entries that a search leaves out are read, too. */
    private static final int READ_MAX = 2000;

    private static final int CHUNK = 200;
    private static final int MONTHS_MAX = 240;
    private static final String SEPARATOR = "!";

    private final ItemStore store;
    private final Clock clock;
    private final Duration retention;
    private final AtomicLong entries = new AtomicLong();

    /** {@code retention} is how long entries are kept; those that are there already keep theirs. */
    public AuditTrail(ItemStore store, Clock clock, Duration retention) {
        this.store = store;
        this.clock = clock;
        this.retention = retention;
    }

    /** Adds an entry to the transaction of the act itself. */
    public Transaction add(Transaction transaction, Actor actor, Act act) {
        return transaction.create(AuditTable.ENTRY, entry(actor, act));
    }

    /** Enters an act that is no change of a table, or of one that another program keeps. */
    public void record(Actor actor, Act act) {
        store.create(AuditTable.ENTRY, entry(actor, act));
    }

    /** An entry as an item of {@link AuditTable}, for the transaction of an act that is no record's. */
    public Map<String, AttributeValue> item(Actor actor, Act act) {
        return AuditTable.ENTRY.toItem(entry(actor, act), Scoping.NONE);
    }

    private AuditEntry entry(Actor actor, Act act) {
        Instant now = clock.instant();
        return new AuditEntry(
                id(),
                month(now).toString(),
                now,
                act.area(),
                act.name(),
                act.target(),
                act.label(),
                actor.id(),
                actor.name(),
                actor.address(),
                actor.requestId(),
                act.before(),
                act.after(),
                now.plus(retention));
    }

    /** Of two entries of one process at the same moment, the later has the greater id. */
    private String id() {
        return "%012x-%s".formatted(entries.incrementAndGet(), UUID.randomUUID());
    }

    private static YearMonth month(Instant at) {
        return YearMonth.from(at.atZone(ZoneOffset.UTC));
    }

    /**
     * What is looked for; null for anything.
     *
     * @param from included
     * @param to included
     */
    public record Search(
            @Nullable String actor,
            Act.@Nullable Area area,
            @Nullable String target,
            @Nullable Instant from,
            @Nullable Instant to) {
        boolean keeps(AuditEntry entry) {
            return (actor == null || actor.equals(entry.actor()))
                    && (area == null || area == entry.area())
                    && (target == null || target.equals(entry.target()));
        }
    }

    /** Entries, newest first. A page may hold fewer than asked for, or none, and still have another after it. */
    public Page<AuditEntry> search(Search search, int limit, @Nullable String cursor) {
        Instant last = search.to() == null ? clock.instant() : search.to();
        Instant first = search.from() == null ? clock.instant().minus(retention) : search.from();
        if (first.isAfter(last)) {
            return new Page<>(List.of(), null);
        }
        String actor = search.actor();
        String target = search.target();
        Act.Area area = search.area();
        if (target != null) {
            return kept(AuditTable.BY_TARGET.of(target).from(first).to(last), search, limit, cursor);
        }
        if (actor != null) {
            return kept(AuditTable.BY_ACTOR.of(actor).from(first).to(last), search, limit, cursor);
        }
        if (area != null) {
            return kept(AuditTable.BY_AREA.of(area).from(first).to(last), search, limit, cursor);
        }
        return months(search, first, last, limit, cursor);
    }

    private Page<AuditEntry> kept(Bound<AuditEntry> bound, Search search, int limit, @Nullable String cursor) {
        List<AuditEntry> found = new ArrayList<>();
        @Nullable String next = cursor;
        int read = 0;
        do {
            int chunk = Math.min(CHUNK, limit - found.size());
            Page<AuditEntry> page = Page.of(store.page(bound, chunk, next));
            page.items().stream().filter(search::keeps).forEach(found::add);
            read += chunk;
            next = page.next();
        } while (next != null && found.size() < limit && read < READ_MAX);
        return new Page<>(found, next);
    }

    /** Newest month first. A cursor is the month and the place within it. */
    private Page<AuditEntry> months(Search search, Instant first, Instant last, int limit, @Nullable String cursor) {
        List<AuditEntry> found = new ArrayList<>();
        YearMonth oldest = month(first);
        YearMonth floor = month(clock.instant()).minusMonths(MONTHS_MAX);
        YearMonth month = month(last);
        @Nullable String within = null;
        if (cursor != null) {
            int cut = cursor.indexOf(SEPARATOR);
            try {
                month = YearMonth.parse(cursor.substring(0, Math.max(0, cut)));
            } catch (DateTimeParseException e) {
                throw ApiException.invalid("cursor", "is none of this list").withCode("cursor-unknown");
            }
            within = cut + 1 < cursor.length() ? cursor.substring(cut + 1) : null;
        }
        while (!month.isBefore(oldest) && !month.isBefore(floor)) {
            Bound<AuditEntry> bound =
                    AuditTable.OF_MONTH.of(month.toString()).from(first).to(last);
            Page<AuditEntry> page = Page.of(store.page(bound, limit - found.size(), within));
            page.items().stream().filter(search::keeps).forEach(found::add);
            within = page.next();
            if (within == null) {
                month = month.minusMonths(1);
            }
            if (found.size() >= limit) {
                boolean more = within != null || !month.isBefore(oldest) && !month.isBefore(floor);
                return new Page<>(found, more ? month + SEPARATOR + (within == null ? "" : within) : null);
            }
        }
        return new Page<>(found, null);
    }
}
