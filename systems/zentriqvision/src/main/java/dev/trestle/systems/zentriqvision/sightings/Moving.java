package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.MovedAppearance;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.PersonInChange.Action;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.sightings.Sightings.Looking;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Decides which appearances of one person become another's next, few enough for a transaction. The appearance, its search rows, what marks it
 * as moved, and the figures of both persons change together, so that these equal the appearances after each step. An appearance keeps the kind of key
 * that it has, and what was seen in it. For one decision.
 */
final class Moving {
    private static final int READ_MAX = 12;

    /** Of a transaction's hundred actions, with room for both persons, who move in a list, and for what else is decided with the first step. */
    private static final int ACTIONS_MAX = 62;

    /** The appearance under a new key, its rows by time and person, its mark: each goes from one key to another. */
    private static final int ACTIONS_OF_ONE = 8;

    private final ItemStore store;
    private final PersonChange change;
    private final Action action;
    private final String source;
    private final String target;

    /** What can move next. */
    private record Next(List<AppearanceEntry> rows, List<MovedAppearance> marks) {
        boolean isEmpty() {
            return rows.isEmpty() && marks.isEmpty();
        }
    }

    Moving(ItemStore store, PersonChange change, Action action) {
        this.store = store;
        this.change = change;
        this.action = action;
        boolean isBack = action == Action.UNDO;
        this.source = isBack ? change.target() : change.source();
        this.target = isBack ? change.source() : change.target();
    }

    /** A step; the result is whether nothing was left to move. */
    Decision<Boolean> decide(Looking looking) {
        Next next = next();
        Decision<Boolean> decision = Decision.of(next.isEmpty());
        List<Stored<Appearance>> taken = new ArrayList<>();
        int actions = 0;
        for (MovedAppearance mark : next.marks()) {
            Optional<Stored<Appearance>> found = find(store, mark.videoId(), mark.timestamp(), source);
            int more = found.map(each -> actionsOf(each.record())).orElse(1);
            if (actions + more > ACTIONS_MAX && actions > 0) {
                break;
            }
            actions += more;
            found.ifPresent(taken::add);
            unmark(decision, mark);
        }
        for (AppearanceEntry row : next.rows()) {
            Optional<Stored<Appearance>> found = find(store, row.videoId(), row.timestamp(), source);
            int more = found.map(each -> actionsOf(each.record())).orElse(1);
            if (actions + more > ACTIONS_MAX && actions > 0) {
                break;
            }
            actions += more;
            found.ifPresentOrElse(
                    taken::add,
                    () -> decision.delete(
                            DataTable.APPEARANCE_OF_PERSON.of(row.personId(), row.timestamp(), row.videoId()),
                            Expect.ANYTHING));
        }
        move(decision, taken, looking);
        return decision;
    }

    private Next next() {
        return switch (action) {
            case MERGE -> new Next(store.first(DataTable.FIRST_OF_PERSON.of(source), READ_MAX), List.of());
            case SPLIT ->
                new Next(List.of(), store.first(SupportTable.APPEARANCES_TO_MOVE.of(change.changeId()), READ_MAX));
            case UNDO ->
                new Next(List.of(), store.first(SupportTable.MOVED_APPEARANCES.of(change.changeId()), READ_MAX));
            case ERASE -> throw new IllegalStateException("An erasure moves nothing.");
        };
    }

    private static int actionsOf(Appearance appearance) {
        AppearanceAttributes seen = appearance.attributes();
        List<String> objects = seen.objects();
        int values = (int) Stream.of(
                                seen.upperColor(),
                                seen.lowerColor(),
                                seen.emotion(),
                                seen.ageBucket(),
                                seen.gender(),
                                seen.mask(),
                                appearance.indexedValue())
                        .filter(Objects::nonNull)
                        .count()
                + (objects == null ? 0 : Math.min(objects.size(), Sighting.OBJECTS_MAX));
        return ACTIONS_OF_ONE + 2 * values;
    }

