package dev.trestle.media.worker.book;

import dev.trestle.media.worker.book.Typesetter.Chunk;
import dev.trestle.media.worker.book.Typesetter.Line;
import dev.trestle.media.worker.book.Typesetter.Placed;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

/** What is drawn on one page. Places are in points, from the upper left corner. */
final class Canvas {
    private static final float QUIET = 0.35f;

    private final PDDocument document;
    private final PDPage page;
    private final float height;
    private final StringBuilder drawn = new StringBuilder();
    private final Map<COSBase, COSName> fonts = new LinkedHashMap<>();
    private final PDResources resources = new PDResources();

    Canvas(PDDocument document, PDPage page) {
        this.document = document;
        this.page = page;
        this.height = page.getMediaBox().getHeight();
    }

    PDPage page() {
        return page;
    }

    /** A line of text whose baseline is at {@code y}. */
    void text(Line line, float x, float y, boolean isQuiet) throws IOException {
        numbers(isQuiet ? QUIET : 0).append("g\n");
        for (Placed placed : line.chunks()) {
            Chunk chunk = placed.chunk();
            drawn.append("BT ");
            numbers(1, 0, 0, 1, x + placed.x(), height - y).append("Tm ");
            for (Face.Codes codes : chunk.face().encode(chunk.text())) {
                COSName name = fonts.computeIfAbsent(codes.font(), key -> COSName.getPDFName("F" + (fonts.size() + 1)));
                drawn.append('/').append(name.getName()).append(' ');
                numbers(chunk.size()).append("Tf <");
                for (byte each : codes.bytes()) {
                    drawn.append(Character.forDigit(each >> 4 & 15, 16)).append(Character.forDigit(each & 15, 16));
                }
                drawn.append("> Tj ");
            }
            drawn.append("ET\n");
        }
    }

    /** A hairline. */
    void rule(float x, float y, float width) {
        numbers(QUIET).append("G ");
        numbers(0.4f).append("w ");
        numbers(x, height - y).append("m ");
        numbers(x + width, height - y).append("l S\n");
    }

    void picture(PDImageXObject picture, float x, float y, float width, float pictureHeight) {
        COSName name = resources.add(picture);
        drawn.append("q ");
        numbers(width, 0, 0, pictureHeight, x, height - y - pictureHeight).append("cm /");
        drawn.append(name.getName()).append(" Do Q\n");
    }

    private StringBuilder numbers(float... numbers) {
        for (float each : numbers) {
            if (each == Math.rint(each)) {
                drawn.append((long) each);
            } else {
                drawn.append(String.format(Locale.ROOT, "%.2f", each));
            }
            drawn.append(' ');
        }
        return drawn;
    }

    /** Puts all that on the page. */
    void end() throws IOException {
        COSDictionary dictionary = new COSDictionary();
        fonts.forEach((font, name) -> dictionary.setItem(name, font));
        resources.getCOSObject().setItem(COSName.FONT, dictionary);
        page.setResources(resources);
        PDStream content = new PDStream(document);
        try (OutputStream out = content.createOutputStream(COSName.FLATE_DECODE)) {
            out.write(drawn.toString().getBytes(StandardCharsets.US_ASCII));
        }
        page.setContents(content);
    }
}
