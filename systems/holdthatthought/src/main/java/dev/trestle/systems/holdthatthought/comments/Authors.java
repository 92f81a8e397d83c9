package dev.trestle.systems.holdthatthought.comments;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.holdthatthought.area.Links;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.UserProfile;
import dev.trestle.systems.holdthatthought.people.Caller;
import dev.trestle.systems.holdthatthought.people.Names;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The people behind a list, read with one request: what the caller may see of them. */
public final class Authors {
    private final Map<String, UserProfile> profiles;
    private final Caller by;
    private final Links links;

    private Authors(Map<String, UserProfile> profiles, Caller by, Links links) {
        this.profiles = profiles;
        this.by = by;
        this.links = links;
    }

    public static Authors read(ItemStore store, Collection<String> userIds, Caller by, Links links) {
        List<Bound<UserProfile>> bounds = userIds.stream()
                .distinct()
                .filter(id -> !id.isEmpty())
                .map(HoldThatThoughtTable.PROFILE_OF_USER::of)
                .toList();
        Map<String, UserProfile> found = new HashMap<>();
        if (!bounds.isEmpty()) {
            store.getAll(bounds).stream().flatMap(Optional::stream).forEach(each -> found.put(each.userId(), each));
        }
        return new Authors(found, by, links);
    }

    public @Nullable UserProfile profile(String userId) {
        return profiles.get(userId);
    }

    /** Signed; null where the profile is private and not the caller's to see, or gone. */
    public @Nullable String photo(String userId) {
        UserProfile profile = profiles.get(userId);
        if (profile == null || profile.isProfilePrivate() && !by.mayManage(userId)) {
            return null;
        }
        return links.photo(profile.photoUrl());
    }

    /** The name that was stored, never an address: other programs have stored those. */
    public String name(String userId, String stored) {
        UserProfile profile = profiles.get(userId);
        return stored.indexOf('@') < 0 || profile == null ? Names.withoutAddress(stored) : profile.displayName();
    }
}
