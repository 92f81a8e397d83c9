package dev.trestle.systems.zentriqvision.persons;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.systems.zentriqvision.analysis.Boxes;
import dev.trestle.systems.zentriqvision.analysis.DerivedObjects;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.PersonFate;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.model.VideoWork.Phase;
import dev.trestle.systems.zentriqvision.videos.VideoKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Removes an erased person from what was derived of a video: their pictures, and whose their boxes are. The bare boxes stay, those that
 * another program told with its sightings too, so that heads in them are blurred in exports.
 */
final class ErasedPictures {
    private static final int PAGE = 500;
    private static final int ROWS_MAX = 100_000;
    private static final long SIGHTING_MS = 1_000;
    private static final String JSON = "application/json";
    private static final Duration ANALYSIS_WAITED = Duration.ofMinutes(10);

    private final Parts parts;
    private final DerivedObjects objects;

    ErasedPictures(Parts parts) {
        this.parts = parts;
        this.objects = new DerivedObjects(parts.bucket());
    }

    /**
     * Removes a person from a video's pictures and boxes.
     *
     * @param persons all ids that the person has had
     * @return whether nothing more can come of an analysis that began its segment before the person was erased
     */
    boolean remove(String orgId, String videoId, String personId, Set<String> persons) {
        ItemStore store = parts.deciding(orgId);
        Set<String> keys = new LinkedHashSet<>();
        Instant startsAt = startsAt(store, orgId, videoId).orElse(Instant.EPOCH);
        List<List<Long>> places = new ArrayList<>();
        try (Stream<AppearanceEntry> seen = store.stream(DataTable.FIRST_OF_PERSON.of(personId), ROWS_MAX)) {
            seen.filter(each -> each.videoId().equals(videoId)).forEach(each -> {
                String key = each.thumbnailKey();
                if (key != null && key.startsWith(VideoKeys.derived(orgId, videoId))) {
                    keys.add(key);
                }
                places.addAll(places(each, startsAt));
            });
        }
        boolean isTracked = false;
        for (String key : keys(VideoKeys.derived(orgId, videoId))) {
            if (persons.stream().anyMatch(id -> VideoKeys.isCropOf(key, id))) {
                keys.add(key);
            } else if (VideoKeys.isBoxes(key)) {
                isTracked |= strip(store, videoId, key, personId, startsAt);
            }
        }
        if (!isTracked && !places.isEmpty()) {
            keep(VideoKeys.erased(orgId, videoId, since(store, personId), personId), places);
        }
        keys.forEach(parts.contents()::delete);
        return !isBeingAnalysed(store, videoId, personId);
    }

    /** A segment that began before the erasure may still store boxes; the next one leaves the person out. */
    private boolean isBeingAnalysed(ItemStore store, String videoId, String personId) {
        Optional<VideoWork> work = store.get(SupportTable.WORK_OF_VIDEO.of(videoId));
        Instant since = since(store, personId);
        return work.filter(each -> each.phase() == Phase.ANALYZING
                        && each.changedAt().isBefore(since)
                        && parts.times().now().isBefore(since.plus(ANALYSIS_WAITED)))
                .isPresent();
    }

    private static Instant since(ItemStore store, String personId) {
        return store.get(SupportTable.FATE_OF_PERSON.of(personId))
                .map(PersonFate::since)
                .orElse(Instant.EPOCH);
    }

    private Optional<Instant> startsAt(ItemStore store, String orgId, String videoId) {
        @Nullable
        Instant known = store.get(SupportTable.FILE_OF_VIDEO.of(videoId))
                .map(VideoFile::startsAt)
                .orElse(null);
        return known != null
                ? Optional.of(known)
                : store.get(DataTable.VIDEO_METADATA.of(videoId))
                        .map((Video video) -> parts.sightings().at(orgId, video, 0));
    }

    private List<String> keys(String prefix) {
        List<String> keys = new ArrayList<>();
        String after = null;
        ListObjectsV2Response page;
        do {
            page = parts.contents().list(prefix, after, PAGE);
            for (S3Object each : page.contents()) {
                keys.add(each.key());
                after = each.key();
            }
        } while (Boolean.TRUE.equals(page.isTruncated()));
        return keys;
    }

    /** Where another program has seen somebody, for the second that its sighting is of. */
    private static List<List<Long>> places(AppearanceEntry seen, Instant startsAt) {
        BoundingBox box = seen.box();
        long atMs = Duration.between(startsAt, seen.timestamp()).toMillis();
        return box == null || atMs < 0
                ? List.of()
                : Stream.of(atMs, atMs + SIGHTING_MS)
                        .map(at -> Boxes.stored(at, box.x(), box.y(), box.width(), box.height()))
                        .toList();
    }

    /** Adds to what is kept already: after a crash the rows of some places are gone. */
    private void keep(String key, List<List<Long>> places) {
        byte[] bytes = parts.contents().bytes(key);
        Set<List<Long>> all = new LinkedHashSet<>(places);
        if (bytes != null) {
            read(bytes).persons().values().forEach(all::addAll);
        }
        objects.put(key, JSON, new Boxes(Map.of(BoxOwners.NOBODY, List.copyOf(all))).bytes());
    }

    /** Returns whether the person was in these boxes. */
    private boolean strip(ItemStore store, String videoId, String key, String personId, Instant startsAt) {
        byte[] bytes = parts.contents().bytes(key);
        if (bytes == null) {
            return false;
        }
        Boxes before = read(bytes);
        // Before the fate was written the ids of tracks still stood for the person: they are asked without it.
        BoxOwners owners = new BoxOwners(store, videoId, startsAt).withErased(personId);
        Map<String, List<List<Long>>> left = new TreeMap<>();
        before.persons()
                .forEach((trackId, boxes) -> boxes.forEach(box -> {
                    boolean isTheirs = owners.owner(trackId, box.get(0) / 1000.0)
                            .filter(personId::equals)
                            .isPresent();
                    left.computeIfAbsent(isTheirs ? BoxOwners.NOBODY : trackId, id -> new ArrayList<>())
                            .add(box);
                }));
        Boxes after = new Boxes(left);
        if (after.equals(before)) {
            return false;
        }
        objects.put(key, JSON, after.bytes());
        return true;
    }

    private static Boxes read(byte[] bytes) {
        try {
            return Boxes.read(bytes);
        } catch (JsonProcessingException e) {
            return new Boxes(Map.of()); // nobody can be found in it
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
