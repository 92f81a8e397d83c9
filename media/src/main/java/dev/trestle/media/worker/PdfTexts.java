package dev.trestle.media.worker;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.trestle.media.ReadPage;
import dev.trestle.media.Scanned;
import dev.trestle.media.Tables;
import java.awt.geom.AffineTransform;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.multipdf.LayerUtility;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;
import org.apache.pdfbox.util.Matrix;

/** The text that PDF files have by themselves, and the text that is laid below their pictures. */
final class PdfTexts {
    private static final int TEXT_MAX = 2_000_000;
    private static final int WORDS_MAX = 20_000;

    private final Task task;

    PdfTexts(Task task) {
        this.task = task;
    }

    /** What the first pages say; as many as the task's size. */
    Task.Pdf read() throws IOException, RefusedFileException {
        try (PDDocument document = PdfFiles.open(task.files().get(0))) {
            List<ReadPage> pages = new ArrayList<>();
            int left = TEXT_MAX;
            int count = Math.min(task.sizes().get(0), document.getNumberOfPages());
            for (int page = 1; page <= count; page++) {
                ReadPage read = left > 0 ? read(document, page) : new ReadPage("", List.of(), false);
                String text =
                        read.text().length() <= left ? read.text() : read.text().substring(0, left);
                pages.add(new ReadPage(text, read.tables(), false));
                left -= text.length();
            }
            new ObjectMapper().writeValue(new File(task.target()), pages);
            return new Task.Pdf(task.target(), document.getNumberOfPages(), task.target());
        }
    }

    /** Empty for a page whose text cannot be read: its picture still can. */
    private static ReadPage read(PDDocument document, int page) {
        try {
            Words words = new Words(page);
            String text = words.getText(document).strip();
            return new ReadPage(text, Tables.of(words.found), false);
        } catch (IOException | RuntimeException e) {
            return new ReadPage("", List.of(), false);
        }
    }

    /** Notes where words are. */
    private static final class Words extends PDFTextStripper {
        private final List<Scanned.Word> found = new ArrayList<>();

        Words(int page) {
            setSortByPosition(true);
            setStartPage(page);
            setEndPage(page);
        }

        @Override
        protected void writeString(String text, List<TextPosition> positions) throws IOException {
            if (!text.isBlank() && !positions.isEmpty() && found.size() < WORDS_MAX) {
                TextPosition first = positions.get(0);
                TextPosition last = positions.get(positions.size() - 1);
                int height = Math.max(1, Math.round(first.getFontSizeInPt()));
                found.add(new Scanned.Word(
                        text.strip(),
                        Math.round(first.getXDirAdj()),
                        Math.round(first.getYDirAdj()) - height,
                        Math.max(1, Math.round(last.getXDirAdj() + last.getWidthDirAdj() - first.getXDirAdj())),
                        height,
                        100));
            }
            super.writeString(text, positions);
        }
    }

    /** The pages whose numbers are the task's types, as pictures of a width. */
    List<Task.Picture> pictures() throws IOException, RefusedFileException {
        List<Task.Picture> made = new ArrayList<>();
        try (PDDocument document = PdfFiles.open(task.files().get(0))) {
            PDFRenderer renderer = new PDFRenderer(document);
            renderer.setSubsamplingAllowed(true);
            for (String each : task.types()) {
                int page = Integer.parseInt(each);
                made.add(Picture.write(
                        PdfFiles.rendered(
                                renderer,
                                document.getPage(page),
                                page,
                                task.sizes().get(0)),
                        Path.of(task.target() + "-" + page)));
            }
        }
        return made;
    }

    /** Lays the text of PDF files of one page each over the pages whose numbers are the task's types; it is not seen. */
    Task.Pdf lay() throws IOException, RefusedFileException {
        try (PDDocument document = PdfFiles.open(task.files().get(0))) {
            List<PDDocument> layers = new ArrayList<>(); // stay open until the file is written
            try {
                LayerUtility layering = new LayerUtility(document);
                for (int i = 1; i < task.files().size(); i++) {
                    PDDocument layer = PdfFiles.open(task.files().get(i));
                    layers.add(layer);
                    PDPage page = document.getPage(Integer.parseInt(task.types().get(i)));
                    lay(document, page, layering.importPageAsForm(layer, 0));
                }
                document.save(new File(task.target()));
                return new Task.Pdf(task.target(), document.getNumberOfPages(), task.target());
            } catch (IllegalArgumentException | IllegalStateException | NullPointerException | ClassCastException e) {
                throw new RefusedFileException("DAMAGED", "The PDF file cannot be read.");
            } finally {
                for (PDDocument layer : layers) {
                    layer.close();
                }
            }
        }
    }

    private static void lay(PDDocument document, PDPage page, PDFormXObject layer) throws IOException {
        PDRectangle box = page.getCropBox();
        boolean isTurned = page.getRotation() % 180 != 0;
        double width = Math.max(1, isTurned ? box.getHeight() : box.getWidth());
        double height = Math.max(1, isTurned ? box.getWidth() : box.getHeight());
        PDRectangle own = layer.getBBox();
        AffineTransform place = Marking.shown(box, page.getRotation());
        // A layer counts y upwards, the page as it is shown downwards.
        place.concatenate(new AffineTransform(width / own.getWidth(), 0, 0, -height / own.getHeight(), 0, height));
        try (PDPageContentStream content = new PDPageContentStream(document, page, AppendMode.APPEND, true, true)) {
            content.saveGraphicsState();
            content.transform(new Matrix(place));
            content.drawForm(layer);
            content.restoreGraphicsState();
        }
    }
}
