package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.events.RecordChange;
import dev.trestle.platform.operation.Changes;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import java.util.List;
import java.util.Optional;

/** Makes the persons of appearances that other programs wrote without one. A person whom such a program wrote stays as it says. */
final class ForeignSightings {
    private static final int APPEARANCES_MAX = 100_000;

    private final ItemStore store;
    private final Changes changes;

    ForeignSightings(ItemStore store, Changes changes) {
        this.store = store.consistent();
        this.changes = changes;
    }

    void changed(RecordChange<Appearance> change) {
        String orgId = change.tenant();
        Appearance after = change.after();
        if (orgId == null || after == null || !change.isNew()) {
            return;
        }
        ItemStore organization = store.within(orgId);
        Object unused = changes.run(organization, () -> decide(organization, after.personId()));
    }

    private static Decision<Boolean> decide(ItemStore organization, String personId) {
        Decision<Boolean> decision = Decision.of(true);
        if (organization.get(DataTable.PERSON_DETAILS.of(personId)).isPresent()) {
            return decision;
        }
        return person(organization, personId)
                .map(person -> decision.create(DataTable.PERSON, person))
                .orElse(decision);
    }

    private static Optional<Person> person(ItemStore organization, String personId) {
        List<AppearanceEntry> seen = organization.all(DataTable.FIRST_OF_PERSON.of(personId), APPEARANCES_MAX);
        if (seen.isEmpty()) {
            return Optional.empty();
        }
        PersonAttributes looks = Looks.NONE;
        for (AppearanceEntry each : seen) {
            looks = Looks.over(looks(each.attributes()), looks);
        }
        return Optional.of(new Person(
                personId, seen.get(0).timestamp(), seen.get(seen.size() - 1).timestamp(), seen.size(), looks));
    }

    private static PersonAttributes looks(AppearanceAttributes seen) {
        return new PersonAttributes(
                seen.ageBucket(), seen.gender(), seen.hairColor(), seen.upperColor(), seen.lowerColor());
    }
}
