package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.platform.api.ApiException;
import dev.trestle.systems.zentriqvision.analysis.Boxes;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.BoundingBox;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Where people are in the picture of a video, as its analysis has stored it, and as other programs have said. */
public final class Tracks {
    private static final int APPEARANCES_MAX = 5_000;
    private static final int PAGE = 1000;

    /** What a clip takes in of one video: ten minutes with 200 people in every quarter of a second. */
    private static final int CLIP_MAX = 500_000;

    /** A track is told when it is believed: its first boxes lie so long before the segment that tells them. */
    private static final long LATE_MS = 2_500;

    private static final double MILLIS = 1000.0;

    private final Parts parts;

    public Tracks(Parts parts) {
        this.parts = parts;
    }

    /** By time, from {@code start} to before {@code end}; one more than {@code max} if there are more. */
    List<Boxes.Box> between(String orgId, Video video, double start, double end, int max) {
        List<Boxes.Box> found = stored(orgId, video, start, end, max);
        return found.isEmpty() ? ofAppearances(orgId, video, start, end) : found;
    }

    /**
     * All that tells where people are in a span: the boxes of the analysis, and beside them those of other programs' sightings, which last a
     * second, of people who were erased too. So much before and behind the span that who is there at its ends is told.
     */
    public List<Boxes.Box> around(String orgId, Video video, double start, double end, double margin) {
        double from = Math.max(0, start - margin);
        List<Boxes.Box> found = new ArrayList<>(stored(orgId, video, from, end + margin, CLIP_MAX));
        if (found.size() > CLIP_MAX) {
            throw ApiException.conflict("There are too many people in the span. Take a shorter one.", null);
        }
        Set<String> known = found.stream().map(Boxes.Box::personId).collect(Collectors.toSet());
        for (Boxes.Box each : ofAppearances(orgId, video, from, end + margin)) {
            if (!known.contains(each.personId())) {
                found.add(each);
                found.add(new Boxes.Box(each.personId(), each.t() + 1, each.x(), each.y(), each.w(), each.h()));
            }
        }
        for (String key : keys(VideoKeys.erased(orgId, video.videoId()))) {
            found.addAll(read(key, (long) (from * MILLIS), (long) ((end + margin) * MILLIS)));
        }
        return found;
    }

    /** Refuses a span in which somebody was found of whom it is not known where they are: they could not be blurred. */
    public void requireAllLocated(String orgId, Video video, double start, double end) {
        Set<String> located = around(orgId, video, start, end, 1).stream()
                .map(Boxes.Box::personId)
                .collect(Collectors.toSet());
        Instant begins = begins(orgId, video);
        boolean isLacking =
                parts
                        .deciding(orgId)
                        .first(DataTable.APPEARANCES_BY_VIDEO.of(video.videoId()), APPEARANCES_MAX)
                        .stream()
                        .filter(each -> {
                            double at = seconds(begins, each.timestamp());
                            return at >= start - 1 && at <= end;
                        })
                        .anyMatch(each -> each.box() == null && !located.contains(each.personId()));
        if (isLacking) {
            throw ApiException.conflict(
                            "Somebody was found in this span of whom nobody knows where in the picture they are, so they"
                                    + " cannot be blurred. Choose blur none, with a reason, if that is meant.",
                            null)
                    .withCode("export-unlocated");
        }
    }

    /** The time of a video's first frame. */
    public Instant begins(String orgId, Video video) {
        return parts.deciding(orgId)
                .get(SupportTable.FILE_OF_VIDEO.of(video.videoId()))
                .map(VideoFile::startsAt)
                .orElseGet(() -> parts.sightings().at(orgId, video, 0));
    }

    private List<Boxes.Box> stored(String orgId, Video video, double start, double end, int max) {
        VideoWork work = parts.deciding(orgId)
                .get(SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                .orElse(null);
        return work == null
                ? List.of()
                : stored(orgId, video.videoId(), work.run(), (long) (start * MILLIS), (long) (end * MILLIS), max);
    }

    private List<Boxes.Box> stored(String orgId, String videoId, int run, long fromMs, long toMs, int max) {
        List<Boxes.Box> found = new ArrayList<>();
        String first = VideoKeys.boxes(orgId, videoId, run, 0);
        String prefix = first.substring(0, first.lastIndexOf('-') + 1);
        List<String> keys = keys(prefix);
        for (int i = 0; i < keys.size() && found.size() <= max; i++) {
            long next = i + 1 < keys.size() ? startOf(keys.get(i + 1)) : Long.MAX_VALUE;
            if (next <= fromMs || startOf(keys.get(i)) - LATE_MS >= toMs) {
                continue;
            }
            found.addAll(read(keys.get(i), fromMs, toMs));
        }
        found.sort(Comparator.comparingDouble(Boxes.Box::t).thenComparing(Boxes.Box::personId));
        return found;
    }

    private List<Boxes.Box> read(String key, long fromMs, long toMs) {
        byte[] bytes = parts.contents().bytes(key);
        try {
            return bytes == null ? List.of() : Boxes.read(bytes).between(fromMs, toMs);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    private static long startOf(String key) {
        return Long.parseLong(key.substring(key.lastIndexOf('-') + 1, key.lastIndexOf('.')));
    }

    private static double seconds(Instant begins, Instant at) {
        return Duration.between(begins, at).toMillis() / MILLIS;
    }

    /** What other programs have said: a box for each appearance that has one. */
    private List<Boxes.Box> ofAppearances(String orgId, Video video, double start, double end) {
        Instant begins = begins(orgId, video);
        List<Boxes.Box> found = new ArrayList<>();
        List<Appearance> seen =
                parts.deciding(orgId).first(DataTable.APPEARANCES_BY_VIDEO.of(video.videoId()), APPEARANCES_MAX);
        for (Appearance each : seen) {
            BoundingBox box = each.box();
            double at = seconds(begins, each.timestamp());
            if (box != null && at >= start && at < end) {
                found.add(new Boxes.Box(each.personId(), at, box.x(), box.y(), box.width(), box.height()));
            }
        }
        found.sort(Comparator.comparingDouble(Boxes.Box::t).thenComparing(Boxes.Box::personId));
        return found;
    }
}
