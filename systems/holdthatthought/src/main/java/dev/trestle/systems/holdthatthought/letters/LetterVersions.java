package dev.trestle.systems.holdthatthought.letters;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.operation.Places;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.people.Names;
import dev.trestle.text.diff.SideBySideDiff;
import dev.trestle.text.diff.TextDiff;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The former states of a letter. While it moves to another date, they stand under both; each is shown once. */
final class LetterVersions {
    static final String NAME = "versions";

    private static final int VERSIONS_MAX = 100_000;
    private static final int COMPARED_AT_A_TIME = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ItemStore store;
    private final Letters letters;
    private final Names names;
    private final Places places =
            new Places(COMPARED_AT_A_TIME, PATIENCE, "Too much is compared at the moment. Try again shortly.");

    LetterVersions(ItemStore store, Letters letters) {
        this.store = store.consistent();
        this.letters = letters;
        this.names = new Names(store);
    }

    /**
     * A former state.
     *
     * @param timestamp when it was replaced
     * @param versionNumber 1 is the oldest
     * @param content in the answer about one version only
     * @param editedAt when it was written
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record View(
            @Alias("versionTimestamp") Instant timestamp,
            int versionNumber,
            String title,
            @Nullable String author,
            @Nullable String description,
            @Nullable String content,

            @Alias({"lastEditedBy", "editedBy"}) String updatedBy,

            @Nullable String updatedByName,
            Instant editedAt) {}

    /** The newest versions before a time, of both dates while the letter moves. */
    private List<LetterVersion> before(String date, @Nullable Instant time, int max) {
        String from = letters.comingFrom(date);
        if (from == null) {
            return newest(date, time, max);
        }
        // The old date is read first: a version that moves in between is met twice, never missed.
        Map<Instant, LetterVersion> each = new TreeMap<>(Comparator.reverseOrder());
        newest(from, time, max).forEach(version -> each.put(version.timestamp(), version.withDate(date)));
        newest(date, time, max).forEach(version -> each.put(version.timestamp(), version));
        return each.values().stream().limit(max).toList();
    }

    private List<LetterVersion> newest(String date, @Nullable Instant time, int max) {
        if (time == null) {
            return store.first(HoldThatThoughtTable.VERSIONS_OF_LETTER.of(date), max);
        }
        return store.first(HoldThatThoughtTable.VERSIONS_BEFORE.of(date).to(time.minusMillis(1)), max);
    }

    /** The time of the newest version; null if there is none. */
    @Nullable
    Instant newestTime(String date) {
        return before(date, null, 1).stream()
                .map(LetterVersion::timestamp)
                .findFirst()
                .orElse(null);
    }

    /** A page. Its cursor is the last version's number and time. */
    Page<View> list(LetterRequests.Page asked) {
        Letter letter = letters.letter(asked.date());
        Place place = asked.cursor() == null ? null : Place.of(asked.cursor());
        List<LetterVersion> found = before(letter.date(), place == null ? null : place.time(), asked.limit() + 1);
        boolean isLast = found.size() <= asked.limit();
        // The count is what all programs keep. Where all that is left is at hand, it is counted.
        int first = isLast ? found.size() : place == null ? letter.versionCount() : place.number() - 1;
        List<LetterVersion> shown = isLast ? found : found.subList(0, asked.limit());
        Map<String, String> known =
                names.of(shown.stream().map(LetterVersion::updatedBy).toList());
        List<View> views = new ArrayList<>();
        for (int i = 0; i < shown.size(); i++) {
            Instant older = i + 1 < found.size() ? found.get(i + 1).timestamp() : letter.createdAt();
            views.add(view(shown.get(i), first - i, older, known, false));
        }
        String next = isLast
                ? null
                : new Place(
                                first - shown.size() + 1,
                                shown.get(shown.size() - 1).timestamp())
                        .text();
        return new Page<>(views, next).named(NAME);
    }

    /** Behind a version. */
    private record Place(int number, Instant time) {
        static Place of(String text) {
            String[] parts = text.split(" ", 2);
            try {
                return new Place(Integer.parseInt(parts[0]), Instant.parse(parts[1]));
            } catch (NumberFormatException | DateTimeException | ArrayIndexOutOfBoundsException e) {
                throw ApiException.invalid("cursor", "is not one of this list. Begin again without it")
                        .withCode("cursor-unknown");
            }
        }

        String text() {
            return number + " " + time;
        }
    }

    private static View view(
            LetterVersion version, int number, Instant editedAt, Map<String, String> known, boolean isWhole) {
        return new View(
                version.timestamp(),
                number,
                version.title(),
                version.author(),
                version.description(),
                isWhole ? version.content() : null,
                version.updatedBy(),
                known.get(version.updatedBy()),
                editedAt);
    }

