package dev.trestle.systems.zentriqvision.figures;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.ItemStore.Placed;
import dev.trestle.systems.zentriqvision.model.AppearanceAttributes;
import dev.trestle.systems.zentriqvision.model.AppearanceEntry;
import dev.trestle.systems.zentriqvision.model.DataTable;
import dev.trestle.systems.zentriqvision.model.Video;
import dev.trestle.systems.zentriqvision.persons.Identities;
import dev.trestle.systems.zentriqvision.search.Footage;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts appearances and persons of a span of time by reading the rows of its days, newest first, so that the figures are those of the rows. What is of a
 * camera that the caller may not see is not counted. For one request.
 */
final class Statistics {
    static final int ROWS_MAX = 100_000;

    private static final int PAGE = 1_000;

    private final ItemStore store;
    private final Footage footage;
    private final Identities identities;
    private final Bucket bucket;
    private final @Nullable By by;
    private final ZoneId zone;
    private final Tally all = new Tally();
    private final Map<Instant, Tally> buckets = new TreeMap<>();
    private final Map<String, Tally> groups = new HashMap<>();
    private @Nullable Instant countedBackTo;

    /** How long a column of the figures is. */
    enum Bucket {
        HOUR,
        DAY
    }

    /** By what they are told apart. */
    enum By {
        CAMERA,
        VIDEO,
        UPPER_COLOR,
        LOWER_COLOR,
        GENDER,
        AGE_BUCKET,
        EMOTION,
        OBJECT
    }

    /** A sum. */
    private static final class Tally {
        private int appearances;
        private final Set<String> persons = new HashSet<>();

        void add(String personId) {
            appearances++;
            persons.add(personId);
        }
    }

    /** What was seen in an hour or a day. */
    record Count(Instant start, int appearances, int persons) {}

    /** What was seen of one value. */
    record Group(String value, int appearances, int persons) {}

    /**
     * All that was counted.
     *
     * @param countedBackTo how far back rows were read, if there are more in the span than are counted at a time
     */
    record Counted(
            int appearances,
            int persons,
            List<Count> buckets,
            @Nullable List<Group> groups,
            @Nullable Instant countedBackTo) {}

    Statistics(ItemStore store, Footage footage, Bucket bucket, @Nullable By by, ZoneId zone) {
        this.store = store;
        this.footage = footage;
        this.identities = new Identities(store);
        this.bucket = bucket;
        this.by = by;
        this.zone = zone;
    }

    Counted count(Instant start, Instant end) {
        int read = 0;
        List<String> place = null;
        var question = DataTable.SEARCH_BY_TIME.of().from(start).to(end);
        while (true) {
            List<Placed<AppearanceEntry>> page = store.placed(question, PAGE, place);
            footage.look(page.stream().map(each -> each.record().videoId()).toList());
            page.forEach(each -> add(each.record()));
            read += page.size();
            if (page.size() < PAGE) {
                break;
            }
            place = page.get(page.size() - 1).place();
            if (read >= ROWS_MAX) {
                countedBackTo = page.get(page.size() - 1).record().timestamp();
                break;
            }
        }
        return new Counted(all.appearances, all.persons.size(), buckets(), groups(), countedBackTo);
    }

    private void add(AppearanceEntry row) {
        Optional<String> person = identities.of(row.personId(), row.videoId(), row.timestamp());
        if (person.isEmpty() || !footage.isVisible(row.videoId())) {
            return;
        }
        all.add(person.get());
        buckets.computeIfAbsent(start(row.timestamp()), at -> new Tally()).add(person.get());
        values(row)
                .forEach(value ->
                        groups.computeIfAbsent(value, each -> new Tally()).add(person.get()));
    }

    private Instant start(Instant at) {
        ZonedDateTime there = at.atZone(zone);
        if (bucket == Bucket.HOUR) {
            return there.truncatedTo(ChronoUnit.HOURS).toInstant();
        }
        LocalDate day = there.toLocalDate();
        return day.atStartOfDay(zone).toInstant();
    }

    private Stream<String> values(AppearanceEntry row) {
        if (by == null) {
            return Stream.empty();
        }
        AppearanceAttributes seen = row.attributes();
        Video video = footage.video(row.videoId());
        List<String> objects = seen.objects();
        return switch (by) {
            case CAMERA -> Stream.ofNullable(video == null ? null : video.camera());
            case VIDEO -> Stream.of(row.videoId());
            case UPPER_COLOR -> Stream.ofNullable(seen.upperColor());
            case LOWER_COLOR -> Stream.ofNullable(seen.lowerColor());
            case GENDER -> Stream.ofNullable(seen.gender());
            case AGE_BUCKET -> Stream.ofNullable(seen.ageBucket());
            case EMOTION -> Stream.ofNullable(seen.emotion());
            case OBJECT -> objects == null ? Stream.empty() : objects.stream().distinct();
        };
    }

    private List<Count> buckets() {
        List<Count> counts = new ArrayList<>();
        buckets.forEach((at, tally) -> counts.add(new Count(at, tally.appearances, tally.persons.size())));
        return counts;
    }

    private @Nullable List<Group> groups() {
        return by == null
                ? null
                : groups.entrySet().stream()
                        .map(each -> new Group(
                                each.getKey(),
                                each.getValue().appearances,
                                each.getValue().persons.size()))
                        .sorted(Comparator.comparingInt(Group::appearances)
                                .reversed()
                                .thenComparing(Group::value))
                        .toList();
    }
}
