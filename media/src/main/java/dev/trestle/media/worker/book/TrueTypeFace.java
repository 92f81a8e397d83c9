package dev.trestle.media.worker.book;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.font.PDType0Font;
import org.jspecify.annotations.Nullable;

/** A TrueType font. The characters that were used are embedded, and no others. */
final class TrueTypeFace implements Face {
    private final PDDocument document;
    private final TrueTypeFont font;
    private final CmapLookup glyphs;
    private final float unitsPerEm;
    private final Map<Integer, Float> widths = new HashMap<>();
    private @Nullable PDType0Font embedded;

    TrueTypeFace(PDDocument document, TrueTypeFont font) throws IOException {
        this.document = document;
        this.font = font;
        this.glyphs = font.getUnicodeCmapLookup();
        this.unitsPerEm = font.getUnitsPerEm();
    }

    @Override
    public boolean has(int codePoint) {
        return glyphs.getGlyphId(codePoint) > 0;
    }

    @Override
    public float width(int codePoint) {
        return widths.computeIfAbsent(codePoint, this::measured);
    }

    private float measured(int codePoint) {
        try {
            return font.getAdvanceWidth(glyphs.getGlyphId(codePoint)) / unitsPerEm;
        } catch (IOException e) {
            return 1;
        }
    }

    @Override
    public List<Codes> encode(String text) throws IOException {
        PDType0Font loaded = embedded;
        if (loaded == null) {
            loaded = PDType0Font.load(document, font, true);
            embedded = loaded;
        }
        text.codePoints().forEach(loaded::addToSubset);
        return List.of(new Codes(loaded.getCOSObject(), loaded.encode(text)));
    }

    @Override
    public void end() throws IOException {
        if (embedded != null) {
            embedded.subset();
        }
    }
}
