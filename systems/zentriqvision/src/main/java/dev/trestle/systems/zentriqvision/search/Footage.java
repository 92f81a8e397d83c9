package dev.trestle.systems.zentriqvision.search;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.systems.zentriqvision.model.Cameras;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.DeletedVideo;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.people.Caller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The videos that appearances are of, as a caller may see them. For one request. */
public final class Footage {
    /** Three keys each, a hundred at a time. */
    private static final int AT_A_TIME = 33;

    private final ItemStore store;
    private final Caller who;
    private final Map<String, Known> known = new HashMap<>();
    private @Nullable Cameras cameras;

    /**
     * What is known of a video.
     *
     * @param video null for one that another program wrote no item of
     * @param startsAt when it begins, if it was processed here
     */
    private record Known(@Nullable Video video, @Nullable Instant startsAt, boolean isDeleted) {}

    /** {@code store} is the caller's organisation. */
    public Footage(ItemStore store, Caller who) {
        this.store = store;
        this.who = who;
    }

    /** Reads what is not known yet, with few requests. */
    public void look(Collection<String> videoIds) {
        Set<String> asked = new LinkedHashSet<>(videoIds);
        asked.removeAll(known.keySet());
        List<String> missing = new ArrayList<>(asked);
        for (int from = 0; from < missing.size(); from += AT_A_TIME) {
            read(missing.subList(from, Math.min(missing.size(), from + AT_A_TIME)));
        }
    }

    private void read(List<String> videoIds) {
        List<Bound<? extends Record>> bounds = new ArrayList<>();
        for (String each : videoIds) {
            bounds.add(DataTable.VIDEO_METADATA.of(each));
            bounds.add(SupportTable.DELETED_VIDEO_BY_ID.of(each));
            bounds.add(SupportTable.FILE_OF_VIDEO.of(each));
        }
        Retrieved read = store.retrieve(bounds);
        for (String each : videoIds) {
            Bound<Video> videoAt = DataTable.VIDEO_METADATA.of(each);
            Bound<DeletedVideo> deletedAt = SupportTable.DELETED_VIDEO_BY_ID.of(each);
            known.put(
                    each,
                    new Known(
                            read.readable(videoAt).map(Stored::record).orElse(null),
                            read.readable(SupportTable.FILE_OF_VIDEO.of(each))
                                    .map(file -> file.record().startsAt())
                                    .orElse(null),
                            read.readable(deletedAt).isPresent()));
        }
    }

    private Known of(String videoId) {
        look(List.of(videoId));
        Known found = known.get(videoId);
        return found == null ? new Known(null, null, false) : found;
    }

    public @Nullable Video video(String videoId) {
        return of(videoId).video();
    }

    /** Whether the caller may see what is of a video. */
    public boolean isVisible(String videoId) {
        Known found = of(videoId);
        Video video = found.video();
        return !found.isDeleted() && (!who.isLimited() || video != null && who.maySee(video.camera()));
    }

    /** Whether a video is of one of some cameras. */
    public boolean isOfOne(Set<String> names, String videoId) {
        Video video = of(videoId).video();
        String camera = video == null ? null : video.camera();
        return camera != null && names.contains(camera);
    }

    /** How many seconds into its video a moment is; null if that is not known. */
    public @Nullable Long offset(String videoId, Instant at) {
        Known found = of(videoId);
        Video video = found.video();
        if (video == null || video.s3Key() == null) {
            return null;
        }
        Instant start = found.startsAt() == null ? startOf(video) : found.startsAt();
        return Math.max(0, Duration.between(start, at).toSeconds());
    }

    private Instant startOf(Video video) {
        String camera = video.camera();
        return video.startedAt().plusSeconds(camera == null ? 0 : cameras().offsetOf(camera));
    }

    private Cameras cameras() {
        Cameras read = cameras;
        if (read == null) {
            read = store.get(SupportTable.CAMERAS_OF_ORGANIZATION.of())
                    .orElseGet(() -> new Cameras(List.of(), Instant.EPOCH));
            cameras = read;
        }
        return read;
    }
}
