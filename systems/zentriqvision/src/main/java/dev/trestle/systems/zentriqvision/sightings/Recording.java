package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.Bound;
import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.MovedAppearance;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonFate;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.sightings.Sightings.Outcome;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides what sightings of one video, few enough for a transaction, change. For one decision. */
final class Recording {
    private final ItemStore store;
    private final String videoId;
    private final Map<String, Person> persons = new LinkedHashMap<>();

    /** Who has a second of the video: by second, then by person. */
    private final Map<Instant, Set<String>> taken = new HashMap<>();

    /** Who people are now, of those whom people have merged or erased. */
    private final Map<String, Fates.Standing> standings = new HashMap<>();

    Recording(ItemStore store, String videoId) {
        this.store = store;
        this.videoId = videoId;
    }

    Decision<List<Outcome>> decide(List<Sighting> asked) {
        Bound<Video> videoAt = DataTable.VIDEO_METADATA.of(videoId);
        Retrieved read = store.retrieve(bounds(asked));
        if (read.of(videoAt).isEmpty()) {
            throw new VideoGoneException(videoId);
        }
        List<Sighting> sightings = asked;
        if (follow(asked, read)) {
            if (asked.size() > 1) {
                throw new MergedPersonException();
            }
            sightings = asked.stream().map(this::standing).toList();
            read = store.retrieve(bounds(sightings));
        }
        List<Outcome> outcomes = new ArrayList<>(sightings.size());
        Decision<List<Outcome>> decision = Decision.of(outcomes);
        Map<String, Stored<Person>> before = new HashMap<>();
        for (int i = 0; i < sightings.size(); i++) {
            Sighting each = sightings.get(i);
            Fates.Standing found = standings.get(asked.get(i).personId());
            if (found != null && found.personId() == null) {
                outcomes.add(Outcome.REPEATED);
                continue;
            }
            Outcome outcome = add(decision, each, read, before);
            outcomes.add(outcome);
            if (found != null && found.last() != null && outcome == Outcome.RECORDED) {
                mark(decision, found.last(), each);
            }
        }
        if (persons.isEmpty()) {
            return decision;
        }
        for (Person person : persons.values()) {
            Stored<Person> stored = before.get(person.personId());
            if (stored == null) {
                // One who is there changes with every merge; of a new one, nothing else says that nobody was merged
                // meanwhile.
                decision.create(DataTable.PERSON, person)
                        .check(SupportTable.FATE_OF_PERSON.of(person.personId()), Expect.ABSENT);
            } else {
                decision.replace(DataTable.PERSON, stored, person);
            }
        }
        return decision.check(videoAt, Expect.PRESENT);
    }

    /** Finds out who the persons are now that people have merged or erased; returns whether that is anybody else for one of them. */
    private boolean follow(List<Sighting> sightings, Retrieved read) {
        for (Sighting each : sightings) {
            String personId = each.personId();
            read.of(SupportTable.FATE_OF_PERSON.of(personId))
                    .map(Stored::record)
                    .ifPresent(fate -> standings.computeIfAbsent(personId, id -> Fates.follow(store, id, fate)));
        }
        return !standings.isEmpty();
    }

    private Sighting standing(Sighting sighting) {
        Fates.Standing found = standings.get(sighting.personId());
        String personId = found == null ? null : found.personId();
        return personId == null ? sighting : sighting.of(personId);
    }

    /** Undoing the merge moves what was recorded by it since, too. */
    private void mark(Decision<?> decision, PersonFate merge, Sighting sighting) {
        String changeId = merge.changeId();
        Instant until = merge.undoUntil();
        if (changeId != null && until != null) {
            decision.put(
                    SupportTable.MOVED_APPEARANCE, new MovedAppearance(changeId, sighting.timestamp(), videoId, until));
        }
    }

    private List<Bound<? extends Record>> bounds(List<Sighting> sightings) {
        Set<Bound<? extends Record>> bounds = new LinkedHashSet<>();
        bounds.add(DataTable.VIDEO_METADATA.of(videoId));
        for (Sighting each : sightings) {
            bounds.add(DataTable.PERSON_DETAILS.of(each.personId()));
            bounds.add(SupportTable.FATE_OF_PERSON.of(each.personId()));
            bounds.add(first(each));
            bounds.add(further(each));
        }
        return List.copyOf(bounds);
    }

    private Bound<Appearance> first(Sighting sighting) {
        return DataTable.APPEARANCE_BY_KEY.of(videoId, sighting.timestamp());
    }

    private Bound<Appearance> further(Sighting sighting) {
        return DataTable.FURTHER_APPEARANCE_BY_KEY.of(videoId, sighting.timestamp(), sighting.personId());
    }

    private Outcome add(Decision<?> decision, Sighting sighting, Retrieved read, Map<String, Stored<Person>> before) {
        Set<String> there = taken.computeIfAbsent(sighting.timestamp(), second -> new HashSet<>(first(read, sighting)));
        String personId = sighting.personId();
        if (there.contains(personId) || read.of(further(sighting)).isPresent()) {
            return Outcome.REPEATED;
        }
        read.of(DataTable.PERSON_DETAILS.of(personId)).ifPresent(stored -> before.put(personId, stored));
        Stored<Person> stored = before.get(personId);
        Person known = persons.getOrDefault(personId, stored == null ? null : stored.record());
        Person person = Looks.seen(known, sighting);
        persons.put(personId, person);
        Appearance appearance = appearance(sighting, person);
        decision.create(DataTable.APPEARANCE, there.isEmpty() ? appearance : appearance.further());
        there.add(personId);
        return Outcome.RECORDED;
    }

    /** Who has the documented key of a second; an item that cannot be read is somebody, too. */
    private Set<String> first(Retrieved read, Sighting sighting) {
        try {
            return read.of(first(sighting))
                    .map(stored -> Set.of(stored.record().personId()))
                    .orElse(Set.of());
        } catch (UnreadableItemException e) {
            return Set.of("");
        }
    }

    /** What was seen now is known best; what was not seen now is as the person is known. */
    private Appearance appearance(Sighting sighting, Person person) {
        Person looking = new Person(
                person.personId(),
                person.firstSeen(),
                person.lastSeen(),
                person.totalAppearances(),
                Looks.over(sighting.looks(), person.attributes()));
        return Appearance.of(
                        looking,
                        videoId,
                        sighting.timestamp(),
                        sighting.confidence(),
                        AppearanceAttributes.seen(sighting.emotion(), sighting.mask(), sighting.objects()))
                .pictured(sighting.box(), sighting.thumbnailKey());
    }
}
