package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Persons as a caller may see them. To a member limited to cameras a person is what these cameras have seen: somebody of whom they have seen
 * nothing is not there, and figures count what they have seen, of the latest {@value #LOOKED_MAX} appearances. For one request.
 */
final class Persons {
    private static final int LOOKED_MAX = 500;

    private final ItemStore store;
    private final Caller who;
    private final Footage footage;
    private final Crops crops;

    Persons(ItemStore store, Caller who, Footage footage, Crops crops) {
        this.store = store;
        this.who = who;
        this.footage = footage;
        this.crops = crops;
    }

    Optional<PersonView> find(String personId) {
        return store.get(DataTable.PERSON_DETAILS.of(personId)).flatMap(this::view);
    }

    /** Empty for a person whom the caller may not know of. */
    Optional<PersonView> view(Person person) {
        List<AppearanceEntry> latest =
                store.first(DataTable.TIMELINE_OF_PERSON.of(person.personId()), who.isLimited() ? LOOKED_MAX : 1);
        List<AppearanceEntry> visible = latest;
        if (who.isLimited()) {
            footage.look(latest.stream().map(AppearanceEntry::videoId).toList());
            visible = latest.stream()
                    .filter(each -> footage.isVisible(each.videoId()))
                    .toList();
            if (visible.isEmpty()) {
                return Optional.empty();
            }
        }
        PersonNote note =
                store.get(SupportTable.NOTE_OF_PERSON.of(person.personId())).orElse(null);
        return Optional.of(new PersonView(
                person.personId(),
                who.isLimited() ? visible.get(visible.size() - 1).timestamp() : person.firstSeen(),
                who.isLimited() ? visible.get(0).timestamp() : person.lastSeen(),
                who.isLimited() ? visible.size() : person.totalAppearances(),
                person.attributes(),
                note == null ? null : note.name(),
                note == null ? null : note.note(),
                visible.isEmpty() ? null : crop(visible.get(0))));
    }

    private @Nullable String crop(AppearanceEntry latest) {
        return footage.isVisible(latest.videoId()) ? crops.url(latest.videoId(), latest.thumbnailKey()) : null;
    }

    /** A name or a note, where somebody wrote one. */
    static @Nullable PersonNote noted(
            String personId, @Nullable String name, @Nullable String note, Caller by, Instant at) {
        return name == null && note == null ? null : new PersonNote(personId, name, note, by.userId(), at);
    }
}
