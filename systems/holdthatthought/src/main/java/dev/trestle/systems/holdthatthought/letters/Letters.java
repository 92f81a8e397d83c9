package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Retrieved;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.operation.Places;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.model.DeletedLetter;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterArrival;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterForward;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterStats;
import dev.trestle.systems.holdthatthought.model.LetterVersion;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Names;
import dev.trestle.text.markdown.Html;
import dev.trestle.text.markdown.TooComplexException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Letters one by one, as they are read and shown. */
final class Letters {
    /** Shorter ones are rendered in some milliseconds. */
    private static final int LONG_CONTENT = 50_000;

    private static final int LONG_AT_A_TIME = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final ItemStore store;
    private final LetterFiles files;
    private final Names names;
    private final Places rendering = new Places(
            LONG_AT_A_TIME, PATIENCE, "Too many long letters are rendered at the moment. Try again shortly.");

    Letters(Parts parts, LetterFiles files) {
        this.store = parts.consistent();
        this.files = files;
        this.names = new Names(parts.store());
    }

    /** A letter with its details, as an edit reads it. */
    record Read(Stored<Letter> stored, @Nullable Stored<LetterDetails> storedDetails) {
        Letter letter() {
            return stored.record();
        }

        LetterDetails details() {
            return storedDetails == null ? LetterDetails.none(letter().date()) : storedDetails.record();
        }
    }

    /** Stores a version where there is none of its time. */
    void storeMissing(LetterVersion version) {
        if (store.get(HoldThatThoughtTable.LETTER_VERSION_BY_KEY.of(version.date(), version.timestamp()))
                .isEmpty()) {
            store.put(HoldThatThoughtTable.LETTER_VERSION, version);
        }
    }

    /** What an operation that changes a letter ends with. */
    record Result(Letter letter, LetterDetails details) {}

    /** A letter that is there. One that has moved or was deleted is missing in its own way. */
    Read read(String date) {
        Bound<Letter> letterAt = HoldThatThoughtTable.LETTER_BY_DATE.of(date);
        Bound<LetterDetails> detailsAt = SupportTable.DETAILS_OF_LETTER.of(date);
        Retrieved read = store.retrieve(List.of(letterAt, detailsAt));
        Stored<Letter> letter = read.of(letterAt).orElseThrow(() -> missing(date));
        return new Read(letter, read.of(detailsAt).orElse(null));
    }

    Optional<Letter> find(String date) {
        return store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date));
    }

    /** A letter to be shown: details that cannot be read are left out, and only an edit is refused. */
    LetterView shown(String person, String date) {
        Bound<Letter> letterAt = HoldThatThoughtTable.LETTER_BY_DATE.of(date);
        Bound<LetterDetails> detailsAt = SupportTable.DETAILS_OF_LETTER.of(date);
        Retrieved read = store.retrieve(List.of(letterAt, detailsAt));
        Letter letter = read.of(letterAt).map(Stored::record).orElseThrow(() -> missing(date));
        return view(person, letter, read.readable(detailsAt).map(Stored::record).orElse(LetterDetails.none(date)));
    }

    Letter letter(String date) {
        return store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date)).orElseThrow(() -> missing(date));
    }

    private ApiException missing(String date) {
        Bound<LetterForward> forwardAt = SupportTable.FORWARD_OF_DATE.of(date);
        Bound<DeletedLetter> deletedAt = SupportTable.DELETED_LETTER_BY_DATE.of(date);
        Retrieved read = store.retrieve(List.of(forwardAt, deletedAt));
        Optional<Stored<LetterForward>> forward = read.readable(forwardAt);
        if (forward.isPresent()) {
            String movedTo = forward.get().record().movedTo();
            return new ApiException(Problem.of(Kind.NOT_FOUND, "The letter is of " + movedTo + " now.")
                    .withCode("letter-moved")
                    .withField("movedTo", movedTo));
        }
        return read.readable(deletedAt).isPresent()
                ? ApiException.notFound("The letter was deleted.").withCode("letter-deleted")
                : ApiException.notFound("There is no letter of " + date + ".");
    }

    /** Where what belongs to a letter may still stand; null if it has arrived. */
    @Nullable
    String comingFrom(String date) {
        return store.get(SupportTable.ARRIVAL_AT_DATE.of(date))
                .map(LetterArrival::from)
                .orElse(null);
    }

    LetterView view(String person, Letter letter, LetterDetails details) {
        String date = letter.date();
        Bound<LetterStats> statsAt = SupportTable.STATS_OF_LETTER.of(date);
        Optional<LetterStats> stats =
                store.retrieve(List.of(statsAt)).readable(statsAt).map(Stored::record);
        String pdf = files.pdfOf(date, comingFrom(date));
        if (stats.map(LetterStats::hasPdf).orElse(false) != (pdf != null)) {
            files.refreshStats(date);
        }
        LetterRow row = LetterRow.of(
                LetterListing.of(letter), details, stats.orElse(LetterStats.none(date)), names.of(letter.updatedBy()));
        return LetterView.of(
                row,
                letter.content(),
                html(person, letter.content()),
                pdf,
                neighbour(
                        store.first(
                                SupportTable.LISTED_LETTERS_NEWEST_FIRST.of().to(date), 2),
                        date),
                neighbour(
                        store.first(
                                SupportTable.LISTED_LETTERS_OLDEST_FIRST.of().from(date), 2),
                        date));
    }

    private static LetterView.@Nullable Neighbour neighbour(List<LetterListing> found, String date) {
        return found.stream()
                .filter(each -> !each.date().equals(date))
                .findFirst()
                .map(each -> new LetterView.Neighbour(each.date(), each.title()))
                .orElse(null);
    }

    private @Nullable String html(String person, String content) {
        try {
            if (content.length() < LONG_CONTENT) {
                return Html.of(content);
            }
            try (Places.Place place = rendering.enter(person, 0)) {
                return Html.of(content);
            }
        } catch (TooComplexException e) {
            return null; // it is shown as it was typed
        }
    }
}
