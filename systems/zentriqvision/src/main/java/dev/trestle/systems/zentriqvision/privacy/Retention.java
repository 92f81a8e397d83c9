package dev.trestle.systems.zentriqvision.privacy;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.jobs.Sweep;
import dev.trestle.platform.notices.NewNotice;
import dev.trestle.platform.notices.NoticeKind;
import dev.trestle.platform.notices.Notices;
import dev.trestle.platform.operation.Decision;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.exports.ExportArea;
import dev.trestle.systems.zentriqvision.model.Member;
import dev.trestle.systems.zentriqvision.model.RetentionNotice;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.videos.VideoArea;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Ends what an organisation keeps no longer: videos so many days after they were recorded, exports so many days after they were made. A hold wins.
 * Admins are told a week before, once a day at most.
 */
final class Retention {
    private static final Duration SOON = Duration.ofDays(7);
    private static final Duration TOLD_EVERY = Duration.ofDays(1);
    private static final int CHUNK = 100;
    private static final int MEMBERS_MAX = 1_000;

    private final Parts parts;
    private final VideoArea videos;
    private final ExportArea exports;

    /**
     * What a number of days means for the videos that there are.
     *
     * @param days null if videos stay
     * @param over how many go with the next sweep
     * @param soon how many go within the seven days after that
     * @param held how many would have gone, but for a hold
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Outlook(@Nullable Integer days, int videos, int over, int soon, int held) {}

    Retention(Parts parts, VideoArea videos, ExportArea exports) {
        this.parts = parts;
        this.videos = videos;
        this.exports = exports;
    }

    /** Goes through everything once. Returns how many videos and exports it has ended. */
    long sweep(Sweep.Progress progress, BooleanSupplier stopped) {
        long ended = 0;
        for (String orgId : parts.organizations().all()) {
            if (stopped.getAsBoolean()) {
                return ended;
            }
            ended += exports.removeExpired(orgId);
            Integer days = parts.organizations().settings(orgId).retentionDays();
            if (days != null) {
                ended += sweep(orgId, Duration.ofDays(days), stopped);
            }
        }
        return ended;
    }

    private long sweep(String orgId, Duration kept, BooleanSupplier stopped) {
        Instant now = parts.times().now();
        long ended = 0;
        List<Video> over = new ArrayList<>();
        List<Video> next = new ArrayList<>();
        each(orgId, video -> {
            if (isOver(video, kept, now)) {
                over.add(video);
            } else if (isOver(video, kept, now.plus(SOON))) {
                next.add(video);
            }
        });
        for (Video video : over) {
            if (stopped.getAsBoolean()) {
                return ended;
            }
            ended += videos.retire(orgId, video.videoId(), still -> isOver(still, kept, now)) ? 1 : 0;
        }
        int soon = next.size() - held(orgId, next);
        if (soon > 0) {
            tell(orgId, soon, now);
        }
        return ended;
    }

    /** One that is still being sent is nobody's yet: it goes when it has arrived, or when its time to arrive is over. */
    private static boolean isOver(Video video, Duration kept, Instant now) {
        return video.status() != VideoStatus.UPLOADING
                && !video.startedAt().plus(kept).isAfter(now);
    }

    private void each(String orgId, Consumer<Video> action) {
        ItemStore store = parts.store().within(orgId);
        List<String> place = null;
        List<ItemStore.Placed<Video>> read;
        do {
            read = store.placed(SupportTable.VIDEOS_NEWEST_FIRST.of(), CHUNK, place);
            for (ItemStore.Placed<Video> each : read) {
                action.accept(each.record());
                place = each.place();
            }
        } while (read.size() == CHUNK);
    }

    private int held(String orgId, List<Video> some) {
        int held = 0;
        for (int from = 0; from < some.size(); from += CHUNK) {
            held += (int) parts
                    .deciding(orgId)
                    .getAll(some.subList(from, Math.min(some.size(), from + CHUNK)).stream()
                            .map(video -> SupportTable.HOLD_OF_VIDEO.of(video.videoId()))
                            .toList())
                    .stream()
                    .filter(Optional::isPresent)
                    .count();
        }
        return held;
    }

    /** What {@code days} would mean; null for the days that hold. */
    Outlook outlook(String orgId, @Nullable Integer days) {
        Integer asked = days == null ? parts.organizations().settings(orgId).retentionDays() : days;
        Instant now = parts.times().now();
        List<Video> over = new ArrayList<>();
        List<Video> soon = new ArrayList<>();
        int[] all = {0};
        each(orgId, video -> {
            all[0]++;
            if (asked != null && isOver(video, Duration.ofDays(asked), now)) {
                over.add(video);
            } else if (asked != null && isOver(video, Duration.ofDays(asked), now.plus(SOON))) {
                soon.add(video);
            }
        });
        int held = held(orgId, over);
        return new Outlook(asked, all[0], over.size() - held, soon.size() - held(orgId, soon), held);
    }

    /** Tells the admins how many videos go within a week, unless they were told today. */
    private void tell(String orgId, int count, Instant now) {
        ItemStore store = parts.deciding(orgId);
        Object unused = parts.changes().run(store, () -> {
            Stored<RetentionNotice> last =
                    store.stored(SupportTable.LAST_RETENTION_NOTICE.of()).orElse(null);
            if (last != null && last.record().toldAt().plus(TOLD_EVERY).isAfter(now)) {
                return Decision.of(false);
            }
            RetentionNotice told = new RetentionNotice(now, count);
            Decision<Boolean> decision = Decision.of(true);
            if (last == null) {
                decision.create(SupportTable.RETENTION_NOTICE, told);
            } else {
                decision.replace(SupportTable.RETENTION_NOTICE, last, told);
            }
            NewNotice notice = NewNotice.of(
                            NoticeKind.ALERT, "retention", "ZentriqVision", "/zentriqvision/organization?tab=settings")
                    .with("n", Integer.toString(count));
            for (Member each : store.first(SupportTable.MEMBERS.of(), MEMBERS_MAX)) {
                if (each.isActiveAdmin() && decision.actions() < CHUNK - 1) {
                    parts.environment()
                            .notices()
                            .add(
                                    decision,
                                    new Notices.Address(orgId, List.of(each.userId()), null, each.issuer()),
                                    now,
                                    notice);
                }
            }
            return decision;
        });
    }
}
