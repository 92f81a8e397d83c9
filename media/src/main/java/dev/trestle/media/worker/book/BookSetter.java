package dev.trestle.media.worker.book;

import dev.trestle.media.book.Book;
import dev.trestle.media.book.Book.Chapter;
import dev.trestle.media.book.Book.Kind;
import dev.trestle.media.book.Book.Paragraph;
import dev.trestle.media.book.Book.Run;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.worker.RefusedFileException;
import dev.trestle.media.worker.book.Contents.ContentsPages;
import dev.trestle.media.worker.book.Typesetter.Line;
import dev.trestle.media.worker.book.Typesetter.Style;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageFitDestination;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;

/** Sets a book: title page, contents, and the chapters with their pictures. */
public final class BookSetter {
    private static final int KEPT_TOGETHER = 2;
    private static final float TITLE = 1.7f;
    private static final float BOOK_TITLE = 2.6f;
    private static final float PARAGRAPH_GAP = 0.5f;
    private static final float INDENT_EMS = 1.6f;

    private final Book book;
    private final BookLimits limits;
    private final Pictures pictures;
    private final Leaf leaf;

    /** Reads pictures, which come from outside. */
    public interface Pictures {
        /** @throws RefusedFileException if it cannot be read */
        PDImageXObject read(PDDocument document, String file) throws IOException, RefusedFileException;
    }

    /** What came of it: see {@link dev.trestle.media.book.MadeBook}. */
    public record Made(int pages, List<String> missing, int missingIn, int picturesLeftOut) {}

    public BookSetter(Book book, BookLimits limits, Pictures pictures) {
        this.book = book;
        this.limits = limits;
        this.pictures = pictures;
        this.leaf = Leaf.of(book.paper());
    }

    /** Writes the book to a file. */
    public Made write(File target) throws IOException, RefusedFileException {
        return write(target, Setting::set);
    }

    /** Writes the text of the chapters alone: no title page, no contents and no headings of their own. */
    public Made writeText(File target) throws IOException, RefusedFileException {
        return write(target, Setting::setText);
    }

    private interface Way {
        Made set(Setting setting) throws IOException, RefusedFileException;
    }

    private Made write(File target, Way way) throws IOException, RefusedFileException {
        try (PDDocument document = new PDDocument(IOUtils.createTempFileOnlyStreamCache())) {
            Fonts fonts = new Fonts(document, book.language());
            try {
                Made made = way.set(new Setting(document, new Typesetter(fonts)));
                fonts.end();
                document.getDocumentInformation().setTitle(book.title());
                document.getDocumentCatalog()
                        .setLanguage(Locale.forLanguageTag(book.language()).toLanguageTag());
                document.save(target);
                if (target.length() > limits.bytes()) {
                    throw new RefusedFileException(
                            "TOO_LARGE",
                            "The book would be larger than " + (limits.bytes() >> 20)
                                    + " MiB. Choose fewer letters, or leave out the pictures.");
                }
                return made;
            } finally {
                fonts.close();
            }
        }
    }

    /** One book on its way. */
    private final class Setting {
        private final PDDocument document;
        private final Typesetter typesetter;
        private final Pages pages;
        private final PDDocumentOutline outline = new PDDocumentOutline();
        private int missingIn;
        private int picturesLeftOut;

        Setting(PDDocument document, Typesetter typesetter) {
            this.document = document;
            this.typesetter = typesetter;
            this.pages = new Pages(document, leaf, typesetter, limits.pages());
        }

        Made set() throws IOException, RefusedFileException {
            document.getDocumentCatalog().setDocumentOutline(outline);
            titlePage();
            pages.next(false, false);
            Contents contents = new Contents(leaf, typesetter);
            List<Canvas> open = contents(contents);
            for (int i = 0; i < book.chapters().size(); i++) {
                Chapter chapter = book.chapters().get(i);
                int before = typesetter.misses();
                chapter(chapter, i, contents);
                missingIn += typesetter.misses() > before ? 1 : 0;
            }
            pages.end();
            for (Canvas canvas : open) {
                canvas.end();
            }
            return new Made(pages.number(), typesetter.missing(), missingIn, picturesLeftOut);
        }

        Made setText() throws IOException, RefusedFileException {
            pages.heads("", "");
            pages.next(false, true);
            for (Chapter chapter : book.chapters()) {
                for (Paragraph paragraph : chapter.text()) {
                    paragraph(paragraph);
                }
            }
            pages.end();
            return new Made(pages.number(), typesetter.missing(), typesetter.misses() > 0 ? 1 : 0, 0);
        }

        private void titlePage() throws IOException, RefusedFileException {
            pages.next(false, false);
            pages.down(leaf.height() * 0.2f);
            Style style = new Style(leaf.size() * BOOK_TITLE, true, false);
            for (Line line : typesetter.lines(run(book.title()), style, leaf.textWidth(), 0, false)) {
                centred(line, style.size() * 1.25f);
            }
            pages.down(leaf.leading());
            for (String each : book.lines()) {
                Style below = new Style(leaf.size() * 1.15f, false, true);
                for (Line line : typesetter.lines(run(each), below, leaf.textWidth(), 0, false)) {
                    centred(line, leaf.leading() * 1.15f);
                }
            }
            Style small = new Style(leaf.size() * 0.85f, false, false);
            List<Line> colophon = typesetter.lines(run(book.colophon()), small, leaf.textWidth(), 0, false);
            pages.down(Math.max(0, pages.room() - colophon.size() * leaf.leading()));
            for (Line line : colophon) {
                centred(line, leaf.leading());
            }
        }

        private void centred(Line line, float leading) throws IOException {
            if (pages.room() >= leading) {
                pages.line(line, (leaf.textWidth() - line.width()) / 2, leading, false);
            }
        }

