package dev.trestle.systems.zentriqvision.home;

import dev.trestle.platform.home.SystemHome;
import dev.trestle.platform.home.SystemHome.Figure;
import dev.trestle.platform.home.SystemHome.Thing;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.operation.Operations;
import dev.trestle.systems.zentriqvision.alerts.AlertArea;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.MemberRole;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A member's home page: alerts that they have not read, videos that could not be processed, and videos that changed last. It says nothing of who
 * was seen and shows no picture: it is no look at footage, and stays out of the access log.
 */
public final class HomeArea implements Area {
    private static final int VIDEOS_READ = 500;
    private static final int RECENT_MAX = 6;
    private static final int FAILED_MAX = 5;
    private static final int ALERTS_MAX = 15;

    private final Parts parts;
    private final AlertArea alerts;

    public HomeArea(Parts parts, AlertArea alerts) {
        this.parts = parts;
        this.alerts = alerts;
    }

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getHome", "/home")
                .about(
                        "What the caller's home page shows: unread alerts, videos that failed, and videos that changed last")
                .right(Rights.VIEWER)
                .gives(SystemHome.class, given -> of(given.by()));
    }

    private SystemHome of(Caller who) {
        List<Video> read = parts.of(who).first(SupportTable.VIDEOS_NEWEST_FIRST.of(), VIDEOS_READ);
        List<Video> seen =
                read.stream().filter(video -> who.maySee(video.camera())).toList();
        List<Thing> waiting = new ArrayList<>();
        if (who.isAtLeast(MemberRole.OPERATOR)) { // viewers have no alerts, and can process nothing again
            waiting.addAll(alerts.unread(who, ALERTS_MAX));
            seen.stream()
                    .filter(video -> isFailedFor(who, video))
                    .limit(FAILED_MAX)
                    .map(HomeArea::failed)
                    .forEach(waiting::add);
        }
        List<Thing> recent = seen.stream()
                .map(HomeArea::recent)
                .sorted(Comparator.comparing(Thing::at).reversed())
                .limit(RECENT_MAX)
                .toList();
        String number = seen.size() + (read.size() < VIDEOS_READ ? "" : "+");
        return new SystemHome(waiting, recent, new Figure("videos", number, Map.of(), null));
    }

    /** A failed video waits for whoever uploaded it; one of a program, for every operator who may see it. */
    private static boolean isFailedFor(Caller who, Video video) {
        return video.status() == VideoStatus.ERROR
                && (video.userId() == null || video.userId().equals(who.userId()));
    }

    private static Thing failed(Video video) {
        return thing(NoticeKind.ALERT, video, "failed", Map.of());
    }

    private static Thing recent(Video video) {
        return thing(
                null,
                video,
                "video",
                Map.of("status", "zv.status." + video.status().name().toLowerCase(Locale.ROOT)));
    }

    private static Thing thing(@Nullable NoticeKind kind, Video video, String code, Map<String, String> words) {
        String camera = video.camera();
        return new Thing(
                kind,
                video.fileName(),
                code,
                Map.of("camera", camera == null ? "–" : camera),
                words,
                "/zentriqvision/videos/"
                        + URLEncoder.encode(video.videoId(), StandardCharsets.UTF_8)
                                .replace("+", "%20"),
                null,
                changedAt(video));
    }

    private static Instant changedAt(Video video) {
        if (video.processedAt() != null && video.status() != VideoStatus.PROCESSING) {
            return video.processedAt();
        }
        return video.processingStartedAt() == null ? video.uploadedAt() : video.processingStartedAt();
    }
}
