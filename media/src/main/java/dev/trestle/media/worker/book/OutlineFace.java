package dev.trestle.media.worker.book;

import java.awt.geom.GeneralPath;
import java.awt.geom.PathIterator;
import java.awt.geom.Rectangle2D;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.fontbox.cff.CFFCIDFont;
import org.apache.fontbox.cff.CFFFont;
import org.apache.fontbox.ttf.CmapLookup;
import org.apache.fontbox.ttf.OpenTypeFont;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSFloat;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;

/**
 * An OpenType font with PostScript outlines, as the fonts for Chinese mostly are. No library here makes a smaller one of it, and the whole
 * has 25 MB; so the outlines of the characters that were used are drawn as fonts of type 3, of 255 characters each, which can be searched and copied
 * like any other.
 */
final class OutlineFace implements Face {
    private static final int CODES = 255;
    private static final COSName CHAR_PROCS = COSName.getPDFName("CharProcs");
    private static final COSName TYPE3 = COSName.getPDFName("Type3");

    private final PDDocument document;
    private final OpenTypeFont font;
    private final CmapLookup glyphs;
    private final CFFFont outlines;
    private final float unitsPerEm;
    private final Map<Integer, Float> widths = new HashMap<>();
    private final Map<Integer, Integer> used = new HashMap<>();
    private final List<Part> parts = new ArrayList<>();

    /** A font of the file with some of the characters. */
    private static final class Part {
        private final COSDictionary dictionary = new COSDictionary();
        private final COSDictionary procedures = new COSDictionary();
        private final COSArray names = new COSArray();
        private final COSArray widths = new COSArray();
        private final List<Integer> codePoints = new ArrayList<>();
    }

    OutlineFace(PDDocument document, OpenTypeFont font) throws IOException {
        this.document = document;
        this.font = font;
        this.glyphs = font.getUnicodeCmapLookup();
        this.outlines = font.getCFF().getFont();
        this.unitsPerEm = font.getUnitsPerEm();
    }

    @Override
    public boolean has(int codePoint) {
        return glyphs.getGlyphId(codePoint) > 0;
    }

    @Override
    public float width(int codePoint) {
        return widths.computeIfAbsent(codePoint, each -> {
            try {
                return font.getAdvanceWidth(glyphs.getGlyphId(each)) / unitsPerEm;
            } catch (IOException e) {
                return 1f;
            }
        });
    }

    @Override
    public List<Codes> encode(String text) throws IOException {
        List<Codes> codes = new ArrayList<>();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int current = -1;
        for (int codePoint : text.codePoints().toArray()) {
            int place = place(codePoint);
            int part = place / CODES;
            if (part != current && bytes.size() > 0) {
                codes.add(new Codes(parts.get(current).dictionary, bytes.toByteArray()));
                bytes.reset();
            }
            current = part;
            bytes.write(place % CODES + 1);
        }
        if (bytes.size() > 0) {
            codes.add(new Codes(parts.get(current).dictionary, bytes.toByteArray()));
        }
        return codes;
    }

    private int place(int codePoint) throws IOException {
        Integer known = used.get(codePoint);
        if (known != null) {
            return known;
        }
        int place = used.size();
        if (place % CODES == 0) {
            parts.add(new Part());
        }
        add(parts.get(place / CODES), place % CODES + 1, codePoint);
        used.put(codePoint, place);
        return place;
    }

    private void add(Part part, int code, int codePoint) throws IOException {
        float width = width(codePoint) * unitsPerEm;
        COSName name = COSName.getPDFName("g" + code);
        part.procedures.setItem(name, stream(procedure(codePoint, width)));
        part.names.add(name);
        part.widths.add(new COSFloat(width));
        part.codePoints.add(codePoint);
    }

    private GeneralPath outline(int codePoint) throws IOException {
        int glyph = glyphs.getGlyphId(codePoint);
        int cid = outlines instanceof CFFCIDFont ? outlines.getCharset().getCIDForGID(glyph) : glyph;
        return outlines.getType2CharString(cid).getPath();
    }

