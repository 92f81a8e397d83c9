package dev.trestle.systems.zentriqvision.videos;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Item;
import dev.trestle.systems.zentriqvision.access.AccessLog.Look;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.AccessAction;
import dev.trestle.systems.zentriqvision.model.Appearance;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.OrganizationSettings;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.User;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoFile;
import dev.trestle.systems.zentriqvision.model.VideoHold;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.model.VideoWork;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.persons.Identities;
import dev.trestle.systems.zentriqvision.videos.VideoRequests.ListVideos;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads videos, as callers may see them. */
public final class Videos {
    /** A video that the caller may see: of another camera, there is none. */
    public static final Item<Caller, Video> SEEN = Item.<Caller, Video>of("There is no such video.")
            .atLeast(Sight.WATCHER, (who, video) -> who.maySee(video.camera()) ? Sight.WATCHER : null);

    private static final int DETECTIONS_MAX = 500;
    private static final int COUNTED_MAX = 100;
    private static final int READ_MAX = 1_000;
    private static final int CHUNK = 100;

    private final Parts parts;
    private final Links links;

    private enum Sight {
        WATCHER
    }

    Videos(Parts parts) {
        this.parts = parts;
        this.links = new Links(parts.bucket());
    }

    public static Bound<Video> which(String videoId) {
        return DataTable.VIDEO_METADATA.of(videoId);
    }

    /** Newest upload first. A page may be short before the end, if few of the videos that were read are wanted. */
    Page<VideoView> list(Caller who, ListVideos asked) {
        ItemStore store = parts.of(who);
        Bound<Video> bound = bound(asked);
        List<String> name = List.of("videos", String.valueOf(asked.withoutPlace()));
        List<String> after = asked.cursor() == null ? null : store.open(asked.cursor(), name);
        List<Video> found = new ArrayList<>();
        int read = 0;
        boolean more = true;
        while (more && found.size() < asked.limit() && read < READ_MAX) {
            List<Placed<Video>> chunk = store.placed(bound, CHUNK, after);
            more = chunk.size() == CHUNK;
            for (Placed<Video> each : chunk) {
                if (found.size() == asked.limit()) {
                    more = true;
                    break;
                }
                after = each.place();
                read++;
                if (isWanted(who, asked, each.record())) {
                    found.add(each.record());
                }
            }
        }
        String next = more && after != null ? store.seal(after, name) : null;
        List<VideoView> views = views(who.orgId(), store, found);
        if (views.stream().anyMatch(view -> view.thumbnailUrl() != null)) {
            // A picture is a look at footage.
            parts.access().note(who, Look.at(AccessAction.THUMBNAIL).saying("list of " + views.size() + " videos"));
        }
        return new Page<>(views, next);
    }

    private static Bound<Video> bound(ListVideos asked) {
        if (asked.userId() != null) {
            return SupportTable.VIDEOS_OF_USER.of(asked.userId());
        }
        VideoStatus status = asked.status();
        return status == null ? SupportTable.VIDEOS_NEWEST_FIRST.of() : SupportTable.VIDEOS_BY_STATUS.of(status);
    }

