package dev.trestle.systems.formkiq;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/** A PDF file of one page with a form, written by hand. */
final class FormPdf {
    private FormPdf() {}

    /** With one field, whose name may have dots; as base64. */
    static String with(String name, String value) {
        String[] parts = name.split("\\.", -1);
        List<String> objects = new ArrayList<>(List.of(
                "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>",
                "<</Type/Pages/Kids[3 0 R]/Count 1>>",
                "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"));
        for (int i = 0; i < parts.length; i++) {
            int number = 4 + i;
            String parent = i == 0 ? "" : "/Parent " + (number - 1) + " 0 R";
            boolean isLast = i + 1 == parts.length;
            objects.add("<</FT/Tx/T(" + parts[i] + ")" + parent
                    + (isLast ? "/V(" + value + ")>>" : "/Kids[" + (number + 1) + " 0 R]>>"));
        }
        StringBuilder file = new StringBuilder("%PDF-1.4\n");
        StringBuilder places = new StringBuilder("0000000000 65535 f \n");
        for (int i = 0; i < objects.size(); i++) {
            places.append(String.format(Locale.ROOT, "%010d 00000 n \n", file.length()));
            file.append(i + 1).append(" 0 obj").append(objects.get(i)).append("endobj\n");
        }
        int start = file.length();
        file.append("xref\n0 ").append(objects.size() + 1).append('\n').append(places);
        file.append("trailer<</Root 1 0 R/Size ").append(objects.size() + 1).append(">>\nstartxref\n");
        file.append(start).append("\n%%EOF\n");
        return Base64.getEncoder().encodeToString(file.toString().getBytes(StandardCharsets.ISO_8859_1));
    }
}
