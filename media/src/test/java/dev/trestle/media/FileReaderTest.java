package dev.trestle.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.trestle.media.MediaException.Problem;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.poi.xwpf.usermodel.XWPFDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** The text of files, read in real child processes, by real tesseract. */
class FileReaderTest {
    @TempDir
    Path directory;

    private FileReader reader = new MediaTools(Path.of("."), MediaLimits.DEFAULT, "tesseract", List.of()).reader();
    private Workspace space;

    @BeforeEach
    void begin() throws IOException {
        MediaTools media = tools(MediaLimits.DEFAULT);
        reader = media.reader();
        space = media.workspace();
    }

    @AfterEach
    void end() {
        space.close();
    }

    private MediaTools tools(MediaLimits limits) {
        return new MediaTools(directory, limits, "tesseract", List.of("eng"));
    }

    /** A picture of lines, as a scanner makes it. */
    private static BufferedImage scan(String... lines) {
        BufferedImage image = new BufferedImage(1200, 1600, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, 1200, 1600);
        graphics.setColor(Color.BLACK);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 48));
        for (int i = 0; i < lines.length; i++) {
            String[] cells = lines[i].split("\\|", -1);
            for (int j = 0; j < cells.length; j++) {
                graphics.drawString(cells[j], 80 + 400 * j, 200 + 100 * i);
            }
        }
        graphics.dispose();
        return image;
    }

    /** A PDF file of a page of text, and scans that are turned. */
    private static byte[] mixed(BufferedImage... scans) throws IOException {
        try (PDDocument document = new PDDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            PDPage first = new PDPage(PDRectangle.A4);
            document.addPage(first);
            try (PDPageContentStream content = new PDPageContentStream(document, first)) {
                content.beginText();
                content.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 24);
                content.newLineAtOffset(60, 600);
                content.showText("Contract of sale");
                content.endText();
            }
            for (BufferedImage scan : scans) {
                PDPage page = new PDPage(PDRectangle.A4);
                document.addPage(page);
                try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                    content.drawImage(LosslessFactory.createFromImage(document, scan), 0, 0, 595, 842);
                }
            }
            document.save(out);
            return out.toByteArray();
        }
    }

    private ReadFile recognised(byte[] pdf, int pagesMax, boolean isSearchable, FileReader.Progress progress) {
        try {
            return reader.recognisePdf(space, Samples.add(space, pdf), pagesMax, isSearchable, progress);
        } catch (MediaException e) {
            if (e.problem() == Problem.UNAVAILABLE) {
                throw new TestAbortedException("NOT RUN: " + e.getMessage());
            }
            throw e;
        }
    }

    @Test
    void recognisePdf_pagesWithAndWithoutText_readsEachItsWay() throws IOException {
        List<Integer> told = new ArrayList<>();

        ReadFile read = recognised(mixed(scan("Harvest report"), scan("Second annex")), 100, true, told::add);

        assertThat(read.pages()).extracting(ReadPage::isScanned).containsExactly(false, true, true);
        assertThat(read.text()).contains("Contract of sale", "Harvest report", "Second annex");
        assertThat(told).containsExactly(1, 2);
        try (PDDocument made = Loader.loadPDF(read.searchable().toFile())) {
            assertThat(made.getNumberOfPages()).isEqualTo(3);
            PDFTextStripper stripper = new PDFTextStripper();
            stripper.setStartPage(2);
            stripper.setEndPage(2);
            assertThat(stripper.getText(made)).contains("Harvest report");
        }
    }

    @Test
    void recognisePdf_turnedPage_hasItsTextWhereItIsSeen() throws IOException {
        byte[] turned;
        try (PDDocument document = Loader.loadPDF(mixed(scan("Sideways page")));
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            PDPage page = document.getPage(1);
            page.setMediaBox(new PDRectangle(842, 595));
            try (PDPageContentStream content = new PDPageContentStream(document, page)) {
                content.transform(new org.apache.pdfbox.util.Matrix(0, 1, -1, 0, 842, 0));
                content.drawImage(LosslessFactory.createFromImage(document, scan("Sideways page")), 0, 0, 595, 842);
            }
            page.setRotation(90);
            document.save(out);
            turned = out.toByteArray();
        }

        ReadFile read = recognised(turned, 100, true, page -> {});

        assertThat(read.pages().get(1).text()).isEqualTo("Sideways page");
        ReadFile again = reader.pdf(space, read.searchable(), 100);
        assertThat(again.pages().get(1).text()).isEqualTo("Sideways page");
    }

    @Test
    void recognisePdf_someOfThePages_readsNoMore() throws IOException {
        ReadFile read = recognised(mixed(scan("One"), scan("Two"), scan("Three")), 2, false, page -> {});

        assertThat(read.pages()).hasSize(2);
        assertThat(read.searchable()).isNull();
        assertThat(read.text()).contains("One").doesNotContain("Two");
    }

    @Test
    void recognise_tableOnAScan_givesItsCells() {
        Path picture = Samples.add(
                space,
                Samples.encoded(
                        scan("Delivery note", "Item|Amount|Price", "Apples|12|3.50", "Pears|7|4.20", "Thank you"),
                        "png"));
        ReadFile read;
        try {
            read = reader.recognise(space, picture, 10, page -> {});
        } catch (MediaException e) {
            throw new TestAbortedException("NOT RUN: " + e.getMessage());
        }

        assertThat(read.tables())
                .containsExactly(List.of(
                        List.of("Item", "Amount", "Price"),
                        List.of("Apples", "12", "3.50"),
                        List.of("Pears", "7", "4.20")));
    }

    @Test
    void recognise_faxOfSeveralPages_readsAll() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Iterator<ImageWriter> writers = ImageIO.getImageWritersByFormatName("tiff");
        ImageWriter writer = writers.next();
        try (ImageOutputStream stream = ImageIO.createImageOutputStream(out)) {
            writer.setOutput(stream);
            writer.prepareWriteSequence(null);
            writer.writeToSequence(new IIOImage(scan("First sheet"), null, null), null);
            writer.writeToSequence(new IIOImage(scan("Second sheet"), null, null), null);
            writer.endWriteSequence();
        }
        writer.dispose();
        ReadFile read;
        try {
            read = reader.recognise(space, Samples.add(space, out.toByteArray()), 10, page -> {});
        } catch (MediaException e) {
            throw new TestAbortedException("NOT RUN: " + e.getMessage());
        }

        assertThat(read.text()).isEqualTo("First sheet\n\nSecond sheet");
    }

    private static byte[] docx(String text) throws IOException {
        try (XWPFDocument document = new XWPFDocument();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            document.createParagraph().createRun().setText(text);
            document.write(out);
            return out.toByteArray();
        }
    }

    private static byte[] zip(String name, String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        return out.toByteArray();
    }

    @Test
    void office_documentsOfSeveralKinds_giveTheirText() throws IOException {
        String odf = "<office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\""
                + " xmlns:text=\"urn:oasis:names:tc:opendocument:xmlns:text:1.0\"><office:body><office:text>"
                + "<text:p>Minutes of May</text:p></office:text></office:body></office:document-content>";

        assertThat(reader.office(space, Samples.add(space, docx("Annual plan")), 1000))
                .isEqualTo("Annual plan");
        assertThat(reader.office(space, Samples.add(space, zip("content.xml", odf)), 1000))
                .contains("Minutes of May");
        assertThat(reader.office(
                        space,
                        Samples.add(
                                space,
                                "{\\rtf1\\ansi{\\fonttbl\\f0 Arial;}\\f0 Old letter\\par}"
                                        .getBytes(StandardCharsets.UTF_8)),
                        100))
                .isEqualTo("Old letter");
    }

    @Test
    void office_longText_isCut() throws IOException {
        String text = reader.office(space, Samples.add(space, docx("word ".repeat(5000))), 1000);

        assertThat(text).hasSizeBetween(990, 1000);
    }

    private Problem problemOf(byte[] bytes) {
        MediaException refused =
                catchThrowableOfType(MediaException.class, () -> reader.office(space, Samples.add(space, bytes), 1000));
        return refused.problem();
    }

    @Test
    void office_hostileFiles_areRefusedByKind() throws IOException {
        String bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\">"
                + IntStream.range(1, 12)
                        .mapToObj(
                                i -> "<!ENTITY a" + i + " \"" + ("&a" + (i == 1 ? "" : i - 1) + ";").repeat(10) + "\">")
                        .reduce("", String::concat)
                + "]><office:document-content xmlns:office=\"urn:oasis:names:tc:opendocument:xmlns:office:1.0\">&a11;"
                + "</office:document-content>";

        assertThat(problemOf(zip("readme.txt", "x"))).isEqualTo(Problem.UNSUPPORTED);
        assertThat(problemOf(Samples.encoded(Samples.quarters(), "png"))).isEqualTo(Problem.UNSUPPORTED);
        assertThat(problemOf(zip("[Content_Types].xml", "no"))).isEqualTo(Problem.DAMAGED);
        assertThat(problemOf(zip("content.xml", bomb))).isIn(Problem.DAMAGED, Problem.TOO_LARGE);
    }

    @Test
    void office_longerThanItMayTake_isRefused() throws IOException {
        FileReader hasty =
                tools(MediaLimits.DEFAULT.withTime(Duration.ofMillis(1))).reader();
        byte[] file = docx("x");

        MediaException refused =
                catchThrowableOfType(MediaException.class, () -> hasty.office(space, Samples.add(space, file), 1000));

        assertThat(refused.problem()).isEqualTo(Problem.TOO_LARGE);
    }
}
