package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.AttributeEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.SearchName;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.persons.Identities;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One page of a search. Of the partitions that a query names, the one whose newest rows reach furthest back has the fewest, so it drives:
 * for each of its rows the others leap to that place, or it leaps to theirs. For one request.
 */
final class Search {
    /** The last time that a search can go back from, and the first one that it can reach. */
    static final Instant FUTURE = Instant.parse("9999-12-31T23:59:58Z");

    static final Instant PAST = Instant.EPOCH;

    private final ItemStore store;
    private final Footage footage;
    private final Query query;
    private final Budget budget = new Budget();
    private final Identities identities;
    private final Instant now;

    /** Those who are asked for, as they are known now; empty for everybody. */
    private final Set<String> wanted;

    /**
     * What was found.
     *
     * @param next where the next page goes on; null behind the last hit
     * @param isShort whether the page ends early because it read as much as one page may
     */
    record Found(List<Hit> hits, @Nullable Place next, boolean isShort) {}

    /** Rows of a name with all its values, and how far its newest ones reach: null for all. */
    private record Clause(Rows rows, @Nullable Instant reach) {}

    /** {@code store} is the organisation's. */
    Search(ItemStore store, Footage footage, Query asked, Identities identities, Instant now) {
        this.store = store;
        this.footage = footage;
        this.identities = identities;
        this.now = now;
        this.wanted = asked.persons().stream()
                .map(id -> identities.canonical(id).orElse(id))
                .collect(Collectors.toSet());
        this.query = asked.ofPersons(wanted.stream()
                .flatMap(id -> identities.rowsOf(id).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new)));
    }

    Found page(int limit, @Nullable Place after) {
        List<Rows> clauses = clauses(after);
        Rows driver = clauses.get(0);
        if (after != null) {
            driver.seek(after);
            skip(driver, after);
        }
        Walk walk = new Walk(driver, clauses.subList(1, clauses.size()), query, budget, after);
        List<Hit> hits = new ArrayList<>();
        while (hits.size() <= limit) {
            List<Hit> candidates = walk.next(limit + 1 - hits.size());
            footage.look(candidates.stream().map(Hit::videoId).toList());
            candidates.stream().filter(this::isShown).forEach(hits::add);
            if (walk.isOver()) {
                break;
            }
        }
        if (hits.size() > limit) {
            List<Hit> page = hits.subList(0, limit);
            return new Found(named(page), page.get(limit - 1).place(), false);
        }
        return new Found(named(hits), budget.isSpent() ? walk.reached() : null, budget.isSpent());
    }

    /** As who they are now. */
    private List<Hit> named(List<Hit> hits) {
        return hits.stream()
                .map(hit -> hit.of(person(hit).orElse(hit.personId())))
                .toList();
    }

    private Optional<String> person(Hit hit) {
        return identities.of(hit.personId(), hit.videoId(), hit.timestamp());
    }

    private boolean isShown(Hit hit) {
        return footage.isVisible(hit.videoId())
                && person(hit)
                        .filter(id -> wanted.isEmpty() || wanted.contains(id))
                        .isPresent()
                && (query.cameras().isEmpty() || footage.isOfOne(query.cameras(), hit.videoId()));
    }

    private static void skip(Rows rows, Place after) {
        Hit hit = rows.peek();
        if (hit != null && hit.place().equals(after)) {
            rows.next();
        }
    }

    /** The rows of each name, the driver's first. */
    private List<Rows> clauses(@Nullable Place after) {
        Instant end = query.end();
        Instant from = after == null || end != null && after.at().isAfter(end) ? end : after.at();
        Instant upTo = from == null ? FUTURE : from;
        List<Clause> clauses = new ArrayList<>();
        query.partitions().forEach(each -> clauses.add(attribute(each.getKey(), each.getValue(), upTo)));
        if (!query.persons().isEmpty()) {
            clauses.add(
                    clause(query.persons().stream().map(id -> person(id, upTo)).toList()));
        }
        if (!query.videos().isEmpty()) {
            clauses.add(videos(upTo));
        }
        if (clauses.isEmpty()) {
            return List.of(days(from));
        }
        int driver = 0;
        for (int i = 1; i < clauses.size(); i++) {
            if (reachesFurther(clauses.get(i), clauses.get(driver))) {
                driver = i;
            }
        }
        Rows first = clauses.remove(driver).rows();
        return Stream.concat(Stream.of(first), clauses.stream().map(Clause::rows))
                .toList();
    }

    private static boolean reachesFurther(Clause one, Clause other) {
        Instant reach = one.reach();
        Instant others = other.reach();
        return others != null && (reach == null || reach.isBefore(others));
    }

    private Instant start() {
        Instant start = query.start();
        return start == null ? PAST : start;
    }

    private Clause attribute(SearchName name, Set<String> values, Instant upTo) {
        return clause(values.stream()
                .map(value -> new PartitionRows<AttributeEntry>(
                        store,
                        upTo,
                        end -> DataTable.SEARCH_BY_ATTRIBUTE
                                .of(name, value)
                                .from(start())
                                .to(end),
                        Hit::of,
                        budget))
                .toList());
    }

    private PartitionRows<?> person(String personId, Instant upTo) {
        return new PartitionRows<>(
                store,
                upTo,
                end -> DataTable.TIMELINE_OF_PERSON.of(personId).from(start()).to(end),
                Hit::of,
                budget);
    }

    private Clause videos(Instant upTo) {
        List<PartitionRows<?>> rows = query.videos().stream()
                .<PartitionRows<?>>map(id -> video(id, upTo))
                .toList();
        return new Clause(
                MergedRows.of(rows.stream().map(VideoRows::new).toList()),
                clause(rows).reach());
    }

    private PartitionRows<?> video(String videoId, Instant upTo) {
        return new PartitionRows<>(
                store,
                upTo,
                // A further person's key is behind that of their second.
                end -> DataTable.SEARCH_BY_VIDEO.of(videoId).from(start()).to(end.plusSeconds(1)),
                Hit::of,
                budget);
    }

    /** A single partition needs no comparison, but reads its first page anyway. */
    private static Clause clause(List<? extends PartitionRows<?>> parts) {
        Instant reach = null;
        for (PartitionRows<?> part : parts) {
            Hit last = part.reach();
            if (last != null && (reach == null || last.timestamp().isAfter(reach))) {
                reach = last.timestamp();
            }
        }
        return new Clause(MergedRows.of(parts), reach);
    }

    /** All that was seen, between the first and the last time that anybody was. */
    private Rows days(@Nullable Instant upTo) {
        Instant end = upTo;
        if (end == null) {
            end = store.first(SupportTable.PERSONS_LAST_SEEN.of(), 1).stream()
                    .map(Person::lastSeen)
                    .findFirst()
                    .orElse(now);
        }
        Instant start = query.start();
        if (start == null) {
            start = store.first(SupportTable.PERSONS_FIRST_SEEN.of(), 1).stream()
                    .map(Person::firstSeen)
                    .findFirst()
                    .orElse(end);
        }
        return new DayRows(start, end, this::day, budget);
    }

    private Rows day(LocalDate day, Instant upTo) {
        Instant first = day.atStartOfDay(ZoneOffset.UTC).toInstant();
        Instant from = query.start() == null || query.start().isBefore(first) ? first : query.start();
        return new PartitionRows<>(
                store,
                upTo,
                end -> DataTable.SEARCH_BY_TIME
                        .of()
                        .from(from.isAfter(end) ? end : from)
                        .to(end),
                Hit::of,
                budget);
    }
}
