package dev.trestle.media.worker;

import java.awt.Font;
import java.awt.Shape;
import java.awt.font.FontRenderContext;
import java.awt.font.GlyphVector;
import java.awt.geom.AffineTransform;
import java.awt.geom.Path2D;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.GlyphData;
import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.jspecify.annotations.Nullable;

/** The outlines of a text, one unit high and with y downwards: by the font that PDFBox brings, else by one of the machine's. */
final class Outlines {
    private static final String FONT = "/org/apache/pdfbox/resources/ttf/LiberationSans-Regular.ttf";
    private static final int AWT_SIZE = 1000;

    private Outlines() {}

    static Shape of(String text) throws IOException, RefusedFileException {
        String line = text.replaceAll("\\p{Cntrl}+", " ").strip();
        Shape own = line.isEmpty() ? new Path2D.Double() : ofBundled(line);
        Shape any = own == null ? ofMachine(line) : own;
        if (any == null || any.getBounds2D().isEmpty()) {
            throw new RefusedFileException("UNSUPPORTED", "No font of this machine has the characters of the mark.");
        }
        return any;
    }

    /** Null if it lacks a character. */
    private static @Nullable Shape ofBundled(String text) throws IOException {
        try (InputStream in = Objects.requireNonNull(PDDocument.class.getResourceAsStream(FONT));
                TrueTypeFont font = new TTFParser().parse(new RandomAccessReadBuffer(in))) {
            CmapLookup characters = font.getUnicodeCmapLookup();
            Path2D.Double outline = new Path2D.Double();
            double x = 0;
            for (int character : text.codePoints().toArray()) {
                int glyph = characters.getGlyphId(character);
                if (glyph == 0) {
                    return null;
                }
                GlyphData data = font.getGlyph().getGlyph(glyph);
                if (data != null) {
                    outline.append(data.getPath().getPathIterator(AffineTransform.getTranslateInstance(x, 0)), false);
                }
                x += font.getAdvanceWidth(glyph);
            }
            double unit = 1.0 / font.getUnitsPerEm();
            return new AffineTransform(unit, 0, 0, -unit, 0, 0).createTransformedShape(outline);
        }
    }

    /** Null if none has all characters, or if the machine has no fonts at all. */
    private static @Nullable Shape ofMachine(String text) {
        try {
            Font font = new Font(Font.SANS_SERIF, Font.PLAIN, AWT_SIZE);
            if (font.canDisplayUpTo(text) >= 0) {
                return null;
            }
            char[] characters = text.toCharArray();
            GlyphVector glyphs = font.layoutGlyphVector(
                    new FontRenderContext(null, true, true),
                    characters,
                    0,
                    characters.length,
                    Font.LAYOUT_LEFT_TO_RIGHT);
            return AffineTransform.getScaleInstance(1.0 / AWT_SIZE, 1.0 / AWT_SIZE)
                    .createTransformedShape(glyphs.getOutline());
        } catch (RuntimeException | LinkageError | InternalError e) {
            return null;
        }
    }
}
