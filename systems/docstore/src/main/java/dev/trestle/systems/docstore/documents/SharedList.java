package dev.trestle.systems.docstore.documents;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.systems.docstore.model.Document;
import dev.trestle.systems.docstore.model.DocumentsTable;
import dev.trestle.systems.docstore.model.Share;
import dev.trestle.systems.docstore.model.SupportTable;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is shared with somebody or with one of their groups, newest change first, each document once.
 *
 * <p>Every name of the caller has a list of its own, in the order of (time, id). A page reads each of them from where the page before
 * ended, and takes the newest. The rows say what may be there; the document itself, read consistently, says whether the caller may still
 * see it.
 */
final class SharedList {
    /** A round leaves out what the caller may not see any more; there are few of these, and only for a moment. */
    private static final int ROUNDS_MAX = 20;

    private static final int READ_MAX = 20_000;

    private static final Comparator<Place> NEWEST_FIRST =
            Comparator.comparing(Place::time).thenComparing(Place::id).reversed();

    private final ItemStore store;

    SharedList(ItemStore store) {
        this.store = store;
    }

    private record Place(Instant time, String id) {
        static Place of(Share share) {
            return new Place(share.lastModified(), share.documentId());
        }

        String cursor() {
            return time + "|" + id;
        }

        static @Nullable Place parse(@Nullable String cursor) {
            if (cursor == null) {
                return null;
            }
            try {
                int bar = cursor.indexOf('|');
                return new Place(Instant.parse(cursor.substring(0, Math.max(0, bar))), cursor.substring(bar + 1));
            } catch (DateTimeParseException e) {
                throw ApiException.invalid("cursor", "is not one of this list. Begin again without it");
            }
        }
    }

    Page<Document> page(Caller caller, @Nullable String role, int limit, @Nullable String cursor) {
        List<Document> found = new ArrayList<>();
        Place after = Place.parse(cursor);
        for (int round = 0; round < ROUNDS_MAX; round++) {
            List<Place> places = read(caller, limit + 1, after);
            List<Place> wanted = places.subList(0, Math.min(places.size(), limit - found.size()));
            found.addAll(visible(caller, role, wanted));
            boolean more = places.size() > wanted.size();
            after = wanted.isEmpty() ? after : wanted.get(wanted.size() - 1);
            if (!more || found.size() == limit) {
                return new Page<>(found, more && after != null ? after.cursor() : null);
            }
        }
        return new Page<>(found, after == null ? null : after.cursor());
    }

    /** The next places of all of the caller's lists, each document once. */
    private List<Place> read(Caller caller, int limit, @Nullable Place after) {
        Map<String, Place> places = new LinkedHashMap<>();
        for (String principal : caller.principals()) {
            for (Place place : read(caller.tenant(), principal, limit, after)) {
                places.putIfAbsent(place.id(), place);
            }
        }
        return places.values().stream().sorted(NEWEST_FIRST).limit(limit).toList();
    }

    private Collection<Place> read(String tenant, String principal, int limit, @Nullable Place after) {
        var bound = SupportTable.SHARED_WITH.of(principal);
        var asked = after == null ? bound : bound.to(after.time());
        // Those of the very time are read again, and left out: a list has few that changed in one millisecond.
        return store.within(tenant).stream(asked, READ_MAX)
                .map(Place::of)
                .filter(place -> after == null || NEWEST_FIRST.compare(place, after) > 0)
                .limit(limit)
                .toList();
    }

    private List<Document> visible(Caller caller, @Nullable String role, List<Place> places) {
        ItemStore tenant = store.within(caller.tenant()).consistent();
        return tenant
                .getAll(places.stream()
                        .map(place -> DocumentsTable.LATEST.of(place.id()))
                        .toList())
                .stream()
                .flatMap(Optional::stream)
                .filter(document -> isShown(caller, role, document))
                .toList();
    }

    /** What the caller owns is in their own list; what a group of theirs owns is here. */
    private static boolean isShown(Caller caller, @Nullable String role, Document document) {
        Rights.Role held = Rights.roleOf(caller, document);
        return held != null
                && !document.owner().equals(caller.subject())
                && (role == null || held.name().toLowerCase(Locale.ROOT).equals(role));
    }
}
