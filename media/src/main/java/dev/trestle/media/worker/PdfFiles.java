package dev.trestle.media.worker;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.io.IOUtils;
import org.apache.pdfbox.multipdf.PDFMergerUtility;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.encryption.InvalidPasswordException;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.util.Matrix;

/** PDF files: made of others and of pictures, shown as pictures, read as text. */
final class PdfFiles {
    private static final String PDF = "application/pdf";
    private static final float A4_LONG = PDRectangle.A4.getHeight();
    private static final int TEXT_MAX = 300_000;
    private static final int PAGE_PIXELS_MAX = 16_000_000;
    private static final float POINT_MIN = 1;

    private final Task task;

    PdfFiles(Task task) {
        this.task = task;
    }

    /** Does something with the file of a number, and names it if that fails. */
    interface OfFile {
        void run() throws IOException, RefusedFileException;
    }

    Task.Pdf merge(Failing failing) throws IOException {
        try (PDDocument target = new PDDocument(IOUtils.createTempFileOnlyStreamCache())) {
            List<PDDocument> sources =
                    new ArrayList<>(); // stay open until the target is written, which shares their streams
            try {
                for (int i = 0; i < task.files().size(); i++) {
                    String file = task.files().get(i);
                    boolean isPdf = task.types().get(i).equals(PDF);
                    failing.at(i, () -> {
                        if (isPdf) {
                            append(target, sources, file);
                        } else {
                            appendPicture(target, file);
                        }
                    });
                    int pages = target.getNumberOfPages();
                    failing.at(i, () -> checkPages(pages));
                }
                target.save(new File(task.target()));
            } finally {
                for (PDDocument source : sources) {
                    source.close();
                }
            }
            return new Task.Pdf(task.target(), target.getNumberOfPages(), texts(task.target()));
        }
    }

    private void checkPages(int pages) throws RefusedFileException {
        if (pages > task.pages()) {
            throw new RefusedFileException("TOO_LARGE", "There are more than " + task.pages() + " pages.");
        }
    }

    static PDDocument open(String file) throws IOException, RefusedFileException {
        try {
            PDDocument document = Loader.loadPDF(new File(file), IOUtils.createTempFileOnlyStreamCache());
            if (document.isEncrypted()) {
                document.setAllSecurityToBeRemoved(true);
            }
            if (document.getNumberOfPages() == 0) {
                document.close();
                throw new RefusedFileException("DAMAGED", "The PDF file has no pages.");
            }
            return document;
        } catch (InvalidPasswordException e) {
            throw new RefusedFileException("LOCKED", "The PDF file is protected by a password.");
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "The PDF file cannot be read.");
        }
    }

    private void append(PDDocument target, List<PDDocument> sources, String file)
            throws IOException, RefusedFileException {
        PDDocument source = open(file);
        sources.add(source);
        checkPages(target.getNumberOfPages() + source.getNumberOfPages());
        try {
            new PDFMergerUtility().appendDocument(target, source);
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "The PDF file cannot be read.");
        }
    }

    /** A page as large as A4's long side at most. The bytes of a JPEG file are kept; it is turned by the page. */
    private void appendPicture(PDDocument target, String file) throws IOException, RefusedFileException {
        Picture picture = Picture.open(file, task.pixels());
        picture.check();
        PDImageXObject image;
        try {
            image = PDImageXObject.createFromByteArray(target, Files.readAllBytes(Path.of(file)), "scan");
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "The picture cannot be read.");
        }
        float factor = A4_LONG / Math.max(picture.uprightWidth(), picture.uprightHeight());
        float width = Math.max(POINT_MIN, picture.uprightWidth() * factor);
        float height = Math.max(POINT_MIN, picture.uprightHeight() * factor);
        PDPage page = new PDPage(new PDRectangle(width, height));
        target.addPage(page);
        try (PDPageContentStream content = new PDPageContentStream(target, page)) {
            content.drawImage(image, new Matrix(onPage(picture, width, height)));
        }
    }

    /** A PDF's pictures and pages count y upwards, EXIF's orientations downwards. */
    private static AffineTransform onPage(Picture picture, float width, float height) {
        AffineTransform flip = new AffineTransform(1, 0, 0, -1, 0, 1);
        AffineTransform whole = AffineTransform.getScaleInstance(width, height);
        whole.concatenate(flip);
        whole.concatenate(picture.upright());
        whole.concatenate(flip);
        return whole;
    }

    private String texts(String file) throws IOException {
        List<String> texts = new ArrayList<>();
        try (PDDocument document = Loader.loadPDF(new File(file), IOUtils.createTempFileOnlyStreamCache())) {
            int left = TEXT_MAX;
            for (int page = 1; page <= document.getNumberOfPages(); page++) {
                String text = left > 0 ? text(document, page) : "";
                String cut = text.length() <= left ? text : text.substring(0, left);
                texts.add(cut);
                left -= cut.length();
            }
        }
        String target = task.target() + "-texts";
        new ObjectMapper().writeValue(new File(target), texts);
        return target;
    }

    /** Empty for a page whose text cannot be read: its picture still can. */
    private static String text(PDDocument document, int page) {
        try {
            PDFTextStripper stripper = new PDFTextStripper();
            stripper.setSortByPosition(true);
            stripper.setStartPage(page);
            stripper.setEndPage(page);
            return stripper.getText(document).strip();
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    /** Each page as a picture of the given width. */
    List<Task.Picture> pages(Failing failing) throws IOException {
        return pictures(failing, Integer.MAX_VALUE);
    }

    /** The first page as a picture, however many there are. */
    List<Task.Picture> firstPage(Failing failing) throws IOException {
        return pictures(failing, 1);
    }

    private List<Task.Picture> pictures(Failing failing, int max) throws IOException {
        List<Task.Picture> made = new ArrayList<>();
        failing.at(0, () -> {
            try (PDDocument document = open(task.files().get(0))) {
                int count = Math.min(max, document.getNumberOfPages());
                checkPages(count);
                PDFRenderer renderer = new PDFRenderer(document);
                renderer.setSubsamplingAllowed(true);
                for (int page = 0; page < count; page++) {
                    made.add(Picture.write(
                            rendered(
                                    renderer,
                                    document.getPage(page),
                                    page,
                                    task.sizes().get(0)),
                            Path.of(task.target() + "-" + page)));
                }
            }
        });
        return made;
    }

    /** A page as a picture of a width. */
    static BufferedImage rendered(PDFRenderer renderer, PDPage page, int number, int pixels)
            throws IOException, RefusedFileException {
        PDRectangle box = page.getCropBox();
        boolean isTurned = page.getRotation() % 180 != 0;
        float width = Math.max(POINT_MIN, isTurned ? box.getHeight() : box.getWidth());
        float height = Math.max(POINT_MIN, isTurned ? box.getWidth() : box.getHeight());
        float scale = pixels / width;
        float most = (float) Math.sqrt(PAGE_PIXELS_MAX / (width * height));
        try {
            return renderer.renderImage(number, Math.min(scale, most), ImageType.RGB);
        } catch (IOException | RuntimeException e) {
            throw new RefusedFileException("DAMAGED", "Page " + (number + 1) + " cannot be shown.");
        }
    }

    /** Adds the number of a file to what is wrong with it. */
    interface Failing {
        void at(int file, OfFile action) throws IOException;
    }
}
