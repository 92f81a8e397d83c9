package dev.trestle.systems.holdthatthought.book;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.trestle.model.annotation.LowerCase;
import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Length;
import dev.trestle.platform.schema.Matches;
import dev.trestle.platform.schema.OneOf;
import dev.trestle.platform.work.WorkView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What requests about books hold, and what they give. */
public final class BookRequests {
    static final int LETTERS_MAX = 500;
    private static final int DATE_MAX = 200;
    private static final int TITLE_MAX = 100;
    private static final int NAME_MAX = 200;

    private BookRequests() {}

    /** The size of a book's pages. */
    @LowerCase
    enum Paper {
        A4,
        A5
    }

    public record Begin(Choice body) {}

    /** Which letters, and how the book looks. Without dates, years or a person, it has all letters. */
    public record Choice(
            @About("These letters") @Nullable @Count(min = 1, max = LETTERS_MAX)
            List<@Length(min = 1, max = DATE_MAX) String> dates,

            @About("Letters of this year and later") @Nullable @Matches("[0-9]{4}")
            String fromYear,

            @About("Letters of this year and earlier") @Nullable @Matches("[0-9]{4}")
            String toYear,

            @About("Letters by or to somebody of this name") @Nullable @Length(min = 1, max = NAME_MAX)
            String person,

            @Nullable @Length(max = TITLE_MAX) String title,

            @About("With the pages of the scans; true if it is left out") @Nullable
            Boolean pictures,

            @Nullable Paper paper,

            @Nullable @OneOf({"en", "zh", "zh-TW"}) String language) {
        boolean hasPictures() {
            return pictures == null || pictures;
        }
    }

    public record ByWork(@Length(min = 1, max = DATE_MAX) String id) {}

    /** A book; {@code downloadUrl} is there once it has ended. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record BookView(
            WorkView work,
            @Nullable String downloadUrl,
            @Nullable String filename) {}
}
