package dev.trestle.media.worker;

import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.PathIterator;
import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;
import org.apache.pdfbox.util.Matrix;

/** Draws watermarks over a picture, or over each page of a PDF file. */
final class Marking {
    private static final String PDF = "application/pdf";

    private final Task task;

    Marking(Task task) {
        this.task = task;
    }

    Task.Picture mark() throws IOException, RefusedFileException {
        List<Stamp> stamps = new ArrayList<>();
        for (Task.Mark each : Objects.requireNonNull(task.marks())) {
            stamps.add(Stamp.of(each, task.pixels()));
        }
        return task.types().get(0).equals(PDF) ? onPdf(stamps) : onPicture(stamps);
    }

    private Task.Picture onPicture(List<Stamp> stamps) throws IOException, RefusedFileException {
        Picture picture = Picture.open(task.files().get(0), task.pixels());
        BufferedImage whole = picture.scaled(Math.max(picture.uprightWidth(), picture.uprightHeight()));
        stamps.forEach(stamp -> stamp.drawOn(whole));
        Path target = Path.of(task.target());
        return task.types().get(0).equals(Picture.JPEG)
                ? Picture.write(whole, target)
                : Picture.writePng(whole, target);
    }

    private Task.Picture onPdf(List<Stamp> stamps) throws IOException, RefusedFileException {
        try (PDDocument document = PdfFiles.open(task.files().get(0))) {
            if (document.getNumberOfPages() > task.pages()) {
                throw new RefusedFileException("TOO_LARGE", "There are more than " + task.pages() + " pages.");
            }
            List<PDImageXObject> pictures = new ArrayList<>();
            for (Stamp stamp : stamps) {
                BufferedImage picture = stamp.picture();
                pictures.add(picture == null ? null : LosslessFactory.createFromImage(document, picture));
            }
            for (PDPage page : document.getPages()) {
                onPage(document, page, stamps, pictures);
            }
            document.save(new File(task.target()));
            return new Task.Picture(task.target(), PDF, 0, 0);
        } catch (IllegalArgumentException | IllegalStateException | NullPointerException | ClassCastException e) {
            throw new RefusedFileException("DAMAGED", "The PDF file cannot be read.");
        }
    }

    private static void onPage(PDDocument document, PDPage page, List<Stamp> stamps, List<PDImageXObject> pictures)
            throws IOException {
        PDRectangle box = page.getCropBox();
        boolean isTurned = page.getRotation() % 180 != 0;
        double width = Math.max(1, isTurned ? box.getHeight() : box.getWidth());
        double height = Math.max(1, isTurned ? box.getWidth() : box.getHeight());
        try (PDPageContentStream content = new PDPageContentStream(document, page, AppendMode.APPEND, true, true)) {
            for (int i = 0; i < stamps.size(); i++) {
                Stamp stamp = stamps.get(i);
                AffineTransform place = shown(box, page.getRotation());
                place.concatenate(stamp.onPage(width, height));
                Shape outline = stamp.outline();
                content.saveGraphicsState();
                content.setGraphicsStateParameters(alpha(outline == null ? Stamp.PICTURE_ALPHA : Stamp.TEXT_ALPHA));
                if (outline != null) {
                    content.setNonStrokingColor(Stamp.COLOUR);
                    fill(content, outline.getPathIterator(place));
                } else {
                    PDImageXObject picture = pictures.get(i);
                    // A PDF's picture is a unit square with y upwards.
                    place.concatenate(new AffineTransform(
                            picture.getWidth(), 0, 0, -picture.getHeight(), 0, picture.getHeight()));
                    content.drawImage(picture, new Matrix(place));
                }
                content.restoreGraphicsState();
            }
        }
    }

    private static PDExtendedGraphicsState alpha(float alpha) {
        PDExtendedGraphicsState state = new PDExtendedGraphicsState();
        state.setNonStrokingAlphaConstant(alpha);
        return state;
    }

    /** From the page as it is shown, y downwards, to the page's own coordinates. */
    static AffineTransform shown(PDRectangle box, int rotation) {
        double left = box.getLowerLeftX();
        double bottom = box.getLowerLeftY();
        double right = box.getUpperRightX();
        double top = box.getUpperRightY();
        return switch (Math.floorMod(rotation, 360)) {
            case 90 -> new AffineTransform(0, 1, 1, 0, left, bottom);
            case 180 -> new AffineTransform(-1, 0, 0, 1, right, bottom);
            case 270 -> new AffineTransform(0, -1, -1, 0, right, top);
            default -> new AffineTransform(1, 0, 0, -1, left, top);
        };
    }

    private static void fill(PDPageContentStream content, PathIterator path) throws IOException {
        float[] at = new float[6];
        float x = 0;
        float y = 0;
        for (; !path.isDone(); path.next()) {
            switch (path.currentSegment(at)) {
                case PathIterator.SEG_MOVETO -> {
                    content.moveTo(at[0], at[1]);
                    x = at[0];
                    y = at[1];
                }
                case PathIterator.SEG_LINETO -> {
                    content.lineTo(at[0], at[1]);
                    x = at[0];
                    y = at[1];
                }
                case PathIterator.SEG_QUADTO -> {
                    content.curveTo(
                            x + (at[0] - x) * 2 / 3,
                            y + (at[1] - y) * 2 / 3,
                            at[2] + (at[0] - at[2]) * 2 / 3,
                            at[3] + (at[1] - at[3]) * 2 / 3,
                            at[2],
                            at[3]);
                    x = at[2];
                    y = at[3];
                }
                case PathIterator.SEG_CUBICTO -> {
                    content.curveTo(at[0], at[1], at[2], at[3], at[4], at[5]);
                    x = at[4];
                    y = at[5];
                }
                default -> content.closePath();
            }
        }
        content.fill();
    }
}