    private static boolean isWanted(Caller who, ListVideos asked, Video video) {
        Instant at = video.startedAt();
        String text = asked.text();
        return who.maySee(video.camera())
                && (asked.status() == null || asked.status() == video.status())
                && (asked.camera() == null || asked.camera().equals(video.camera()))
                && (text == null || video.fileName().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT)))
                && (asked.start() == null || !at.isBefore(asked.start()))
                && (asked.end() == null || !at.isAfter(asked.end()));
    }

    private List<VideoView> views(String orgId, ItemStore store, List<Video> videos) {
        List<Optional<VideoWork>> works = store.getAll(videos.stream()
                .map(video -> SupportTable.WORK_OF_VIDEO.of(video.videoId()))
                .toList());
        List<Optional<VideoFile>> files = store.getAll(videos.stream()
                .map(video -> SupportTable.FILE_OF_VIDEO.of(video.videoId()))
                .toList());
        List<Optional<VideoHold>> holds = store.getAll(videos.stream()
                .map(video -> SupportTable.HOLD_OF_VIDEO.of(video.videoId()))
                .toList());
        Map<String, String> names = names(store, videos);
        Integer keptDays = keptDays(store);
        List<VideoView> views = new ArrayList<>();
        for (int i = 0; i < videos.size(); i++) {
            Video video = videos.get(i);
            views.add(view(
                    orgId,
                    video,
                    names.get(String.valueOf(video.userId())),
                    works.get(i).orElse(null),
                    files.get(i).orElse(null),
                    holds.get(i).isPresent(),
                    keptDays,
                    null));
        }
        return views;
    }

    VideoView shortView(String orgId, Video video) {
        return views(orgId, parts.deciding(orgId), List.of(video)).get(0);
    }

    /** With the first detections. */
    VideoView fullView(String orgId, Video video) {
        ItemStore store = parts.deciding(orgId);
        return view(
                orgId,
                video,
                names(store, List.of(video)).get(String.valueOf(video.userId())),
                store.get(SupportTable.WORK_OF_VIDEO.of(video.videoId())).orElse(null),
                file(orgId, video.videoId()).orElse(null),
                store.get(SupportTable.HOLD_OF_VIDEO.of(video.videoId())).isPresent(),
                keptDays(store),
                detectionsOf(orgId, video));
    }

    private static @Nullable Integer keptDays(ItemStore store) {
        return store.get(SupportTable.SETTINGS_OF_ORGANIZATION.of())
                .map(OrganizationSettings::retentionDays)
                .orElse(null);
    }

    private Detections detectionsOf(String orgId, Video video) {
        ItemStore store = parts.deciding(orgId);
        Identities identities = new Identities(store);
        List<Appearance> seen =
                store.first(DataTable.APPEARANCES_BY_VIDEO.of(video.videoId()), DETECTIONS_MAX + 1).stream()
                        .flatMap(each -> identities
                                .of(each.personId(), each.videoId(), each.timestamp())
                                .map(id -> id.equals(each.personId()) ? each : each.of(id))
                                .stream())
                        .toList();
        Instant begins = startsAt(orgId, video, file(orgId, video.videoId()).orElse(null));
        return new Detections(seen, begins);
    }

    /** The first appearances in a video, and when it begins. */
    private record Detections(List<Appearance> seen, Instant begins) {}

    /** What uploaders are called; nothing for one who is gone. */
    private static Map<String, String> names(ItemStore store, List<Video> videos) {
        List<Bound<User>> users = videos.stream()
                .map(Video::userId)
                .filter(Objects::nonNull)
                .distinct()
                .map(DataTable.USER_DETAILS::of)
                .toList();
        return store.getAll(users).stream()
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(
                        User::userId, user -> user.givenName().isBlank() ? user.email() : user.givenName()));
    }

    private VideoView view(
            String orgId,
            Video video,
            @Nullable String uploaderName,
            @Nullable VideoWork work,
            @Nullable VideoFile file,
            boolean held,
            @Nullable Integer keptDays,
            @Nullable Detections found) {
        List<Appearance> seen = found == null ? null : found.seen();
        // Of few appearances all are known, also after persons were merged, split or erased.
        Counts counts = work != null && work.appearances() > 0 && (seen == null || seen.size() > DETECTIONS_MAX)
                ? new Counts(work.persons(), work.appearances())
                : seen == null ? few(orgId, video, work) : Counts.of(seen);
        return new VideoView(
                video.videoId(),
                video.fileName(),
                video.status(),
                video.uploadedAt(),
                video.s3Key(),
                video.duration(),
                video.fileSize(),
                video.userId(),
                uploaderName,
                video.recordedAt(),
                video.camera(),
                video.errorMessage(),
                video.processingStartedAt(),
                video.processedAt(),
                file == null ? null : links.readDerived(orgId, video.videoId(), file.thumbnailKey()),
                counts == null ? null : counts.persons(),
                counts == null ? null : counts.appearances(),
                work != null && video.status() == VideoStatus.PROCESSING ? VideoView.Progress.of(work) : null,
                file == null ? null : file.width(),
                file == null ? null : file.height(),
                file == null ? null : file.frameRate(),
                held ? true : null,
                held || keptDays == null ? null : video.startedAt().plus(Duration.ofDays(keptDays)),
                found == null ? null : detections(orgId, found),
                seen == null || seen.size() <= DETECTIONS_MAX ? null : true);
    }

    /** How many persons were found in a video, and how often they were seen. */
    private record Counts(int persons, int appearances) {
        static Counts of(List<Appearance> seen) {
            return new Counts(
                    (int) seen.stream().map(Appearance::personId).distinct().count(), seen.size());
        }
    }

    /** What another program found in a video, or nobody; null for more than a list counts. */
    private @Nullable Counts few(String orgId, Video video, @Nullable VideoWork work) {
        if (video.status() != VideoStatus.PROCESSED) {
            return work == null ? null : new Counts(0, 0);
        }
        List<Appearance> seen =
                parts.deciding(orgId).first(DataTable.APPEARANCES_BY_VIDEO.of(video.videoId()), COUNTED_MAX + 1);
        return seen.size() > COUNTED_MAX ? null : Counts.of(seen);
    }

    private List<VideoView.Detection> detections(String orgId, Detections found) {
        return found.seen().stream()
                .sorted(Comparator.comparing(Appearance::timestamp).thenComparing(Appearance::personId))
                .limit(DETECTIONS_MAX)
                .map(each -> new VideoView.Detection(
                        each.personId(),
                        each.timestamp(),
                        Math.max(
                                0,
                                Duration.between(found.begins(), each.timestamp())
                                                .toMillis()
                                        / 1000.0),
                        each.confidence(),
                        each.attributes(),
                        each.box(),
                        links.readDerived(orgId, each.videoId(), each.thumbnailKey())))
                .toList();
    }

    Optional<VideoFile> file(String orgId, String videoId) {
        return parts.deciding(orgId).get(SupportTable.FILE_OF_VIDEO.of(videoId));
    }

    /** The time of a video's first frame, as it was when it was processed. */
    Instant startsAt(String orgId, Video video, @Nullable VideoFile file) {
        Instant known = file == null ? null : file.startsAt();
        return known == null ? parts.sightings().at(orgId, video, 0) : known;
    }

    Links links() {
        return links;
    }
}
