package dev.trestle.systems.formkiq.sample;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes PDF files of headings, lines and rules, in the fonts that every reader has. For one thread. */
final class SamplePdf {
    private static final int TOP = 780;
    private static final int LEFT = 60;
    private static final int RIGHT = 535;

    private final List<StringBuilder> pages = new ArrayList<>();
    private int y;

    SamplePdf() {
        page();
    }

    SamplePdf page() {
        pages.add(new StringBuilder());
        y = TOP;
        return this;
    }

    /** A coloured band at the top, as on letter paper. */
    SamplePdf letterhead(String name, String address, double red, double green, double blue) {
        add(String.format(Locale.ROOT, "%.2f %.2f %.2f rg 60 770 36 36 re f 0 g", red, green, blue));
        text("F2", 15, LEFT + 48, 790, name);
        text("F1", 9, LEFT + 48, 775, address);
        y = 720;
        return this;
    }

    SamplePdf heading(String text) {
        y -= 8;
        text("F2", 16, LEFT, y, text);
        y -= 26;
        return this;
    }

    SamplePdf line(String text) {
        text("F1", 11, LEFT, y, text);
        y -= 17;
        return this;
    }

    /** Two texts, the second at the right edge. */
    SamplePdf pair(String left, String right) {
        text("F1", 11, LEFT, y, left);
        // Figures of Helvetica are 0.556 of the size wide, points half of that.
        double width = right.chars()
                        .mapToDouble(c -> c == '.' || c == ',' || c == ' ' ? 0.278 : 0.556)
                        .sum()
                * 11;
        text("F1", 11, (int) (RIGHT - width), y, right);
        y -= 8;
        return rule();
    }

    SamplePdf rule() {
        add("0.8 G 0.5 w " + LEFT + " " + y + " m " + RIGHT + " " + y + " l S 0 G");
        y -= 15;
        return this;
    }

    SamplePdf gap() {
        y -= 14;
        return this;
    }

    private void add(String operators) {
        pages.get(pages.size() - 1).append(operators).append('\n');
    }

    private void text(String font, int size, int x, int at, String text) {
        String escaped = text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)");
        add("BT /" + font + " " + size + " Tf " + x + " " + at + " Td (" + escaped + ") Tj ET");
    }

    byte[] bytes() {
        List<String> objects = new ArrayList<>();
        StringBuilder kids = new StringBuilder();
        for (int i = 0; i < pages.size(); i++) {
            kids.append(5 + 2 * i).append(" 0 R ");
        }
        objects.add("<</Type/Catalog/Pages 2 0 R>>");
        objects.add("<</Type/Pages/Count " + pages.size() + "/Kids[" + kids + "]>>");
        objects.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
        objects.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>");
        for (int i = 0; i < pages.size(); i++) {
            objects.add("<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>"
                    + "/Contents " + (6 + 2 * i) + " 0 R>>");
            String content = pages.get(i).toString();
            objects.add("<</Length " + content.length() + ">>stream\n" + content + "endstream");
        }
        return file(objects);
    }

    private static byte[] file(List<String> objects) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        write(out, "%PDF-1.4\n");
        StringBuilder table = new StringBuilder("0000000000 65535 f \n");
        for (int i = 0; i < objects.size(); i++) {
            table.append(String.format(Locale.ROOT, "%010d 00000 n \n", out.size()));
            write(out, (i + 1) + " 0 obj\n" + objects.get(i) + "\nendobj\n");
        }
        int at = out.size();
        int count = objects.size() + 1;
        write(out, "xref\n0 " + count + "\n" + table + "trailer<</Size " + count + "/Root 1 0 R>>\nstartxref\n" + at);
        write(out, "\n%%EOF\n");
        return out.toByteArray();
    }

    private static void write(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
