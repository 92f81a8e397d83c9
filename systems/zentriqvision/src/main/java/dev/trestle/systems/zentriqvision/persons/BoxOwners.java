package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.analysis.Boxes.Box;
import dev.trestle.systems.zentriqvision.analysis.TrackIds;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.sightings.Fates;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whose the boxes of a video are. They are stored under the ids that analysis gave to tracks; since then persons may have been merged, split and
 * erased. Of a track that was split, a box is whose the appearance before it is. For one request.
 */
public final class BoxOwners {
    /** Under which the boxes of erased persons stay: exports blur what is in them. */
    static final String NOBODY = "nobody";

    private static final Pattern PICTURE = Pattern.compile(".*/run(\\d{1,9})/crop-(\\d{1,9})\\.jpg");
    private static final int APPEARANCES_MAX = 100_000;
    private static final int CHANGES_MAX = 1_000;
    private static final double MILLIS = 1000.0;

    /** An appearance has whole seconds, so that a box of it may be a little before. */
    private static final double EARLY_SECONDS = 1;

    private final ItemStore store;
    private final Identities identities;
    private final String videoId;
    private final Instant startsAt;
    private final Map<String, Optional<String>> owners = new HashMap<>();
    private final Map<String, Boolean> splits = new HashMap<>();
    private @Nullable Map<String, TreeMap<Double, String>> moments;
    private @Nullable String erased;

    /** {@code store} is the organisation's, {@code startsAt} the time of the video's first frame. */
    public BoxOwners(ItemStore store, String videoId, Instant startsAt) {
        this.store = store.consistent();
        this.identities = new Identities(store);
        this.videoId = videoId;
        this.startsAt = startsAt;
    }

    /** Somebody who is being erased counts as one who is there, for removing their boxes. */
    BoxOwners withErased(String personId) {
        erased = personId;
        return this;
    }

    /** Boxes by who the persons are now; those of erased ones are left out. */
    public List<Box> named(List<Box> boxes) {
        List<Box> named = new ArrayList<>(boxes.size());
        for (Box box : boxes) {
            owner(box.personId(), box.t())
                    .ifPresent(id -> named.add(new Box(id, box.t(), box.x(), box.y(), box.w(), box.h())));
        }
        return named;
    }

    /** Whose a track is at a moment; empty for somebody who was erased. */
    public Optional<String> owner(String trackId, double seconds) {
        if (trackId.equals(NOBODY)) {
            return Optional.empty();
        }
        Optional<String> owner = owners.computeIfAbsent(trackId, this::now);
        if (owner.isEmpty() || !isSplit(owner.get())) {
            return owner.flatMap(id -> current(id, at(seconds)));
        }
        TreeMap<Double, String> seen = moments().get(trackId);
        if (seen == null || seen.isEmpty()) {
            return owner;
        }
        Map.Entry<Double, String> before = seen.floorEntry(seconds + EARLY_SECONDS);
        return Optional.of(before == null ? seen.firstEntry().getValue() : before.getValue());
    }

    private Optional<String> now(String trackId) {
        Fates.Standing found = Fates.follow(store, trackId);
        String reached = found.last() == null ? trackId : found.last().into();
        return found.personId() == null && reached != null && reached.equals(erased)
                ? Optional.of(reached)
                : Optional.ofNullable(found.personId());
    }

    private Optional<String> current(String personId, Instant at) {
        return personId.equals(erased) ? Optional.of(personId) : identities.of(personId, videoId, at);
    }

    private Instant at(double seconds) {
        return startsAt.plusSeconds((long) seconds);
    }

    private boolean isSplit(String personId) {
        return splits.computeIfAbsent(
                personId,
                id -> store.first(SupportTable.CHANGES_OF_PERSON.of(id), CHANGES_MAX).stream()
                        .anyMatch(each -> each.kind() == PersonChange.Kind.SPLIT));
    }

    /** Who was seen when, by the track that the appearance's picture is of. */
    private Map<String, TreeMap<Double, String>> moments() {
        Map<String, TreeMap<Double, String>> known = moments;
        if (known == null) {
            known = new HashMap<>();
            try (Stream<Appearance> seen = store.stream(DataTable.APPEARANCES_BY_VIDEO.of(videoId), APPEARANCES_MAX)) {
                for (Appearance each : (Iterable<Appearance>) seen::iterator) {
                    add(known, each);
                }
            }
            moments = known;
        }
        return known;
    }

    private void add(Map<String, TreeMap<Double, String>> known, Appearance seen) {
        String key = seen.thumbnailKey();
        Matcher matcher = key == null ? null : PICTURE.matcher(key);
        if (matcher == null || !matcher.matches()) {
            return;
        }
        String trackId =
                TrackIds.person(videoId, Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        current(seen.personId(), seen.timestamp())
                .ifPresent(id -> known.computeIfAbsent(trackId, track -> new TreeMap<>())
                        .put(Duration.between(startsAt, seen.timestamp()).toMillis() / MILLIS, id));
    }
}