    private String procedure(int codePoint, float width) throws IOException {
        GeneralPath path = outline(codePoint);
        Rectangle2D box = path.getBounds2D();
        StringBuilder drawn = new StringBuilder();
        numbers(drawn, width, 0, box.getMinX(), box.getMinY(), box.getMaxX(), box.getMaxY());
        drawn.append("d1\n");
        double[] at = new double[6];
        for (PathIterator each = path.getPathIterator(null); !each.isDone(); each.next()) {
            switch (each.currentSegment(at)) {
                case PathIterator.SEG_MOVETO -> operator(drawn, "m", at, 2);
                case PathIterator.SEG_LINETO -> operator(drawn, "l", at, 2);
                case PathIterator.SEG_CUBICTO -> operator(drawn, "c", at, 6);
                case PathIterator.SEG_CLOSE -> drawn.append("h\n");
                default -> throw new IOException("PostScript outlines have no quadratic curves.");
            }
        }
        return drawn.append("f").toString();
    }

    private static void operator(StringBuilder drawn, String name, double[] at, int count) {
        for (int i = 0; i < count; i++) {
            numbers(drawn, at[i]);
        }
        drawn.append(name).append('\n');
    }

    private static void numbers(StringBuilder drawn, double... numbers) {
        for (double each : numbers) {
            if (each == Math.rint(each)) {
                drawn.append((long) each);
            } else {
                drawn.append(String.format(Locale.ROOT, "%.2f", each));
            }
            drawn.append(' ');
        }
    }

    private COSStream stream(String content) throws IOException {
        COSStream stream = document.getDocument().createCOSStream();
        try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
            out.write(content.getBytes(StandardCharsets.US_ASCII));
        }
        return stream;
    }

    @Override
    public void end() throws IOException {
        for (Part part : parts) {
            end(part);
        }
    }

    private void end(Part part) throws IOException {
        COSArray differences = new COSArray();
        differences.add(COSInteger.ONE);
        differences.addAll(part.names);
        COSDictionary encoding = new COSDictionary();
        encoding.setItem(COSName.TYPE, COSName.ENCODING);
        encoding.setItem(COSName.DIFFERENCES, differences);
        float unit = 1 / unitsPerEm;
        COSDictionary dictionary = part.dictionary;
        dictionary.setItem(COSName.TYPE, COSName.FONT);
        dictionary.setItem(COSName.SUBTYPE, TYPE3);
        dictionary.setItem(COSName.FONT_BBOX, array(0, 0, 0, 0));
        dictionary.setItem(COSName.FONT_MATRIX, array(unit, 0, 0, unit, 0, 0));
        dictionary.setItem(CHAR_PROCS, part.procedures);
        dictionary.setItem(COSName.ENCODING, encoding);
        dictionary.setItem(COSName.RESOURCES, new COSDictionary());
        dictionary.setInt(COSName.FIRST_CHAR, 1);
        dictionary.setInt(COSName.LAST_CHAR, part.codePoints.size());
        dictionary.setItem(COSName.WIDTHS, part.widths);
        dictionary.setItem(COSName.TO_UNICODE, stream(characters(part.codePoints)));
    }

    private static COSArray array(float... numbers) {
        COSArray array = new COSArray();
        array.setFloatArray(numbers);
        return array;
    }

    /** The map from codes to characters, which searching and copying read. */
    private static String characters(List<Integer> codePoints) {
        StringBuilder map = new StringBuilder("""
                /CIDInit /ProcSet findresource begin
                12 dict begin
                begincmap
                /CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
                /CMapName /Adobe-Identity-UCS def
                /CMapType 2 def
                1 begincodespacerange
                <00> <FF>
                endcodespacerange
                """);
        for (int from = 0; from < codePoints.size(); from += 100) {
            int to = Math.min(codePoints.size(), from + 100);
            map.append(to - from).append(" beginbfchar\n");
            for (int i = from; i < to; i++) {
                map.append(String.format(Locale.ROOT, "<%02X> <", i + 1));
                for (char unit : Character.toChars(codePoints.get(i))) {
                    map.append(String.format(Locale.ROOT, "%04X", (int) unit));
                }
                map.append(">\n");
            }
            map.append("endbfchar\n");
        }
        return map.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend")
                .toString();
    }
}
