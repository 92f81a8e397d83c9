package dev.trestle.systems.holdthatthought.book;

import dev.trestle.media.MediaException;
import dev.trestle.media.MediaTools;
import dev.trestle.media.Workspace;
import dev.trestle.media.book.Book;
import dev.trestle.media.book.Book.Chapter;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.book.MadeBook;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.platform.content.ObjectOutput;
import dev.trestle.platform.work.WorkContext;
import dev.trestle.platform.work.WorkException;
import dev.trestle.platform.work.WorkKind;
import dev.trestle.platform.work.WorkStep;
import dev.trestle.systems.holdthatthought.area.Parts;
import dev.trestle.systems.holdthatthought.book.BookRequests.Choice;
import dev.trestle.systems.holdthatthought.book.BookRequests.Paper;
import dev.trestle.systems.holdthatthought.letters.LetterPages;
import dev.trestle.systems.holdthatthought.model.HoldThatThoughtTable;
import dev.trestle.systems.holdthatthought.model.Letter;
import dev.trestle.systems.holdthatthought.model.LetterDetails;
import dev.trestle.systems.holdthatthought.model.SupportTable;
import dev.trestle.systems.holdthatthought.people.StillMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Books as long work: letters and pictures are gathered, a child process sets them as a PDF file, and that becomes an object. */
public final class Books {
    public static final String KIND = "book";

    private static final String GATHERING = "holdthatthought.bookGathering";
    private static final String SETTING = "holdthatthought.bookSetting";
    private static final int OPEN_OF_ONE_MAX = 3;
    private static final int OPEN_MAX = 6;
    private static final long TEXT_MAX = 20L << 20;

    public final WorkKind<Asked, Boolean> kind = WorkKind.of(KIND, Asked.class, Boolean.class, this::step)
            .undoneBy((work, from) -> undo(work))
            .withOpen(OPEN_OF_ONE_MAX)
            .withOpenTogether(OPEN_MAX, work -> "");

    private final Parts parts;
    private final ItemStore store;
    private final LetterPages pages;
    private final MediaTools media;
    private final String prefix;
    private final ChosenLetters chosen;

    /** {@code prefix} is where the objects lie that are downloaded. */
    public Books(Parts parts, LetterPages pages, MediaTools media, String prefix) {
        this.parts = parts;
        this.store = parts.store();
        this.pages = pages;
        this.media = media;
        this.prefix = prefix;
        this.chosen = new ChosenLetters(store);
    }

    public record Asked(String userId, Choice choice) {}

    /**
     * What was made.
     *
     * @param missing characters that no font of the server can draw
     * @param missingIn how many letters have such characters
     * @param picturesLeftOut pictures that could not be shown
     */
    public record Result(
            String key,
            String fileName,
            int letters,
            int pages,
            long length,
            List<String> missing,
            int missingIn,
            int picturesLeftOut) {}

    private String key(WorkContext<Asked> work) {
        return prefix + work.work().workId() + ".pdf";
    }

    private WorkStep<Boolean> undo(WorkContext<Asked> work) {
        parts.contents().delete(key(work));
        return WorkStep.end(null);
    }

    private WorkStep<Boolean> step(WorkContext<Asked> work, @Nullable Boolean from) throws IOException {
        StillMember.require(parts.consistent(), work.asked().userId());
        Choice choice = work.asked().choice();
        List<String> dates = chosen.dates(choice);
        if (dates.isEmpty()) {
            throw new WorkException("NO_LETTERS", "No letter fits this choice.");
        }
        BookWords words = new BookWords(choice.language() == null ? "en" : choice.language());
        try (Workspace space = media.workspace()) {
            BookPictures pictures = new BookPictures(parts, media, space);
            List<Chapter> chapters = chapters(work, dates, words, pictures);
            work.progress(dates.size(), dates.size(), SETTING);
            Book book = book(choice, dates, chapters, words);
            MadeBook made = media.book(space, book, BookLimits.DEFAULT);
            if (work.isCancelled()) {
                throw new IOException("The book was cancelled.");
            }
            String key = key(work);
            try (ObjectOutput out = new ObjectOutput(parts.bucket(), key, "application/pdf")) {
                Files.copy(made.file(), out);
                out.complete();
            }
            Result result = new Result(
                    key,
                    "letters-" + parts.times().now().toString().substring(0, 10) + ".pdf",
                    chapters.size(),
                    made.pages(),
                    Files.size(made.file()),
                    made.missing(),
                    made.missingIn(),
                    made.picturesLeftOut() + pictures.leftOut());
            return WorkStep.<Boolean>end(result).progress(dates.size(), dates.size(), SETTING);
        } catch (MediaException e) {
            throw new WorkException("BOOK_" + e.problem().name(), String.valueOf(e.getMessage()));
        }
    }

