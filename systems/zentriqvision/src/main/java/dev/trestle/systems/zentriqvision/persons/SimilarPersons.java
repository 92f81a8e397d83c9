package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.search.PersonView;
import dev.trestle.systems.zentriqvision.search.Persons;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Suggests who may be the same person: somebody in the same or a neighbouring colour, seen within a day, and never in the same second of
 * the same video. It joins nobody by itself.
 */
final class SimilarPersons {
    static final Duration WITHIN = Duration.ofHours(24);

    private static final int LOOKED_MAX = 2_000;
    private static final int RANKED_MAX = 40;
    private static final int SHOWN_MAX = 20;
    private static final int ROWS_MAX = 2_000;

    private static final double SAME = 0.5;
    private static final double NEIGHBOUR = 0.3;
    private static final double LEAST = 0.45;

    /** Colours that lamps and shade make of one another. */
    private static final Map<String, Set<String>> NEIGHBOURS = Map.of(
            "black", Set.of("gray", "brown", "blue"),
            "gray", Set.of("black", "white"),
            "white", Set.of("gray"),
            "red", Set.of("orange", "pink", "brown"),
            "orange", Set.of("red", "yellow", "brown"),
            "brown", Set.of("red", "orange", "black"),
            "yellow", Set.of("orange"),
            "blue", Set.of("purple", "black"),
            "purple", Set.of("blue", "pink"),
            "pink", Set.of("purple", "red"));

    private final ItemStore store;
    private final Persons persons;

    /**
     * Somebody who may be the same.
     *
     * @param likeness of the looks, from 0 to 1
     * @param secondsApart between the times in which the two were seen; 0 if these meet
     */
    record SimilarView(PersonView person, double likeness, long secondsApart) {}

    /** Somebody who looks alike. */
    private record Candidate(Person person, double likeness, long secondsApart) {}

    SimilarPersons(ItemStore store, Persons persons) {
        this.store = store;
        this.persons = persons;
    }

    /** The most alike first; of those, the nearest in time. */
    List<SimilarView> of(Person person) {
        List<Candidate> candidates = new ArrayList<>();
        Instant from = person.firstSeen().minus(WITHIN);
        // Somebody who stayed for long was seen last after that, too.
        Instant to = person.lastSeen().plus(WITHIN).plus(WITHIN);
        for (Person each :
                store.first(SupportTable.PERSONS_SEEN_BETWEEN.of().from(from).to(to), LOOKED_MAX)) {
            long apart = apart(person, each);
            double likeness = likeness(person.attributes(), each.attributes());
            if (!each.personId().equals(person.personId()) && apart <= WITHIN.toSeconds() && likeness >= LEAST) {
                candidates.add(new Candidate(each, likeness, apart));
            }
        }
        candidates.sort(Comparator.comparingDouble(Candidate::likeness)
                .reversed()
                .thenComparingLong(Candidate::secondsApart)
                .thenComparing(each -> each.person().personId()));
        List<SimilarView> views = new ArrayList<>();
        for (Candidate each : candidates.subList(0, Math.min(RANKED_MAX, candidates.size()))) {
            boolean isSomebodyElse = Meetings.find(
                            store, person.personId(), each.person().personId(), ROWS_MAX)
                    .isPresent();
            Optional<PersonView> view = isSomebodyElse ? Optional.empty() : persons.view(each.person());
            view.ifPresent(found -> views.add(new SimilarView(found, each.likeness(), each.secondsApart())));
            if (views.size() == SHOWN_MAX) {
                break;
            }
        }
        return views;
    }

    private static long apart(Person one, Person other) {
        if (other.firstSeen().isAfter(one.lastSeen())) {
            return Duration.between(one.lastSeen(), other.firstSeen()).toSeconds();
        }
        return other.lastSeen().isBefore(one.firstSeen())
                ? Duration.between(other.lastSeen(), one.firstSeen()).toSeconds()
                : 0;
    }

    /** Half of it for each of the two colours; nothing for what speaks against it. */
    static double likeness(PersonAttributes one, PersonAttributes other) {
        boolean isOther = differs(one.gender(), other.gender()) || differs(one.hairColor(), other.hairColor());
        return isOther ? 0 : color(one.upperColor(), other.upperColor()) + color(one.lowerColor(), other.lowerColor());
    }

    private static boolean differs(@Nullable String one, @Nullable String other) {
        return one != null && other != null && !one.equals(other);
    }

    private static double color(@Nullable String one, @Nullable String other) {
        if (one == null || other == null) {
            return 0;
        }
        return one.equals(other)
                ? SAME
                : NEIGHBOURS.getOrDefault(one, Set.of()).contains(other)
                                || NEIGHBOURS.getOrDefault(other, Set.of()).contains(one)
                        ? NEIGHBOUR
                        : 0;
    }
}
