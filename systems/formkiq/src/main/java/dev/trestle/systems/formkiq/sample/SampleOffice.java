package dev.trestle.systems.formkiq.sample;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Writes the smallest office files that office programs open. */
final class SampleOffice {
    static final String DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    static final String XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    private static final String XML = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>";
    private static final String RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

    private SampleOffice() {}

    static byte[] text(List<String> paragraphs) {
        StringBuilder body = new StringBuilder();
        paragraphs.forEach(
                each -> body.append("<w:p><w:r><w:t>").append(escaped(each)).append("</w:t></w:r></w:p>"));
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("[Content_Types].xml", types("word/document.xml", DOCX + ".main+xml"));
        parts.put("_rels/.rels", relation("word/document.xml"));
        parts.put(
                "word/document.xml",
                "<w:document xmlns:w=\"http://schemas.openxmlformats.org/wordprocessingml/2006/main\"><w:body>" + body
                        + "</w:body></w:document>");
        return zip(parts);
    }

    static byte[] sheet(List<List<String>> rows) {
        StringBuilder data = new StringBuilder();
        rows.forEach(row -> {
            data.append("<row>");
            row.forEach(cell -> data.append("<c t=\"inlineStr\"><is><t>")
                    .append(escaped(cell))
                    .append("</t></is></c>"));
            data.append("</row>");
        });
        String main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
        String type = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put(
                "[Content_Types].xml",
                types("xl/workbook.xml", type + "sheet.main+xml", "xl/sheet1.xml", type + "worksheet+xml"));
        parts.put("_rels/.rels", relation("xl/workbook.xml"));
        parts.put(
                "xl/workbook.xml",
                "<workbook xmlns=\"" + main + "\" xmlns:r=\"" + OFFICE
                        + "\"><sheets><sheet name=\"1\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>");
        parts.put(
                "xl/_rels/workbook.xml.rels",
                "<Relationships xmlns=\"" + RELATIONS + "\"><Relationship Id=\"r1\" Type=\"" + OFFICE
                        + "/worksheet\" Target=\"sheet1.xml\"/></Relationships>");
        parts.put("xl/sheet1.xml", "<worksheet xmlns=\"" + main + "\"><sheetData>" + data + "</sheetData></worksheet>");
        return zip(parts);
    }

    private static String types(String... partsAndTypes) {
        StringBuilder overrides = new StringBuilder();
        for (int i = 0; i < partsAndTypes.length; i += 2) {
            overrides
                    .append("<Override PartName=\"/")
                    .append(partsAndTypes[i])
                    .append("\" ContentType=\"")
                    .append(partsAndTypes[i + 1])
                    .append("\"/>");
        }
        return "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"rels\""
                + " ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>" + overrides
                + "</Types>";
    }

    private static String relation(String target) {
        return "<Relationships xmlns=\"" + RELATIONS + "\"><Relationship Id=\"r1\" Type=\"" + OFFICE
                + "/officeDocument\" Target=\"" + target + "\"/></Relationships>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;");
    }

    private static byte[] zip(Map<String, String> parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> part : parts.entrySet()) {
                ZipEntry entry = new ZipEntry(part.getKey());
                entry.setTime(1_700_000_000_000L);
                zip.putNextEntry(entry);
                zip.write((XML + part.getValue()).getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }
}
