package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.media.MediaException.Problem;
import dev.trestle.media.book.Book;
import dev.trestle.media.book.Book.Chapter;
import dev.trestle.media.book.Book.Kind;
import dev.trestle.media.book.Book.Paper;
import dev.trestle.media.book.Book.Paragraph;
import dev.trestle.media.book.Book.Run;
import dev.trestle.media.book.BookLimits;
import dev.trestle.media.book.MadeBook;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.opentest4j.TestAbortedException;

/** Pictures of other sizes and types, and texts as PDF files, made by real child processes. */
class ResizeTest {
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

    private Path picture(int width, int height, boolean hasAlpha) throws IOException {
        BufferedImage image =
                new BufferedImage(width, height, hasAlpha ? BufferedImage.TYPE_INT_ARGB : BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.RED);
        graphics.fillRect(0, 0, width / 2, height);
        graphics.dispose();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return space.add(new ByteArrayInputStream(out.toByteArray()), 10 << 20);
    }

    @ParameterizedTest
    @CsvSource({"bmp", "gif", "jpeg", "png", "tiff"})
    void resize_toEachType_isThatTypeAndSize(String type) throws IOException {
        Made made = media.resize(space, picture(400, 200, true), 100, 0, "image/" + type);

        assertThat(made.contentType()).isEqualTo("image/" + type);
        assertThat(made.width()).isEqualTo(100);
        assertThat(made.height()).isEqualTo(50);
        String known = ImageIO.getImageReaders(
                        ImageIO.createImageInputStream(made.file().toFile()))
                .next()
                .getFormatName();
        assertThat(known.toLowerCase(Locale.ROOT)).startsWith(type.substring(0, 3));
        BufferedImage read = ImageIO.read(made.file().toFile());
        assertThat(new Color(read.getRGB(10, 25))).matches(color -> color.getRed() > 200 && color.getBlue() < 60);
        Color empty = new Color(read.getRGB(90, 25), true);
        assertThat(empty.getAlpha() == 0 || empty.getGreen() > 200).isTrue();
    }

    @Test
    void resize_toBothSides_isJustThatAlsoLarger() throws IOException {
        Made made = media.resize(space, picture(40, 40, false), 300, 90, "image/png");
        assertThat(List.of(made.width(), made.height())).containsExactly(300, 90);
    }

    @Test
    void resize_toMorePixelsThanAreMade_isRefused() throws IOException {
        Path picture = picture(40, 40, false);
        MediaException refused = catchThrowableOfType(
                MediaException.class, () -> media.resize(space, picture, 30_000, 30_000, "image/png"));
        assertThat(refused.problem()).isEqualTo(Problem.TOO_LARGE);
    }

    @Test
    void resize_ofABomb_isRefusedBeforeAnythingIsDecoded() throws IOException {
        Path bomb = space.add(new ByteArrayInputStream(header(30_000, 30_000)), 1 << 20);
        MediaException refused =
                catchThrowableOfType(MediaException.class, () -> media.resize(space, bomb, 100, 0, "image/png"));
        assertThat(refused.problem()).isEqualTo(Problem.TOO_LARGE);
        assertThat(refused.getMessage()).contains("900000000");
    }

    /** The beginning of a PNG file that says how large it is. */
    private static byte[] header(int width, int height) throws IOException {
        ByteArrayOutputStream chunk = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(chunk);
        data.writeBytes("IHDR");
        data.writeInt(width);
        data.writeInt(height);
        data.write(new byte[] {8, 2, 0, 0, 0});
        CRC32 sum = new CRC32();
        sum.update(chunk.toByteArray());
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(file);
        out.write(new byte[] {(byte) 0x89, 'P', 'N', 'G', 13, 10, 26, 10});
        out.writeInt(13);
        out.write(chunk.toByteArray());
        out.writeInt((int) sum.getValue());
        return file.toByteArray();
    }

    @Test
    void text_ofParagraphs_hasThemAndNothingElse() throws IOException {
        Book book = new Book(
                "notes",
                List.of(),
                "",
                "",
                "en",
                Paper.A4,
                List.of(new Chapter(
                        "",
                        "",
                        List.of(),
                        List.of(
                                new Paragraph(Kind.HEADING, 0, "", List.of(new Run("Quinces", true, false))),
                                new Paragraph(Kind.TEXT, 0, "", List.of(new Run("They are in flower.", false, false)))),
                        List.of())));
        MadeBook made = media.text(space, book, new BookLimits(10, 1 << 20));
        try (PDDocument document = Loader.loadPDF(made.file().toFile())) {
            assertThat(document.getNumberOfPages()).isEqualTo(1);
            assertThat(new PDFTextStripper().getText(document).strip().lines().map(String::strip))
                    .containsExactlyInAnyOrder("Quinces", "They are in flower.", "1");
        }
    }

    @Test
    void office_withoutTheProgram_saysWhichOne() throws IOException {
        Office office = new Office(directory, MediaLimits.DEFAULT, "/nowhere/soffice");
        Path file = space.add(new ByteArrayInputStream(new byte[] {1}), 10);
        MediaException refused = catchThrowableOfType(MediaException.class, () -> office.pdf(space, file, "docx"));
        assertThat(refused.problem()).isEqualTo(Problem.UNAVAILABLE);
        assertThat(refused.getMessage()).contains("/nowhere/soffice");
    }

    @Test
    void office_ofARichTextFile_isAPdfWithItsText() throws IOException {
        if (!Files.isExecutable(Path.of("/usr/bin/soffice"))) {
            System.err.println("NOT RUN: office files, since LibreOffice is not installed");
            throw new TestAbortedException("NOT RUN: LibreOffice is not installed");
        }
        Office office = new Office(directory, MediaLimits.DEFAULT.withMemory(2L << 30), "soffice");
        Path file = space.add(
                new ByteArrayInputStream("{\\rtf1\\ansi Two hundred blossoms}".getBytes(StandardCharsets.US_ASCII)),
                1000);
        Path pdf = office.pdf(space, file, "rtf");
        try (PDDocument document = Loader.loadPDF(pdf.toFile())) {
            assertThat(new PDFTextStripper().getText(document)).contains("Two hundred blossoms");
        }
    }
}