    private void unmark(Decision<?> decision, MovedAppearance mark) {
        decision.delete(
                action == Action.SPLIT ? SupportTable.APPEARANCE_TO_MOVE : SupportTable.MOVED_APPEARANCE,
                mark,
                Expect.ANYTHING);
    }

    /** The appearance of a person in a second of a video: under the documented key, or under that of a further person. */
    static Optional<Stored<Appearance>> find(ItemStore store, String videoId, Instant at, String personId) {
        Bound<Appearance> first = DataTable.APPEARANCE_BY_KEY.of(videoId, at);
        Bound<Appearance> further = DataTable.FURTHER_APPEARANCE_BY_KEY.of(videoId, at, personId);
        return store.stored(first)
                .filter(stored -> stored.record().personId().equals(personId))
                .or(() -> store.stored(further));
    }

    private void move(Decision<?> decision, List<Stored<Appearance>> taken, Looking looking) {
        List<Appearance> arriving = new ArrayList<>();
        for (Stored<Appearance> each : taken) {
            Appearance before = each.record();
            boolean isThere =
                    find(store, before.videoId(), before.timestamp(), target).isPresent();
            if (isThere) {
                decision.delete(DataTable.APPEARANCE, each); // a person in one second of one video is one appearance
                continue;
            }
            Appearance after = before.of(target);
            if (before.alongside() == null) {
                decision.replace(DataTable.APPEARANCE, each, after);
            } else {
                decision.move(DataTable.APPEARANCE, each, after, null);
            }
            arriving.add(after);
            if (action != Action.UNDO) {
                decision.put(
                        SupportTable.MOVED_APPEARANCE,
                        new MovedAppearance(
                                change.changeId(), before.timestamp(), before.videoId(), change.expiresAt()));
            }
        }
        leave(decision, taken, looking.source());
        arrive(decision, arriving, looking.target());
    }

    private void leave(Decision<?> decision, List<Stored<Appearance>> going, @Nullable PersonAttributes looks) {
        Stored<Person> stored =
                store.stored(DataTable.PERSON_DETAILS.of(source)).orElse(null);
        if (stored == null) {
            return;
        }
        Set<String> places = new HashSet<>();
        going.forEach(each -> places.add(
                Removal.place(each.record().timestamp(), each.record().videoId())));
        int many = going.size() + 1;
        Optional<Instant> first = Removal.staying(store.first(DataTable.FIRST_OF_PERSON.of(source), many), places);
        Optional<Instant> last = Removal.staying(store.first(DataTable.TIMELINE_OF_PERSON.of(source), many), places);
        Person before = stored.record();
        if (first.isEmpty() || last.isEmpty()) {
            decision.delete(DataTable.PERSON, stored); // a name and a note stay, for who undoes it
            return;
        }
        if (going.isEmpty() && looks == null) {
            return;
        }
        decision.replace(
                DataTable.PERSON,
                stored,
                new Person(
                        source,
                        first.get(),
                        last.get(),
                        Math.max(1, before.totalAppearances() - going.size()),
                        looks == null ? before.attributes() : looks));
    }

    private void arrive(Decision<?> decision, List<Appearance> arriving, @Nullable PersonAttributes looks) {
        Stored<Person> stored =
                store.stored(DataTable.PERSON_DETAILS.of(target)).orElse(null);
        Person person = stored == null ? null : stored.record();
        for (Appearance each : arriving) {
            Instant at = each.timestamp();
            person = person == null
                    ? new Person(target, at, at, 1, looks == null ? Looks.NONE : looks)
                    : new Person(
                            target,
                            at.isBefore(person.firstSeen()) ? at : person.firstSeen(),
                            at.isAfter(person.lastSeen()) ? at : person.lastSeen(),
                            person.totalAppearances() + 1,
                            person.attributes());
        }
        if (person == null) {
            return;
        }
        if (looks != null) {
            person = new Person(target, person.firstSeen(), person.lastSeen(), person.totalAppearances(), looks);
        }
        if (stored == null) {
            decision.create(DataTable.PERSON, person);
        } else if (!person.equals(stored.record())) {
            decision.replace(DataTable.PERSON, stored, person);
        }
    }
}
