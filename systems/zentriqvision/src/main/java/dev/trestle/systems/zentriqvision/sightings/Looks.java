package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import org.jspecify.annotations.Nullable;

/** What a person looks like after a further sighting: a newer one replaces what was known, an older one fills gaps. */
public final class Looks {
    public static final PersonAttributes NONE = new PersonAttributes(null, null, null, null, null);

    private Looks() {}

    /** The person with a sighting. */
    static Person seen(@Nullable Person before, Sighting sighting) {
        if (before == null) {
            return new Person(sighting.personId(), sighting.timestamp(), sighting.timestamp(), 1, sighting.looks());
        }
        boolean isNewer = !sighting.timestamp().isBefore(before.lastSeen());
        return new Person(
                before.personId(),
                sighting.timestamp().isBefore(before.firstSeen()) ? sighting.timestamp() : before.firstSeen(),
                isNewer ? sighting.timestamp() : before.lastSeen(),
                before.totalAppearances() + 1,
                isNewer ? over(sighting.looks(), before.attributes()) : over(before.attributes(), sighting.looks()));
    }

    /** The first, and the second where that does not know. */
    public static PersonAttributes over(PersonAttributes first, PersonAttributes second) {
        return new PersonAttributes(
                either(first.ageBucket(), second.ageBucket()),
                either(first.gender(), second.gender()),
                either(first.hairColor(), second.hairColor()),
                either(first.upperColor(), second.upperColor()),
                either(first.lowerColor(), second.lowerColor()));
    }

    private static @Nullable String either(@Nullable String first, @Nullable String second) {
        return first == null ? second : first;
    }
}
