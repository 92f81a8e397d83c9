package dev.trestle.systems.holdthatthought.letters;

import dev.trestle.platform.api.Alias;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Default;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.schema.Range;
import dev.trestle.systems.holdthatthought.model.Transcription;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the operations on letters are asked for. */
public final class LetterRequests {
    static final int DATE_MAX = 200;
    private static final int CURSOR_MAX = 4000;
    private static final int TEXT_MAX = 500;
    private static final int COUNT_MAX = 1_000_000_000;

    private LetterRequests() {}

    public record ListLetters(
            @About("Letters of this year; 0000: without a date") @Nullable @Matches("[0-9]{4}")
            String year,

            @Nullable @Length(min = 1, max = TEXT_MAX) String author,
            @Nullable @Length(min = 1, max = TEXT_MAX) String tag,

            @About("review: those whose text nobody has compared with the scan yet") @Nullable @OneOf("review")
            String needs,

            @Default("newest") @OneOf({"newest", "oldest"}) String order,

            @Default("50") @Range(min = 1, max = 100) int limit,

            @Alias("lastEvaluatedKey") @About("The nextCursor of the page before") @Nullable @Length(max = CURSOR_MAX)
            String cursor) {}

    public record OfDay(
            @About("MM-DD; today if it is left out") @Nullable @Matches("[0-9]{2}-[0-9]{2}")
            String day) {}

    public record ByDate(@Length(min = 1, max = DATE_MAX) String date) {}

    public record Page(
            @Length(min = 1, max = DATE_MAX) String date,

            @Default("50") @Range(min = 1, max = 100) int limit,

            @Alias("lastEvaluatedKey") @About("The nextCursor of the page before") @Nullable @Length(max = CURSOR_MAX)
            String cursor) {}

    public record Listing(
            @Default("50") @Range(min = 1, max = 100) int limit,

            @Alias("lastEvaluatedKey") @About("The nextCursor of the page before") @Nullable @Length(max = CURSOR_MAX)
            String cursor) {}

    public record Create(Content body) {}

    public record Content(
            @Length(max = DATE_MAX) String date,
            String title,
            @Nullable String author,
            String content,
            @Nullable String description,
            @Nullable String recipient,
            @Nullable String location,
            @Nullable List<String> tags,
            @Nullable Transcription transcription) {
        NewLetter letter() {
            return new NewLetter(date, title, author, content, description, recipient, location, tags, transcription);
        }
    }

    public record Edit(@Length(min = 1, max = DATE_MAX) String date, Changed body) {}

    /** What a property that is not sent was, it stays; null or an empty text clears it. */
    public record Changed(
            @About("A blank title stays as it was") @Nullable
            String title,

            Patch<@Nullable String> author,
            String content,
            Patch<@Nullable String> description,
            Patch<@Nullable String> recipient,
            Patch<@Nullable String> location,
            @Nullable List<String> tags,
            Patch<@Nullable Transcription> transcription,

            @About("Another one moves the letter") @Nullable @Length(max = DATE_MAX)
            String date,

            @About("That of the letter which was edited. If it has another one by now, 409.")
            @Nullable
            @Range(min = 0, max = COUNT_MAX)
            Integer versionCount) {}

    public record ByVersion(@Length(min = 1, max = DATE_MAX) String date, Instant timestamp) {}

    public record Compare(
            @Length(min = 1, max = DATE_MAX) String date,

            @About("A version's number or timestamp, or current") @Length(min = 1, max = 40)
            String from,

            @About("Likewise") @Default("current") @Length(min = 1, max = 40)
            String to) {}

    public record Revert(@Length(min = 1, max = DATE_MAX) String date, Target body) {}

    public record Target(
            @Alias("versionTimestamp") @Nullable Instant timestamp,
            @Nullable @Range(min = 1, max = COUNT_MAX) Integer versionNumber,

            @About("As with an edit") @Nullable @Range(min = 0, max = COUNT_MAX)
            Integer versionCount) {}
}