        private List<Canvas> contents(Contents contents) throws IOException, RefusedFileException {
            pages.heads(book.contents(), book.contents());
            return contents.begin(book, new ContentsPages() {
                private boolean isFirst = true;

                @Override
                public Canvas next() throws IOException, RefusedFileException {
                    Canvas canvas = pages.open(!isFirst);
                    if (isFirst) {
                        heading(book.contents());
                    }
                    isFirst = false;
                    return canvas;
                }

                @Override
                public float y() {
                    return pages.y();
                }

                @Override
                public float left() {
                    return pages.left();
                }
            });
        }

        private void heading(String text) throws IOException {
            Style style = new Style(leaf.size() * TITLE, true, false);
            for (Line line : typesetter.lines(run(text), style, leaf.textWidth(), 0, false)) {
                if (pages.room() > style.size() * 4) {
                    pages.line(line, 0, style.size() * 1.3f, false);
                }
            }
            pages.down(leaf.leading() * 0.6f);
        }

        private void chapter(Chapter chapter, int index, Contents contents) throws IOException, RefusedFileException {
            pages.heads(book.title(), chapter.title());
            pages.next(false, true);
            PDPage first = pages.canvas().page();
            contents.number(index, pages.number(), first);
            mark(chapter, first);
            heading(chapter.title());
            Style style = new Style(leaf.size() * 0.92f, false, true);
            for (String each : chapter.lines()) {
                for (Line line : typesetter.lines(run(each), style, leaf.textWidth(), 0, false)) {
                    room(leaf.leading());
                    pages.line(line, 0, leaf.leading(), true);
                }
            }
            pages.down(leaf.leading() * 0.5f);
            pages.canvas().rule(pages.left(), pages.y(), leaf.textWidth());
            pages.down(leaf.leading() * 0.7f);
            for (Paragraph paragraph : chapter.text()) {
                paragraph(paragraph);
            }
            for (Book.Picture picture : chapter.pictures()) {
                picture(picture);
            }
        }

        private void mark(Chapter chapter, PDPage page) {
            PDOutlineItem item = new PDOutlineItem();
            item.setTitle(chapter.listed().isEmpty() ? chapter.title() : chapter.listed() + " · " + chapter.title());
            PDPageFitDestination destination = new PDPageFitDestination();
            destination.setPage(page);
            item.setDestination(destination);
            outline.addLast(item);
        }

        private void paragraph(Paragraph paragraph) throws IOException, RefusedFileException {
            float leading = leaf.leading();
            if (paragraph.kind() == Kind.RULE) {
                room(leading * 2);
                float width = leaf.textWidth() / 5;
                pages.canvas().rule(pages.left() + (leaf.textWidth() - width) / 2, pages.y() + leading * 0.3f, width);
                pages.down(leading);
                return;
            }
            boolean isHeading = paragraph.kind() == Kind.HEADING;
            Style style =
                    new Style(isHeading ? leaf.size() * 1.15f : leaf.size(), isHeading, paragraph.kind() == Kind.QUOTE);
            float indent = Math.min(paragraph.depth() * INDENT_EMS * leaf.size(), leaf.textWidth() / 3);
            float narrower = paragraph.kind() == Kind.QUOTE ? indent * 2 : indent;
            List<Line> lines = typesetter.lines(
                    paragraph.runs(),
                    style,
                    leaf.textWidth() - narrower,
                    0,
                    !isHeading && paragraph.kind() != Kind.CODE);
            if (isHeading) {
                room(leading * 4);
            }
            for (int i = 0; i < lines.size(); i++) {
                room(leading * together(i, lines.size()));
                if (i == 0 && !paragraph.marker().isEmpty()) {
                    Line marker = typesetter.line(paragraph.marker(), style);
                    float x = Math.max(0, indent - marker.width() - leaf.size() * 0.5f);
                    pages.canvas().text(marker, pages.left() + x, pages.y() + leading * 0.72f, false);
                }
                pages.line(lines.get(i), indent, leading, false);
            }
            pages.down(Math.min(pages.room(), leading * PARAGRAPH_GAP));
        }

        /** No line of a paragraph stands alone at the foot or the head of a page. */
        private static int together(int line, int count) {
            boolean isFirst = line == 0 && count >= KEPT_TOGETHER;
            boolean isSecondLast = count > KEPT_TOGETHER && line == count - KEPT_TOGETHER;
            return isFirst || isSecondLast ? KEPT_TOGETHER : 1;
        }

        private void room(float height) throws IOException, RefusedFileException {
            if (pages.room() < height) {
                pages.next(true, true);
            }
        }

        /** As large as the page allows. */
        private void picture(Book.Picture picture) throws IOException, RefusedFileException {
            PDImageXObject image;
            try {
                image = pictures.read(document, picture.file());
            } catch (RefusedFileException e) {
                picturesLeftOut++;
                return;
            }
            pages.next(true, true);
            Style small = new Style(leaf.size() * 0.85f, false, true);
            Line caption = typesetter.fitting(picture.caption(), small, leaf.textWidth());
            float room = pages.room() - leaf.leading() * 1.6f;
            float scale = Math.min(leaf.textWidth() / image.getWidth(), room / image.getHeight());
            float width = image.getWidth() * scale;
            float height = image.getHeight() * scale;
            pages.canvas().picture(image, pages.left() + (leaf.textWidth() - width) / 2, pages.y(), width, height);
            pages.down(height + leaf.leading() * 0.4f);
            pages.line(caption, (leaf.textWidth() - caption.width()) / 2, leaf.leading(), true);
        }
    }

    private static List<Run> run(String text) {
        List<Run> runs = new ArrayList<>();
        runs.add(new Run(text, false, false));
        return runs;
    }
}
