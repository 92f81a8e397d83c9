package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.MovedAppearance;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonInChange;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.sightings.Fates;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whose appearances are, while and after people merge, split and erase persons. A change holds for readers from its decision on, though it moves
 * the appearances one after another: what has not moved yet is read as if it had. For one request.
 */
public final class Identities {
    /** More than any organisation has under way at a time. */
    public static final int UNDER_WAY_MAX = 1_000;

    private static final int MARKS_MAX = 100_000;

    private final ItemStore store;
    private final Map<String, Fates.Standing> standings = new HashMap<>();
    private final Map<String, Set<String>> marks = new HashMap<>();
    private @Nullable Map<String, PersonInChange> underWay;

    /** {@code store} is the organisation's; it is read consistently. */
    public Identities(ItemStore store) {
        this.store = store.consistent();
    }

    private Map<String, PersonInChange> underWay() {
        Map<String, PersonInChange> known = underWay;
        if (known == null) {
            known = new HashMap<>();
            for (PersonInChange each : store.first(SupportTable.PERSONS_IN_CHANGE.of(), UNDER_WAY_MAX)) {
                known.put(each.personId(), each);
            }
            underWay = known;
        }
        return known;
    }

    /** What is under way with a person. */
    public Optional<PersonInChange> underWay(String personId) {
        return Optional.ofNullable(underWay().get(personId));
    }

    /** Who an id stands for now; empty for somebody who was erased. */
    public Optional<String> canonical(String personId) {
        return Optional.ofNullable(standings
                .computeIfAbsent(personId, id -> Fates.follow(store, id))
                .personId());
    }

    /** Those whose rows a person's appearances may stand in. */
    public Set<String> rowsOf(String personId) {
        Set<String> persons = new LinkedHashSet<>();
        underWay(personId).filter(each -> each.action() != Action.ERASE).ifPresent(each -> persons.add(each.source()));
        persons.add(personId);
        return persons;
    }

    /** Whose an appearance is of which a row says {@code personId}; empty for somebody who is being erased. */
    public Optional<String> of(String personId, String videoId, Instant at) {
        PersonInChange change = underWay().get(personId);
        if (change == null || !change.source().equals(personId)) {
            return Optional.of(personId);
        }
        return switch (change.action()) {
            case ERASE -> Optional.empty();
            case MERGE -> Optional.of(change.target());
            case SPLIT, UNDO -> Optional.of(marksOf(change).contains(place(videoId, at)) ? change.target() : personId);
        };
    }

    /** The appearances that have yet to move. */
    private Set<String> marksOf(PersonInChange change) {
        return marks.computeIfAbsent(change.workId(), id -> {
            Set<String> places = new HashSet<>();
            try (Stream<MovedAppearance> found = store.stream(
                    change.action() == Action.SPLIT
                            ? SupportTable.APPEARANCES_TO_MOVE.of(id)
                            : SupportTable.MOVED_APPEARANCES.of(id),
                    MARKS_MAX)) {
                found.forEach(each -> places.add(place(each.videoId(), each.timestamp())));
            }
            return places;
        });
    }

    private static String place(String videoId, Instant at) {
        return at.getEpochSecond() + "#" + videoId;
    }

    /**
     * The appearance in a second of a video of somebody, under whichever id they had when the question was written down. It says who they
     * are now.
     */
    public Optional<Appearance> appearance(String videoId, Instant at, String personId) {
        String now = canonical(personId).orElse(null);
        if (now == null) {
            return Optional.empty();
        }
        Set<String> rows = new LinkedHashSet<>(rowsOf(now));
        return Stream.concat(
                        store.get(DataTable.APPEARANCE_BY_KEY.of(videoId, at)).stream(),
                        rows.stream()
                                .flatMap(id ->
                                        store.get(DataTable.FURTHER_APPEARANCE_BY_KEY.of(videoId, at, id)).stream()))
                .filter(each ->
                        of(each.personId(), videoId, at).filter(now::equals).isPresent())
                .findFirst()
                .map(each -> each.personId().equals(now) ? each : each.of(now));
    }

    /** The person as the change that is under way will leave them; empty for one of whom it leaves nothing. */
    public Optional<Person> settled(Person stored) {
        PersonInChange change = underWay().get(stored.personId());
        if (change == null) {
            return Optional.of(stored);
        }
        boolean isSource = change.source().equals(stored.personId());
        return switch (change.action()) {
            case ERASE -> Optional.empty();
            case MERGE -> isSource ? Optional.empty() : Optional.of(together(stored, change.source()));
            case SPLIT, UNDO -> counted(stored, change);
        };
    }

    private Person together(Person target, String sourceId) {
        return store.get(DataTable.PERSON_DETAILS.of(sourceId))
                .map(source -> new Person(
                        target.personId(),
                        source.firstSeen().isBefore(target.firstSeen()) ? source.firstSeen() : target.firstSeen(),
                        source.lastSeen().isAfter(target.lastSeen()) ? source.lastSeen() : target.lastSeen(),
                        target.totalAppearances() + source.totalAppearances(),
                        target.attributes()))
                .orElse(target);
    }

    private Optional<Person> counted(Person stored, PersonInChange change) {
        Instant first = null;
        Instant last = null;
        int total = 0;
        Set<String> seen = new HashSet<>();
        for (String rows : Set.of(change.source(), change.target())) {
            try (Stream<AppearanceEntry> entries = store.stream(DataTable.FIRST_OF_PERSON.of(rows), MARKS_MAX)) {
                for (AppearanceEntry each : (Iterable<AppearanceEntry>) entries::iterator) {
                    Instant at = each.timestamp();
                    boolean isTheirs = of(rows, each.videoId(), at)
                            .filter(stored.personId()::equals)
                            .isPresent();
                    if (isTheirs && seen.add(place(each.videoId(), at))) {
                        first = first == null || at.isBefore(first) ? at : first;
                        last = last == null || at.isAfter(last) ? at : last;
                        total++;
                    }
                }
            }
        }
        return first == null || last == null
                ? Optional.empty()
                : Optional.of(new Person(stored.personId(), first, last, total, stored.attributes()));
    }
}