    View get(LetterRequests.ByVersion asked) {
        Letter letter = letters.letter(asked.date());
        Numbered found = find(letter, asked.timestamp());
        return view(
                found.version(),
                found.number(),
                found.editedAt(),
                names.of(List.of(found.version().updatedBy())),
                true);
    }

    /** A version with what is derived from those around it. */
    record Numbered(LetterVersion version, int number, Instant editedAt) {}

    private Numbered find(Letter letter, Instant timestamp) {
        return first(letter, each -> each.version().timestamp().equals(timestamp), "of " + timestamp);
    }

    private Numbered find(Letter letter, int number) {
        return first(letter, each -> each.number() == number, Integer.toString(number));
    }

    /** Looks through versions, oldest first, as their numbers count. */
    private Numbered first(Letter letter, Predicate<Numbered> wanted, String name) {
        try (Stream<LetterVersion> all = oldestFirst(letter.date())) {
            int number = 0;
            Instant editedAt = letter.createdAt();
            for (LetterVersion version : (Iterable<LetterVersion>) all::iterator) {
                Numbered each = new Numbered(version, ++number, editedAt);
                if (wanted.test(each)) {
                    return each;
                }
                editedAt = version.timestamp();
            }
        }
        throw ApiException.notFound("There is no version " + name + ".");
    }

    private Stream<LetterVersion> oldestFirst(String date) {
        String from = letters.comingFrom(date);
        if (from == null) {
            return store.stream(HoldThatThoughtTable.VERSIONS_OLDEST_FIRST.of(date), VERSIONS_MAX);
        }
        List<LetterVersion> both = new ArrayList<>(before(date, null, VERSIONS_MAX));
        both.sort(Comparator.comparing(LetterVersion::timestamp));
        return both.stream();
    }

    /** The version that a revert names. */
    LetterVersion target(Letter letter, LetterRequests.Target asked) {
        Instant timestamp = asked.timestamp();
        Integer number = asked.versionNumber();
        if (timestamp == null == (number == null)) {
            throw ApiException.invalid("timestamp", "or versionNumber must be sent")
                    .withCode("version-form");
        }
        return (timestamp == null ? find(letter, Objects.requireNonNull(number)) : find(letter, timestamp)).version();
    }

    /** A text to compare. */
    private record Side(
            int number,
            String title,
            @Nullable String author,
            @Nullable String description,
            String content) {}

    /**
     * What differs between two versions.
     *
     * @param from the number of a version; that of the letter as it is, is one more than the newest version's
     * @param fields what differs beside the content
     */
    public record Diff(
            int from,
            int to,
            long added,
            long removed,
            boolean truncated,
            List<SideBySideDiff.Row> rows,
            List<Field> fields) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Field(
            String field, @Nullable String from, @Nullable String to) {}

    Diff diff(String person, LetterRequests.Compare asked) {
        Letter letter = letters.letter(asked.date());
        Side from = side(letter, "from", asked.from());
        Side to = side(letter, "to", asked.to());
        try (Places.Place place = places.enter(person, 0)) {
            SideBySideDiff diff = TextDiff.of(bytes(from), bytes(to)).sideBySide();
            List<Field> fields = new ArrayList<>();
            add(fields, "title", from.title(), to.title());
            add(fields, "author", from.author(), to.author());
            add(fields, "description", from.description(), to.description());
            return new Diff(
                    from.number(), to.number(), diff.added(), diff.removed(), diff.truncated(), diff.rows(), fields);
        }
    }

    private static byte[] bytes(Side side) {
        return side.content().getBytes(StandardCharsets.UTF_8);
    }

    private static void add(List<Field> fields, String field, @Nullable String from, @Nullable String to) {
        if (!Objects.equals(from, to)) {
            fields.add(new Field(field, from, to));
        }
    }

    private Side side(Letter letter, String field, String name) {
        if (name.equals("current")) {
            return new Side(
                    letter.versionCount() + 1, letter.title(), letter.author(), letter.description(), letter.content());
        }
        Numbered found;
        if (name.matches("[0-9]{1,9}")) {
            found = find(letter, Integer.parseInt(name));
        } else {
            try {
                found = find(letter, Instant.parse(name));
            } catch (DateTimeException e) {
                throw ApiException.invalid(field, "must be a version's number or timestamp, or current")
                        .withCode("version-form");
            }
        }
        LetterVersion version = found.version();
        return new Side(found.number(), version.title(), version.author(), version.description(), version.content());
    }
}
