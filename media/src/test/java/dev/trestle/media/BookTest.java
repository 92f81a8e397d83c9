package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.book.Book;
import dev.trestle.media.book.Book.Chapter;
import dev.trestle.media.book.Book.Kind;
import dev.trestle.media.book.Book.Paper;
import dev.trestle.media.book.Book.Paragraph;
import dev.trestle.media.book.Book.Picture;
import dev.trestle.media.book.Book.Run;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.book.MadeBook;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Books, set by a real child process and read again from the file. */
class BookTest {
    private static final String SENTENCE =
            "The quince is in flower, and I have counted the blossoms on one branch for you: two hundred and six. ";

    @TempDir
    Path directory;

    private MediaTools media = new MediaTools(Path.of("."), MediaLimits.DEFAULT, "tesseract", List.of("eng"));
    private Workspace space;

    @BeforeEach
    void begin() throws IOException {
        media = new MediaTools(directory, MediaLimits.DEFAULT, "tesseract", List.of("eng"));
        space = media.workspace();
    }

    @AfterEach
    void end() {
        space.close();
    }

    private static Paragraph text(String text) {
        return new Paragraph(Kind.TEXT, 0, "", List.of(new Run(text, false, false)));
    }

    private static Chapter chapter(String title, List<Paragraph> text, List<Picture> pictures) {
        return new Chapter(title, "2 May 1943", List.of("Anna to Karl · Mill Lane"), text, pictures);
    }

    private MadeBook make(List<Chapter> chapters, BookLimits limits) {
        Book book = new Book(
                "Letters of a family",
                List.of("1931 to 1944"),
                "Made on 3 March 2031",
                "Contents",
                "en",
                Paper.A5,
                chapters);
        return media.book(space, book, limits);
    }

    private static List<String> pages(MadeBook book) throws IOException {
        try (PDDocument document = Loader.loadPDF(book.file().toFile())) {
            List<String> texts = new ArrayList<>();
            for (int page = 1; page <= document.getNumberOfPages(); page++) {
                PDFTextStripper stripper = new PDFTextStripper();
                stripper.setSortByPosition(true);
                stripper.setStartPage(page);
                stripper.setEndPage(page);
                texts.add(stripper.getText(document));
            }
            return texts;
        }
    }

    @Test
    void book_ofLongLetters_hasThePagesThatItsContentsName() throws IOException {
        List<Chapter> chapters = IntStream.rangeClosed(1, 60)
                .mapToObj(i -> chapter("Letter number " + i, List.of(text(SENTENCE.repeat(5 + i))), List.of()))
                .toList();

        MadeBook book = make(chapters, BookLimits.DEFAULT);

        List<String> pages = pages(book);
        assertThat(book.pages()).isEqualTo(pages.size());
        assertThat(book.missing()).isEmpty();
        assertThat(pages.get(0)).contains("Letters of a family", "1931 to 1944", "Made on 3 March 2031");
        assertThat(pages.get(2)).contains("Contents");
        for (int i = 1; i <= 60; i++) {
            String title = "Letter number " + i;
            int begins = firstWith(pages, title + "\n") + 1;
            String row = pages.stream()
                    .flatMap(String::lines)
                    .filter(line -> line.contains(title + " ."))
                    .findFirst()
                    .orElseThrow();
            assertThat(row).as(title).endsWith(" " + begins);
        }
        assertThat(String.join("", pages).replaceAll("\\s+", " ")).contains(SENTENCE + SENTENCE);
    }

    /** The page whose first line that is. */
    private static int firstWith(List<String> pages, String beginning) {
        return IntStream.range(0, pages.size())
                .filter(i -> pages.get(i).startsWith(beginning))
                .findFirst()
                .orElseThrow(() -> new AssertionError(beginning));
    }

    @Test
    void book_withChinese_canBeReadAndSearched() throws IOException {
        String chinese = "我們都好，孩子們問起海。他說：「海很大。」";

        MadeBook book = make(List.of(chapter("信", List.of(text(chinese.repeat(40))), List.of())), BookLimits.DEFAULT);

        assertThat(book.missing()).isEmpty();
        assertThat(String.join("", pages(book)).replaceAll("\\s", "")).contains(chinese + chinese);
        assertThat(book.file())
                .as("only what is used is in the file")
                .satisfies(file -> assertThat(Files.size(file)).isLessThan(300_000));
    }

    @Test
    void book_withCharactersOfNoFont_namesThemAndWhereTheyAre() throws IOException {
        MadeBook book = make(
                List.of(
                        chapter("One", List.of(text("A sign \uDB80\uDC00 and שלום")), List.of()),
                        chapter("Two", List.of(text("Nothing of the kind")), List.of())),
                BookLimits.DEFAULT);

        assertThat(book.missing()).contains("\uDB80\uDC00", "ש");
        assertThat(book.missingIn()).isEqualTo(1);
        assertThat(String.join("", pages(book))).contains("A sign □ and");
    }

    @Test
    void book_withPictures_hasAPageForEachThatCanBeRead() throws IOException {
        Path scan = Samples.add(space, Samples.photo(1));
        Path broken = Samples.add(space, new byte[] {1, 2, 3});

        MadeBook book = make(
                List.of(chapter(
                        "One",
                        List.of(text("Words")),
                        List.of(new Picture(scan.toString(), "Page 1"), new Picture(broken.toString(), "Page 2")))),
                BookLimits.DEFAULT);

        assertThat(book.picturesLeftOut()).isEqualTo(1);
        try (PDDocument document = Loader.loadPDF(book.file().toFile())) {
            PDPage last = document.getPage(document.getNumberOfPages() - 1);
            for (COSName name : last.getResources().getXObjectNames()) {
                assertThat(last.getResources().isImageXObject(name)).isTrue();
            }
            assertThat(last.getResources().getXObjectNames()).hasSize(1);
        }
        assertThat(pages(book).get(book.pages() - 1)).contains("Page 1");
    }

    @Test
    void book_ofTooManyPages_isRefusedInWords() {
        List<Chapter> chapters = IntStream.range(0, 20)
                .mapToObj(i -> chapter("Letter " + i, List.of(text("x")), List.of()))
                .toList();

        MediaException refused =
                catchThrowableOfType(MediaException.class, () -> make(chapters, new BookLimits(10, 1 << 20)));

        assertThat(refused.problem()).isEqualTo(Problem.TOO_LARGE);
        assertThat(refused).hasMessageContaining("more than 10 pages");
    }

    @Test
    void book_ofOneEndlessWord_endsWithinThePage() throws IOException {
        MadeBook book = make(
                List.of(chapter("w".repeat(300), List.of(text("abc".repeat(20_000))), List.of())), BookLimits.DEFAULT);

        assertThat(book.pages()).isBetween(10, 60);
    }
}
