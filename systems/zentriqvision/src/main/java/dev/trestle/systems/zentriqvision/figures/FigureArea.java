package dev.trestle.systems.zentriqvision.figures;

import dev.trestle.model.annotation.LowerCase;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.operation.Given;
import dev.trestle.platform.operation.Operations;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.zentriqvision.area.Area;
import dev.trestle.systems.zentriqvision.area.Parts;
import dev.trestle.systems.zentriqvision.model.SupportTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.model.VideoStatus;
import dev.trestle.systems.zentriqvision.people.Caller;
import dev.trestle.systems.zentriqvision.people.Rights;
import dev.trestle.systems.zentriqvision.search.Footage;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much there is and was seen: what the dashboard shows. */
public final class FigureArea implements Area {
    private static final Duration STANDARD = Duration.ofHours(24);
    private static final Duration HOURS_MAX = Duration.ofDays(31);
    private static final Duration DAYS_MAX = Duration.ofDays(366);
    private static final int VIDEOS_MAX = 20_000;
    private static final int PAGE = 500;

    private final Parts parts;

    public FigureArea(Parts parts) {
        this.parts = parts;
    }

    /** How long a column is. */
    @LowerCase
    public enum BucketName {
        HOUR,
        DAY;

        Statistics.Bucket bucket() {
            return Statistics.Bucket.valueOf(name());
        }
    }

    record AskStatistics(
            @About("24 hours before the end if it is left out") @Nullable
            Instant start,

            @About("Inclusive; now if it is left out") @Nullable
            Instant end,

            @Default("hour") BucketName bucket,

            @About("camera, video, upperColor, lowerColor, gender, ageBucket, emotion or object")
            @Length(max = 20)
            @Nullable
            String by,

            @About("The time zone in which hours and days begin, UTC if it is left out") @Length(max = 60) @Nullable
            String tz) {}

    /**
     * How many videos there are, whatever the span.
     *
     * @param states by status; those that the caller may see
     * @param bytes of their stored objects
     * @param waiting how many of them are uploaded and not analysed yet
     * @param isCut whether there are more than are counted
     */
    public record VideoFigures(Map<VideoStatus, Integer> states, int total, long bytes, int waiting, boolean isCut) {}

    /** Appearances and persons of a span of time, and the videos that there are. */
    public record StatisticsView(
            Instant start,
            Instant end,
            BucketName bucket,
            int appearances,
            int persons,
            List<Statistics.Count> buckets,
            @Nullable List<Statistics.Group> groups,
            @Nullable Instant countedBackTo,
            VideoFigures videos) {}

    @Override
    public void declare(Operations<Caller> operations) {
        operations
                .get("getStatistics", "/stats", AskStatistics.class)
                .about("How many appearances and persons there were by hour or day, and what is known of videos")
                .description(
                        "Of the cameras that the caller may see. A person counts once in each hour or day, and once in the sum. Of a span with more"
                                + " than 100,000 appearances the newest are counted, and countedBackTo says how far.")
                .right(Rights.VIEWER)
                .gives(StatisticsView.class, this::statistics);
    }

    private StatisticsView statistics(Given<Caller, AskStatistics> given) {
        AskStatistics asked = given.asked();
        Instant end = asked.end() == null ? given.at() : asked.end();
        Instant start = asked.start() == null ? end.minus(STANDARD) : asked.start();
        if (start.isAfter(end)) {
            throw ApiException.invalid("end", "must not be before start").withCode("end-before-start");
        }
        Duration most = asked.bucket() == BucketName.HOUR ? HOURS_MAX : DAYS_MAX;
        if (Duration.between(start, end).compareTo(most) > 0) {
            throw ApiException.invalid("start", "must be at most 31 days before end by hour, and 366 days by day")
                    .withCode("stats-span");
        }
        ZoneId zone = zone(asked.tz());
        Statistics.By by = by(asked.by());
        Caller who = given.by();
        // Sums show nobody: they are no look at footage, and stay out of the access log.
        ItemStore store = parts.of(who);
        Statistics.Counted counted =
                new Statistics(store, new Footage(store, who), asked.bucket().bucket(), by, zone).count(start, end);
        return new StatisticsView(
                start,
                end,
                asked.bucket(),
                counted.appearances(),
                counted.persons(),
                counted.buckets(),
                counted.groups(),
                counted.countedBackTo(),
                videos(store, who));
    }

    private static Statistics.@Nullable By by(@Nullable String name) {
        if (name == null) {
            return null;
        }
        return switch (name) {
            case "camera" -> Statistics.By.CAMERA;
            case "video" -> Statistics.By.VIDEO;
            case "upperColor" -> Statistics.By.UPPER_COLOR;
            case "lowerColor" -> Statistics.By.LOWER_COLOR;
            case "gender" -> Statistics.By.GENDER;
            case "ageBucket" -> Statistics.By.AGE_BUCKET;
            case "emotion" -> Statistics.By.EMOTION;
            case "object" -> Statistics.By.OBJECT;
            default ->
                throw ApiException.invalid(
                                "by",
                                "must be camera, video, upperColor, lowerColor, gender, ageBucket, emotion or object")
                        .withCode("stats-by");
        };
    }

    private static ZoneId zone(@Nullable String tz) {
        try {
            return tz == null ? ZoneOffset.UTC : ZoneId.of(tz.strip());
        } catch (DateTimeException e) {
            throw ApiException.invalid("tz", "must be a time zone such as Europe/Vienna")
                    .withCode("time-zone");
        }
    }

    private static VideoFigures videos(ItemStore store, Caller who) {
        Map<VideoStatus, Integer> states = new EnumMap<>(VideoStatus.class);
        int total = 0;
        long bytes = 0;
        int read = 0;
        List<String> place = null;
        boolean more = true;
        while (more && read < VIDEOS_MAX) {
            List<Placed<Video>> page = store.placed(SupportTable.VIDEOS_NEWEST_FIRST.of(), PAGE, place);
            for (Placed<Video> each : page) {
                Video video = each.record();
                if (who.maySee(video.camera())) {
                    states.merge(video.status(), 1, Integer::sum);
                    total++;
                    bytes += video.fileSize() == null ? 0 : video.fileSize();
                }
            }
            read += page.size();
            more = page.size() == PAGE;
            place = page.isEmpty() ? null : page.get(page.size() - 1).place();
        }
        return new VideoFigures(states, total, bytes, states.getOrDefault(VideoStatus.PROCESSING, 0), more);
    }
}
