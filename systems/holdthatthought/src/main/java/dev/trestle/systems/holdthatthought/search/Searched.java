package dev.trestle.systems.holdthatthought.search;

import dev.trestle.model.operation.ItemStore;
import dev.trestle.search.Entry;
import dev.trestle.search.IndexDefinition;
import dev.trestle.systems.holdthatthought.letters.LetterDate;
import dev.trestle.systems.holdthatthought.letters.LetterKeys;
import dev.trestle.systems.holdthatthought.model.Comment;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.LetterListing;
import dev.trestle.systems.holdthatthought.model.LetterReference;
import dev.trestle.systems.holdthatthought.model.MediaItem;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.Names;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** What is in the index: letters with their details, comments, and the gallery. Messages are nobody's to find. */
final class Searched {
    /** Raised with each change of what entries hold. */
    private static final int VERSION = 2;

    /** The label of all that members may read. */
    static final String MEMBER = "member";

    static final String TYPE = "type";
    static final String AUTHOR = "author";
    static final String LETTER = "letter";
    static final String COMMENT = "comment";
    static final String MEDIA = "media";

    private static final String PAGES = "/holdthatthought/";

    private Searched() {}

    static IndexDefinition definition() {
        return IndexDefinition.named("archive", VERSION)
                .text("title", 4)
                .text("author", 3)
                .text("tags", 3)
                .text("people", 2)
                .text("description", 2)
                .text("content", 1)
                .of(HoldThatThoughtTable.LETTER, letter -> id(letter.date()), Searched::letter)
                // The same entry: whichever of the two changes, it is made of both.
                .of(
                        SupportTable.LETTER_DETAILS,
                        details -> id(details.date()),
                        (reads, details) -> reads.get(HoldThatThoughtTable.LETTER_BY_DATE.of(details.date()))
                                .map(letter -> letter(reads, letter))
                                .orElse(null))
                .of(HoldThatThoughtTable.COMMENT, comment -> "comment:" + comment.commentId(), Searched::comment)
                .of(SupportTable.MEDIA_ITEM, item -> "media:" + item.mediaId(), (reads, item) -> medium(item));
    }

    private static String id(String date) {
        return "letter:" + date;
    }

    private static Entry letter(ItemStore reads, Letter letter) {
        LetterDetails details =
                reads.get(SupportTable.DETAILS_OF_LETTER.of(letter.date())).orElse(LetterDetails.none(letter.date()));
        Entry entry = Entry.readableBy(MEMBER)
                .text("title", letter.title())
                .text("author", letter.author())
                .text("tags", details.tags().isEmpty() ? null : String.join("\n", details.tags()))
                .text("people", people(details))
                .text("description", letter.description())
                .text("content", letter.content())
                .filter(TYPE, LETTER)
                .filter(AUTHOR, folded(letter.author()))
                .stored("type", LETTER)
                .stored("id", letter.date())
                .stored("title", letter.title())
                .stored("date", letter.date())
                .stored("author", letter.author())
                .stored("path", PAGES + LetterKeys.itemId(letter.date()));
        Long day = LetterDate.epochDay(letter.date());
        return day == null ? entry : entry.at(day);
    }

    private static @Nullable String people(LetterDetails details) {
        String both = (details.recipient() == null ? "" : details.recipient()) + "\n"
                + (details.location() == null ? "" : details.location());
        return both.isBlank() ? null : both;
    }

    private static @Nullable String folded(@Nullable String author) {
        return author == null ? null : LetterReference.folded(author);
    }

    private static Entry comment(ItemStore reads, Comment comment) {
        String itemId = comment.itemId();
        boolean isOfLetter = itemId.startsWith(LetterKeys.PREFIX);
        String title = isOfLetter
                ? reads.get(SupportTable.LISTED_LETTER.of(itemId.substring(LetterKeys.PREFIX.length())))
                        .map(LetterListing::title)
                        .orElse(null)
                : null;
        String author = Names.withoutAddress(comment.userName());
        return Entry.readableBy(MEMBER)
                .text("content", comment.commentText())
                .text("author", author)
                .filter(TYPE, COMMENT)
                .filter(AUTHOR, folded(author))
                .at(comment.createdAt().atZone(ZoneOffset.UTC).toLocalDate().toEpochDay())
                .stored("type", COMMENT)
                .stored("id", comment.commentId())
                .stored("title", title == null ? comment.itemTitle() : title)
                .stored(
                        "date",
                        comment.createdAt().atZone(ZoneOffset.UTC).toLocalDate().toString())
                .stored("author", author)
                .stored("path", PAGES + itemId + "#comment-" + comment.commentId());
    }

    /** By its caption, and by the words of its file's name. */
    private static Entry medium(MediaItem item) {
        String day = item.createdAt().atZone(ZoneOffset.UTC).toLocalDate().toString();
        String caption = item.caption();
        return Entry.readableBy(MEMBER)
                .text("title", caption)
                .text("content", item.fileName().replaceAll("[._-]+", " "))
                .filter(TYPE, MEDIA)
                .at(item.createdAt().atZone(ZoneOffset.UTC).toLocalDate().toEpochDay())
                .stored("type", MEDIA)
                .stored("id", item.mediaId())
                .stored("title", caption == null ? item.fileName() : caption)
                .stored("date", day)
                .stored("path", PAGES + "media/" + item.mediaId());
    }
}
