package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.media.Mark.Side;
import dev.trestle.media.MediaException.Problem;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.text.PDFTextStripper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Watermarks, drawn by real child processes; where they lie is read from the pixels. */
class MarkTest {
    private static final String PDF = "application/pdf";
    private static final int LONG = 842;
    private static final int SHORT = 596;

    @TempDir
    Path directory;

    private MediaTools media;
    private Workspace space;

    @BeforeEach
    void begin() throws IOException {
        media = new MediaTools(directory, MediaLimits.DEFAULT, "tesseract", List.of("eng"));
        space = media.workspace();
    }

    @AfterEach
    void end() throws IOException {
        space.close();
    }

    /** A colour for each of the nine places. */
    private static Color colour(Side x, Side y) {
        return new Color(x.ordinal() * 100, y.ordinal() * 100, 55);
    }

    private static BufferedImage square(int width, int height, Color colour) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(colour);
        graphics.fillRect(0, 0, width, height);
        graphics.dispose();
        return image;
    }

    private Path add(byte[] bytes) {
        return Samples.add(space, bytes);
    }

    private List<Mark> inAllPlaces() {
        List<Mark> marks = new ArrayList<>();
        for (Side x : Side.values()) {
            for (Side y : Side.values()) {
                Path picture = add(Samples.encoded(square(60, 60, colour(x, y)), "png"));
                marks.add(new Mark(null, picture, null, 0, false, x, y, 0, 0));
            }
        }
        return marks;
    }

    private static void assertInAllPlaces(BufferedImage page, double unit) {
        for (Side x : Side.values()) {
            for (Side y : Side.values()) {
                int at = (int) (30 * unit);
                Color found = new Color(page.getRGB(
                        at + x.ordinal() * (page.getWidth() - 2 * at) / 2,
                        at + y.ordinal() * (page.getHeight() - 2 * at) / 2));
                Color wanted = colour(x, y);
                assertThat(Math.abs(found.getRed() - (wanted.getRed() + 255) / 2)
                                + Math.abs(found.getGreen() - (wanted.getGreen() + 255) / 2)
                                + Math.abs(found.getBlue() - (wanted.getBlue() + 255) / 2))
                        .as("%s %s is %s", x, y, found)
                        .isLessThan(30);
            }
        }
    }

    private static BufferedImage read(Made made) throws IOException {
        return ImageIO.read(made.file().toFile());
    }

    private static byte[] pages(int... rotations) throws IOException {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            for (int rotation : rotations) {
                PDPage page = new PDPage(new PDRectangle(-50, 70, SHORT, LONG));
                page.setRotation(rotation);
                document.addPage(page);
            }
            document.save(out);
            return out.toByteArray();
        }
    }

    @Test
    void mark_picturesAtEachPlace_lieThereOnPicturesAndTurnedPages() throws IOException {
        List<Mark> marks = inAllPlaces();
        for (String type : List.of("jpeg", "png")) {
            Made made = media.mark(
                    space,
                    add(Samples.encoded(square(2 * SHORT, 2 * LONG, Color.WHITE), type)),
                    "image/" + type,
                    marks);
            assertThat(made.contentType()).isEqualTo("image/" + type);
            assertThat(made.width()).isEqualTo(2 * SHORT);
            assertInAllPlaces(read(made), 2);
        }
        Made made = media.mark(space, add(pages(0, 90, 180, 270)), PDF, marks);
        List<Made> shown = media.pages(space, made.file(), new Size(SHORT));

        assertThat(shown).hasSize(4);
        for (Made page : shown) {
            BufferedImage image = read(page);
            assertInAllPlaces(image, (double) Math.max(image.getWidth(), image.getHeight()) / LONG);
        }
    }

    /** What part of a row or column of ninths has something on it. */
    private static int inked(BufferedImage page, int fromX, int fromY, int toX, int toY) {
        int count = 0;
        for (int x = fromX; x < toX; x++) {
            for (int y = fromY; y < toY; y++) {
                count += (page.getRGB(x, y) & 0xff) < 240 ? 1 : 0;
            }
        }
        return count;
    }

    @Test
    void mark_text_isDrawnInItsSizeAndTurned() throws IOException {
        Path white = add(Samples.encoded(square(LONG, LONG, Color.WHITE), "png"));
        BufferedImage small = read(media.mark(
                space,
                white,
                "image/png",
                List.of(new Mark("SECRET", null, 24.0, 0, false, Side.END, Side.START, -10, 20))));
        assertThat(inked(small, LONG * 3 / 4, 0, LONG - 10, 60)).isPositive();
        assertThat(inked(small, 0, 0, LONG * 3 / 4, LONG)).isZero();
        assertThat(inked(small, 0, 0, LONG, 19)).isZero();
        assertThat(inked(small, 0, 60, LONG, LONG)).isZero();

        BufferedImage rising = read(media.mark(
                space,
                white,
                "image/png",
                List.of(new Mark("SECRET 中文", null, null, 45, true, Side.CENTER, Side.CENTER, 0, 0))));
        int third = LONG / 3;
        assertThat(inked(rising, 0, 2 * third, third, LONG)).as("below left").isPositive();
        assertThat(inked(rising, 2 * third, 0, LONG, third)).as("above right").isPositive();
        assertThat(inked(rising, 0, 0, third / 2, third / 2)).as("above left").isZero();
    }

    @Test
    void mark_pdf_keepsItsText() throws IOException {
        Made made = media.mark(space, add(Samples.pdf(null, "first", "second")), PDF, List.of(Mark.of("DRAFT")));

        assertThat(made.contentType()).isEqualTo(PDF);
        try (PDDocument document = Loader.loadPDF(made.file().toFile())) {
            assertThat(new PDFTextStripper().getText(document))
                    .contains("first")
                    .contains("second");
        }
        for (Made page : media.pages(space, made.file(), new Size(400))) {
            BufferedImage image = read(page);
            assertThat(inked(image, 0, image.getHeight() / 3, image.getWidth(), image.getHeight() * 2 / 3))
                    .isGreaterThan(200);
        }
    }

    @Test
    void mark_filesThatCannotBeMarked_areRefused() {
        List<Mark> marks = List.of(Mark.of("DRAFT"));
        assertThat(problems(
                        () -> media.mark(space, add("no pdf".getBytes()), PDF, marks),
                        () -> media.mark(space, add(Samples.pdf("locked", "x")), PDF, marks),
                        () -> media.mark(space, add(Samples.bomb(60_000, 60_000)), "image/png", marks),
                        () -> media.mark(space, add(Samples.pdf(null, "x")), PDF, List.of(Mark.of("\u200b\n\t")))))
                .containsExactly(Problem.DAMAGED, Problem.LOCKED, Problem.TOO_LARGE, Problem.UNSUPPORTED);
    }

    private static List<Problem> problems(org.assertj.core.api.ThrowableAssert.ThrowingCallable... calls) {
        return Stream.of(calls)
                .map(call -> catchThrowableOfType(MediaException.class, call).problem())
                .toList();
    }
}
