package dev.trestle.systems.zentriqvision.sightings;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.model.PersonFate;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Follows what became of persons: whom they were merged into, and whether they were erased. */
public final class Fates {
    /** How many merges may lie behind one another; {@code PersonFate.height} keeps to it. */
    public static final int HEIGHT_MAX = 30;

    private Fates() {}

    /**
     * Who somebody is now.
     *
     * @param personId null for one who was erased
     * @param last the last merge on the way; null if there was none
     */
    public record Standing(
            @Nullable String personId, @Nullable PersonFate last) {}

    /** Follows merges from a person on. {@code store} is the organisation's. */
    public static Standing follow(ItemStore store, String personId) {
        return follow(
                store,
                personId,
                store.get(SupportTable.FATE_OF_PERSON.of(personId)).orElse(null));
    }

    static Standing follow(ItemStore store, String personId, @Nullable PersonFate first) {
        String at = personId;
        PersonFate last = null;
        PersonFate fate = first;
        for (int hops = 0; fate != null && hops <= HEIGHT_MAX; hops++) {
            String into = fate.into();
            if (into == null) {
                return new Standing(null, last);
            }
            last = fate;
            at = into;
            Optional<PersonFate> next = store.get(SupportTable.FATE_OF_PERSON.of(at));
            fate = next.orElse(null);
        }
        return new Standing(at, last);
    }
}
