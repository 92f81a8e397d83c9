package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.media.MediaException.Problem;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/** Files from outside, in real child processes. */
class MediaToolsTest {
    private static final String PDF = "application/pdf";
    private static final String JPEG = "image/jpeg";
    private static final String PNG = "image/png";

    /** The smallest file of its kind: one pixel. */
    private static final String WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA";

    @TempDir
    Path directory;

    private MediaTools media = tools(MediaLimits.DEFAULT);
    private Workspace space;

    @BeforeEach
    void begin() throws IOException {
        media = tools(MediaLimits.DEFAULT);
        space = media.workspace();
    }

    @AfterEach
    void end() throws IOException {
        space.close();
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).as("nothing is left behind").isEmpty();
        }
    }

    private MediaTools tools(MediaLimits limits) {
        return new MediaTools(directory, limits, "tesseract", List.of("eng"));
    }

    private Path add(byte[] bytes) {
        return Samples.add(space, bytes);
    }

    /** What stands where after a picture was turned as its EXIF data say: the quarters, above from the left, then below. */
    private static final List<String> UPRIGHT = List.of("0123", "1032", "3210", "2301", "0213", "2031", "3120", "1302");

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void scale_photoOfEachOrientation_standsUpright(int orientation) throws IOException {
        Made small = media.scale(space, add(Samples.photo(orientation)), List.of(new Size(100)))
                .get(0);

        boolean isHigh = orientation > 4;
        assertThat(small.width()).isEqualTo(isHigh ? 50 : 100);
        assertThat(small.height()).isEqualTo(isHigh ? 100 : 50);
        assertThat(quartersOf(small)).isEqualTo(UPRIGHT.get(orientation - 1));
    }

    @Test
    void merge_photosOfAllOrientations_standUpright() throws IOException {
        List<Path> photos = IntStream.rangeClosed(1, UPRIGHT.size())
                .mapToObj(orientation -> add(Samples.photo(orientation)))
                .toList();

        Merged merged = media.merge(space, photos, Collections.nCopies(photos.size(), JPEG));

        List<String> quarters = new ArrayList<>();
        for (Made page : media.pages(space, merged.file(), new Size(200))) {
            quarters.add(quartersOf(page));
        }
        assertThat(quarters).isEqualTo(UPRIGHT);
    }

    private static String quartersOf(Made made) throws IOException {
        BufferedImage image = ImageIO.read(made.file().toFile());
        assertThat(image.getWidth()).isEqualTo(made.width());
        StringBuilder found = new StringBuilder();
        for (int i = 0; i < Samples.QUARTERS.size(); i++) {
            int x = image.getWidth() * (1 + i % 2 * 2) / 4;
            int y = image.getHeight() * (1 + i / 2 * 2) / 4;
            found.append(nearest(new Color(image.getRGB(x, y))));
        }
        return found.toString();
    }

    private static int nearest(Color color) {
        List<Integer> distances = Samples.QUARTERS.stream()
                .map(each -> Math.abs(each.getRed() - color.getRed())
                        + Math.abs(each.getGreen() - color.getGreen())
                        + Math.abs(each.getBlue() - color.getBlue()))
                .toList();
        return distances.indexOf(Collections.min(distances));
    }

    @Test
    void scale_photo_hasNoMetadataAndIsNeverEnlarged() throws IOException {
        Path photo = add(Samples.photo(6));
        assertThat(Files.readString(photo, StandardCharsets.ISO_8859_1)).contains(Samples.SECRET);

        List<Made> made = media.scale(space, photo, List.of(new Size(100), new Size(1600)));

        assertThat(made).extracting(Made::width).containsExactly(50, Samples.HEIGHT);
        assertThat(made).extracting(Made::contentType).containsOnly(JPEG);
        for (Made each : made) {
            assertThat(Files.readString(each.file(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("Exif", "GPS");
        }
    }

    @Test
    void scale_transparentAndWebpPictures_areRead() {
        Path transparent = add(Samples.encoded(new BufferedImage(20, 10, BufferedImage.TYPE_INT_ARGB), "png"));
        Path webp = add(Base64.getDecoder().decode(WEBP));

        assertThat(media.scale(space, transparent, List.of(new Size(16))).get(0))
                .extracting(Made::contentType, Made::width, Made::height)
                .containsExactly(PNG, 16, 8);
        assertThat(media.scale(space, webp, List.of(new Size(16))).get(0).width())
                .isEqualTo(1);
    }

    @Test
    void scale_hostileFiles_areRefusedByKind() {
        byte[] cut = Samples.encoded(Samples.quarters(), "png");

        assertThat(problem(() -> media.scale(space, add(Samples.bomb(60_000, 60_000)), List.of(new Size(100)))))
                .isEqualTo(Problem.TOO_LARGE);
        assertThat(problem(() -> media.scale(space, add(Arrays.copyOf(cut, 60)), List.of(new Size(100)))))
                .isEqualTo(Problem.DAMAGED);
        assertThat(problem(() -> media.scale(
                        space, add("<svg onload=x>".getBytes(StandardCharsets.UTF_8)), List.of(new Size(100)))))
                .isEqualTo(Problem.DAMAGED);
    }

    private static Problem problem(ThrowingCallable call) {
        return catchThrowableOfType(MediaException.class, call).problem();
    }

    @Test
    void merge_filesOfSeveralTypes_keepsOrderTextAndBytes() throws IOException {
        byte[] photo = Samples.photo(1);
        List<Path> files = List.of(
                add(Samples.pdf(null, "Dear Rosa", "second page")),
                add(photo),
                add(Samples.encoded(Samples.quarters(), "png")));

        Merged merged = media.merge(space, files, List.of(PDF, JPEG, PNG));

        assertThat(merged.pages()).isEqualTo(4);
        assertThat(merged.texts()).containsExactly("Dear Rosa", "second page", "", "");
        try (PDDocument document = Loader.loadPDF(merged.file().toFile())) {
            assertThat(images(document.getPage(2).getResources())
                            .get(0)
                            .getStream()
                            .getCOSObject()
                            .createRawInputStream()
                            .readAllBytes())
                    .as("the photo's bytes")
                    .isEqualTo(photo);
            assertThat(images(document.getPage(3).getResources())).hasSize(1);
        }
        assertThat(media.pages(space, merged.file(), new Size(320)))
                .hasSize(4)
                .allSatisfy(page -> assertThat(page.width()).isBetween(319, 321));
    }

    private static List<PDImageXObject> images(PDResources resources) {
        List<PDImageXObject> images = new ArrayList<>();
        for (COSName name : resources.getXObjectNames()) {
            try {
                images.add((PDImageXObject) resources.getXObject(name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return images;
    }

    @Test
    void merge_fileThatCannotBeUsed_isNamed() {
        Path good = add(Samples.pdf(null, "one"));
        byte[] whole = Samples.pdf(null, "damaged");

        assertRefused(Problem.LOCKED, List.of(good, add(Samples.pdf("secret", "locked"))), List.of(PDF, PDF));
        assertRefused(Problem.DAMAGED, List.of(good, add(Arrays.copyOf(whole, 40))), List.of(PDF, PDF));
        assertRefused(Problem.DAMAGED, List.of(good, add(whole)), List.of(PDF, JPEG));
        assertRefused(Problem.TOO_LARGE, List.of(good, add(Samples.bomb(60_000, 60_000))), List.of(PDF, PNG));
        media = tools(MediaLimits.DEFAULT.withPages(2));
        assertRefused(Problem.TOO_LARGE, List.of(good, add(Samples.pdf(null, "two", "three"))), List.of(PDF, PDF));
    }

    private void assertRefused(Problem problem, List<Path> files, List<String> types) {
        MediaException refused = catchThrowableOfType(MediaException.class, () -> media.merge(space, files, types));

        assertThat(refused).as("%s", types).isNotNull();
        assertThat(refused.problem()).isEqualTo(problem);
        assertThat(refused.file()).as("the second file").isEqualTo(1);
    }

    @Test
    void scale_moreMemoryThanItMay_isRefused() {
        media = tools(MediaLimits.DEFAULT.withMemory(100L << 20).withPixels(2_000_000_000));
        Path large = add(Samples.encoded(new BufferedImage(9000, 9000, BufferedImage.TYPE_BYTE_GRAY), "png"));

        assertThat(problem(() -> media.scale(space, large, List.of(new Size(8192)))))
                .isEqualTo(Problem.TOO_LARGE);
    }

    @Test
    void add_longerThanItMay_isRefused() {
        assertThatThrownBy(() -> space.add(new ByteArrayInputStream(new byte[11]), 10))
                .isInstanceOf(MediaException.class)
                .hasMessageContaining("10 bytes");
    }

    @Test
    void recognise_pageOfText_givesWordsWithTheirPlaces() {
        Path pdf = add(Samples.pdf(null, "Dear Rosa, the summer was long"));
        Made page = media.pages(space, pdf, new Size(1600)).get(0);

        Scanned scanned;
        try {
            scanned = media.recognise(space, page.file());
        } catch (MediaException e) {
            if (e.problem() != Problem.UNAVAILABLE) {
                throw e;
            }
            System.err.println("NOT RUN: " + e.getMessage());
            throw new TestAbortedException("NOT RUN: " + e.getMessage());
        }

        assertThat(scanned.text()).isEqualTo("Dear Rosa, the summer was long");
        assertThat(scanned.width()).isEqualTo(page.width());
        Scanned.Word summer = scanned.words().get(3);
        assertThat(summer.text()).isEqualTo("summer");
        assertThat(summer.left())
                .isBetween(
                        scanned.words().get(2).left() + 1,
                        scanned.words().get(4).left() - 1);
        assertThat(summer.top()).isBetween(page.height() / 8, page.height() / 2);
        assertThat(summer.confidence()).isGreaterThan(50);
    }

    @Test
    void firstPage_ofMoreThanTheLimit_isOnePicture() {
        Path pdf = add(Samples.pdf(null, "one", "two", "three"));
        MediaTools few = tools(MediaLimits.DEFAULT.withPages(1));

        Made page = few.firstPage(space, pdf, new Size(320));

        assertThat(page.width()).isEqualTo(320);
        assertThatThrownBy(() -> few.pages(space, pdf, new Size(320)))
                .isInstanceOfSatisfying(
                        MediaException.class, e -> assertThat(e.problem()).isEqualTo(Problem.TOO_LARGE));
    }

    @Test
    void formFields_ofFormsAndOtherFiles_areReadOrRefused() {
        assertThat(media.formFields(space, add(Samples.form())))
                .containsExactly(
                        new FormField("city", "Århus"),
                        new FormField("agreed", "Yes"),
                        new FormField("person.given", "Ada"),
                        new FormField("empty", ""));
        assertThat(media.formFields(space, add(Samples.pdf(null, "no form")))).isEmpty();
        Path locked = add(Samples.pdf("secret", "no"));
        Path picture = add(Samples.photo(1));
        assertThat(problem(() -> media.formFields(space, locked))).isEqualTo(Problem.LOCKED);
        assertThat(problem(() -> media.formFields(space, picture))).isEqualTo(Problem.DAMAGED);
    }

    @Test
    void merge_photoThatBreaksOff_isDamaged() {
        byte[] whole = Samples.photo(1);
        Path torn = add(Arrays.copyOf(whole, whole.length / 2));

        assertThatThrownBy(() -> media.merge(space, List.of(torn), List.of("image/jpeg")))
                .isInstanceOfSatisfying(
                        MediaException.class, e -> assertThat(e.problem()).isEqualTo(Problem.DAMAGED));
    }

    @Test
    void recognise_withoutTheProgram_saysWhatToDo() {
        MediaTools without = new MediaTools(directory, MediaLimits.DEFAULT, "no-such-program", List.of("eng"));
        Path photo = add(Samples.photo(1));

        assertThatThrownBy(() -> without.recognise(space, photo))
                .isInstanceOfSatisfying(
                        MediaException.class, e -> assertThat(e.problem()).isEqualTo(Problem.UNAVAILABLE))
                .hasMessageContaining("media.tesseract");
    }
}
