package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Person;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.persons.Identities;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Persons as a caller may see them. To a member limited to cameras a person is what these cameras have seen: somebody of whom they have seen
 * nothing is not there, and figures count what they have seen, of the latest {@value #LOOKED_MAX} appearances. For one request.
 */
public final class Persons {
    private static final int LOOKED_MAX = 500;

    private final ItemStore store;
    private final Caller who;
    private final Footage footage;
    private final Crops crops;
    private final Identities identities;

    public Persons(Parts parts, Caller who) {
        this.store = parts.of(who);
        this.who = who;
        this.footage = new Footage(store, who);
        this.crops = new Crops(parts.bucket(), who.orgId());
        this.identities = new Identities(store);
    }

    public Identities identities() {
        return identities;
    }

    /** Somebody, or the one whom they were merged into. */
    public Optional<PersonView> find(String personId) {
        return identities
                .canonical(personId)
                .flatMap(now -> store.consistent()
                        .get(DataTable.PERSON_DETAILS.of(now))
                        .flatMap(this::view)
                        .map(view -> now.equals(personId)
                                ? view
                                : view.withPersonId(personId).withMergedInto(now)));
    }

    /** Empty for a person whom the caller may not know of, and for one who is being merged into another or erased. */
    public Optional<PersonView> view(Person stored) {
        Person person = identities.settled(stored).orElse(null);
        if (person == null) {
            return Optional.empty();
        }
        List<AppearanceEntry> latest = latest(person.personId());
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
                visible.isEmpty() ? null : crop(visible.get(0)),
                null,
                null,
                null));
    }

    /** The latest appearances, also those that stand in rows of somebody who is being merged into the person. */
    private List<AppearanceEntry> latest(String personId) {
        int max = who.isLimited() ? LOOKED_MAX : 1;
        Set<String> rows = identities.rowsOf(personId);
        if (rows.size() == 1) {
            return store.first(DataTable.TIMELINE_OF_PERSON.of(personId), max);
        }
        return rows.stream()
                .flatMap(id -> store.first(DataTable.TIMELINE_OF_PERSON.of(id), LOOKED_MAX).stream())
                .filter(each -> identities
                        .of(each.personId(), each.videoId(), each.timestamp())
                        .filter(personId::equals)
                        .isPresent())
                .sorted(Comparator.comparing(AppearanceEntry::timestamp).reversed())
                .limit(max)
                .toList();
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
