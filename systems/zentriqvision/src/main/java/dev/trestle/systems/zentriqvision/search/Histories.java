package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.PersonChange.State;
import dev.trestle.systems.zentriqvision.model.PersonNote;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.ChangeView;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds to a person the merges and splits that they took part in, for as long as these can be undone. */
final class Histories {
    private static final int SHOWN_MAX = 50;

    private Histories() {}

    /** A member limited to cameras does not learn of them: they may be about what other cameras saw. */
    static PersonView of(Parts parts, Caller who, PersonView view) {
        if (who.isLimited()) {
            return view;
        }
        ItemStore store = parts.deciding(who.orgId());
        String merged = view.mergedInto();
        String personId = merged == null ? view.personId() : merged;
        List<ChangeView> changes = store
                .getAll(store.first(SupportTable.CHANGES_OF_PERSON.of(personId), SHOWN_MAX).stream()
                        .map(each -> SupportTable.CHANGE_BY_ID.of(each.changeId()))
                        .toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(change -> change.state() != State.UNDONE)
                .map(change -> view(store, personId, change))
                .toList();
        return view.withMerges(changes);
    }

    private static ChangeView view(ItemStore store, String personId, PersonChange change) {
        String other = change.source().equals(personId) ? change.target() : change.source();
        PersonNote note = store.get(SupportTable.NOTE_OF_PERSON.of(other)).orElse(null);
        @Nullable String name = note == null ? null : note.name();
        return new ChangeView(
                change.changeId(),
                change.kind(),
                change.state(),
                other,
                name,
                change.by(),
                change.at(),
                change.total(),
                change.state() == State.DONE ? change.expiresAt() : null);
    }
}
