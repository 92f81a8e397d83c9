package dev.trestle.systems.holdthatthought.people;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of people whom items know by their ids. */
public final class Names {
    private final ItemStore store;

    public Names(ItemStore store) {
        this.store = store;
    }

    /** Of those who have a profile; with one request for up to a hundred. */
    public Map<String, String> of(Collection<String> userIds) {
        List<Bound<UserProfile>> bounds = userIds.stream()
                .distinct()
                .filter(id -> Ids.problem(id) == null)
                .map(HoldThatThoughtTable.PROFILE_OF_USER::of)
                .toList();
        Map<String, String> names = new HashMap<>();
        if (!bounds.isEmpty()) {
            store.getAll(bounds)
                    .forEach(found -> found.ifPresent(profile -> names.put(profile.userId(), profile.displayName())));
        }
        return names;
    }

    /** A name to show: other programs have stored addresses as names, which are nobody's to see. */
    public static String withoutAddress(String name) {
        int at = name.indexOf('@');
        return at > 0 && name.indexOf(' ') < 0 ? name.substring(0, at) : name;
    }

    public @Nullable String of(String userId) {
        return of(List.of(userId)).get(userId);
    }
}
