package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.operation.Expect;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides which appearances go next, few enough for a transaction, and what that makes of their persons. For one decision. */
final class Removal {
    private static final int READ_MAX = 40;
    private static final int ACTIONS_MAX = 90;

    /** A person, who moves in a list, and their name and note. */
    private static final int ACTIONS_OF_PERSON = 4;

    /** The appearance, its rows by time and person, those of two colours, age, gender, emotion and mask. */
    private static final int ACTIONS_OF_ONE = 9;

    private final ItemStore store;
    private final String orgId;

    Removal(ItemStore store, String orgId) {
        this.store = store;
        this.orgId = orgId;
    }

    /** Of a video; the result is whether nothing is left. */
    Decision<Boolean> decideVideo(String videoId) {
        List<Stored<Appearance>> found = store.firstStored(DataTable.APPEARANCES_BY_VIDEO.of(videoId), READ_MAX);
        return decide(found, found.size() < READ_MAX);
    }

    /** Of a person; the result is whether nothing is left. */
    Decision<Boolean> decidePerson(String personId) {
        List<Stored<Appearance>> found = new ArrayList<>();
        List<AppearanceEntry> entries = store.first(DataTable.FIRST_OF_PERSON.of(personId), ACTIONS_OF_ONE);
        for (AppearanceEntry each : entries) {
            Moving.find(store, each.videoId(), each.timestamp(), each.personId())
                    .ifPresent(found::add);
        }
        Decision<Boolean> decision = decide(found, entries.size() < ACTIONS_OF_ONE);
        if (found.isEmpty()) {
            // Rows without an appearance, or nothing: the person and what people wrote goes.
            store.stored(DataTable.PERSON_DETAILS.of(personId))
                    .ifPresent(stored -> decision.delete(DataTable.PERSON, stored));
            decision.delete(SupportTable.NOTE_OF_PERSON.of(personId), Expect.ANYTHING);
            for (AppearanceEntry each : entries) {
                decision.delete(
                        DataTable.APPEARANCE_OF_PERSON.of(each.personId(), each.timestamp(), each.videoId()),
                        Expect.ANYTHING);
            }
        }
        return decision;
    }

    private Decision<Boolean> decide(List<Stored<Appearance>> found, boolean isAll) {
        Map<String, List<Appearance>> going = new LinkedHashMap<>();
        List<Stored<Appearance>> taken = new ArrayList<>();
        int actions = 0;
        for (Stored<Appearance> each : found) {
            Appearance appearance = each.record();
            List<String> objects = appearance.attributes().objects();
            int more = ACTIONS_OF_ONE
                    + (objects == null ? 0 : objects.size())
                    + (going.containsKey(appearance.personId()) ? 0 : ACTIONS_OF_PERSON);
            if (actions + more > ACTIONS_MAX && !taken.isEmpty()) {
                break;
            }
            actions += more;
            taken.add(each);
            going.computeIfAbsent(appearance.personId(), id -> new ArrayList<>())
                    .add(appearance);
        }
        Decision<Boolean> decision = Decision.of(isAll && taken.size() == found.size());
        taken.forEach(each -> decision.delete(DataTable.APPEARANCE, each));
        going.forEach((personId, appearances) -> countOut(decision, personId, appearances));
        return decision;
    }

    private void countOut(Decision<?> decision, String personId, List<Appearance> going) {
        Optional<Stored<Person>> found = store.stored(DataTable.PERSON_DETAILS.of(personId));
        if (found.isEmpty()) {
            return;
        }
        int many = going.size() + 1;
        Set<String> places = going.stream()
                .map(each -> place(each.timestamp(), each.videoId()))
                .collect(Collectors.toSet());
        Optional<Instant> first = staying(store.first(DataTable.FIRST_OF_PERSON.of(personId), many), places);
        Optional<Instant> last = staying(store.first(DataTable.TIMELINE_OF_PERSON.of(personId), many), places);
        if (first.isEmpty() || last.isEmpty()) {
            decision.delete(DataTable.PERSON, found.get());
            decision.delete(SupportTable.NOTE_OF_PERSON.of(personId), Expect.ANYTHING);
            forget(decision, personId);
            return;
        }
        Person before = found.get().record();
        Person after = new Person(
                personId,
                first.get(),
                last.get(),
                Math.max(1, before.totalAppearances() - going.size()),
                before.attributes());
        decision.replace(DataTable.PERSON, found.get(), after);
    }

    /** What merges and splits have left of somebody who goes is more than fits in here: a job removes it. */
    private void forget(Decision<?> decision, String personId) {
        if (!store.first(SupportTable.MERGED_INTO_PERSON.of(personId), 1).isEmpty()
                || !store.first(SupportTable.CHANGES_OF_PERSON.of(personId), 1).isEmpty()) {
            decision.job(Sightings.FORGET, personId, new Sightings.Forget(orgId, personId));
        }
    }

    /** When the first of those rows was that do not go. */
    static Optional<Instant> staying(List<AppearanceEntry> entries, Set<String> going) {
        return entries.stream()
                .filter(each -> !going.contains(place(each.timestamp(), each.videoId())))
                .map(AppearanceEntry::timestamp)
                .findFirst();
    }

    static String place(Instant at, String videoId) {
        return at + " " + videoId;
    }
}