    private List<Chapter> chapters(WorkContext<Asked> work, List<String> dates, BookWords words, BookPictures pictures)
            throws IOException {
        List<Chapter> chapters = new ArrayList<>();
        long text = 0;
        for (String date : dates) {
            Letter letter =
                    store.get(HoldThatThoughtTable.LETTER_BY_DATE.of(date)).orElse(null);
            if (letter == null) {
                continue;
            }
            text += letter.content().length();
            if (text > TEXT_MAX) {
                throw new WorkException("BOOK_TOO_LARGE", "The letters are too long for one book. Choose fewer.");
            }
            chapters.add(chapter(letter, words, work.asked().choice().hasPictures() ? pictures : null));
            work.progress(chapters.size(), dates.size(), GATHERING);
            if (work.isCancelled()) {
                throw new IOException("The book was cancelled.");
            }
        }
        return chapters;
    }

    private Chapter chapter(Letter letter, BookWords words, @Nullable BookPictures pictures) throws IOException {
        LetterDetails details =
                store.get(SupportTable.DETAILS_OF_LETTER.of(letter.date())).orElse(LetterDetails.none(letter.date()));
        List<Book.Picture> shown = new ArrayList<>();
        if (pictures != null) {
            for (Path file : pictures.of(pages.source(letter.date()))) {
                String number = String.valueOf(shown.size() + 1);
                shown.add(new Book.Picture(file.toString(), words.of("page", "title", letter.title(), "n", number)));
            }
        }
        String date = words.date(letter.date());
        return new Chapter(
                letter.title(), date, lines(letter, details, date, words), BookText.of(letter.content()), shown);
    }

    private static List<String> lines(Letter letter, LetterDetails details, String date, BookWords words) {
        List<String> lines = new ArrayList<>();
        String author = letter.author();
        String recipient = details.recipient();
        if (author != null && recipient != null) {
            lines.add(words.of("between", "author", author, "recipient", recipient));
        } else if (author != null) {
            lines.add(author);
        } else if (recipient != null) {
            lines.add(words.of("toOnly", "recipient", recipient));
        }
        String place = details.location();
        lines.add(place == null ? date : place + words.of("separator") + date);
        return lines;
    }

    private Book book(Choice choice, List<String> dates, List<Chapter> chapters, BookWords words) {
        String asked = choice.title();
        String person = choice.person();
        String title = asked != null && !asked.isBlank()
                ? asked.strip()
                : person == null ? words.of("title") : words.of("titleOf", "person", person);
        List<String> lines = new ArrayList<>();
        List<String> years = dates.stream()
                .map(date -> date.substring(0, 4))
                .filter(year -> !year.equals("0000"))
                .toList();
        if (!years.isEmpty()) {
            String first = years.get(0);
            String last = years.get(years.size() - 1);
            lines.add(first.equals(last) ? first : words.of("years", "from", first, "to", last));
        }
        int count = chapters.size();
        lines.add(count == 1 ? words.of("letter") : words.of("letters", "n", String.valueOf(count)));
        String made = words.of(
                "made", "date", words.day(LocalDate.ofInstant(parts.times().now(), ZoneOffset.UTC)));
        return new Book(
                title,
                lines,
                made,
                words.of("contents"),
                choice.language() == null ? "en" : choice.language(),
                choice.paper() == Paper.A4 ? Book.Paper.A4 : Book.Paper.A5,
                chapters);
    }
}
