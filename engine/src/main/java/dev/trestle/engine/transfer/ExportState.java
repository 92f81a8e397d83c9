package dev.trestle.engine.transfer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** What is known about an export that is not complete: what was begun, and which data files are finished. */
record ExportState(String tableName, Instant exportTime, Instant startTime, int files, int level) {
    private static final int FILES_MAX = 100_000;

    void save(Layout layout) throws IOException {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("tableName", tableName);
        out.put("exportTime", exportTime.toString());
        out.put("startTime", startTime.toString());
        out.put("files", files);
        out.put("level", level);
        DurableFiles.write(layout.state(), Json.text(out) + "\n");
    }

    static ExportState load(Layout layout) throws IOException {
        try {
            Json.Fields in = Json.parse(Files.readString(layout.state()));
            long files = in.number("files");
            long level = in.number("level");
            if (files < 1 || files > FILES_MAX || level < 0 || level > 9) {
                throw new IOException("its figures are out of range");
            }
            return new ExportState(
                    in.text("tableName"),
                    Instant.parse(in.text("exportTime")),
                    Instant.parse(in.text("startTime")),
                    (int) files,
                    (int) level);
        } catch (IOException | DateTimeParseException e) {
            throw new IOException(layout.state() + " is damaged: " + e.getMessage(), e);
        }
    }

    static synchronized void markDone(Layout layout, int number, DataFile.Summary file) throws IOException {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("number", number);
        out.put("items", file.items());
        out.put("jsonBytes", file.jsonBytes());
        out.put("fileBytes", file.fileBytes());
        out.put("md5", file.md5());
        DurableFiles.append(layout.done(), Json.text(out) + "\n");
    }

    /** By number. A line that a crash cut short is none, and neither is one whose file is not there as it says. */
    static Map<Integer, DataFile.Summary> done(Layout layout) throws IOException {
        Map<Integer, DataFile.Summary> done = new TreeMap<>();
        if (!Files.exists(layout.done())) {
            return done;
        }
        String text = Files.readString(layout.done());
        int start = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            String line = text.substring(start, end);
            start = end + 1;
            try {
                Json.Fields in = Json.parse(line);
                DataFile.Summary file = new DataFile.Summary(
                        in.number("items"), in.number("jsonBytes"), in.number("fileBytes"), in.text("md5"));
                int number = Math.toIntExact(in.number("number"));
                Path path = layout.dataFile(number);
                if (Files.exists(path) && Files.size(path) == file.fileBytes()) {
                    done.put(number, file);
                }
            } catch (IOException | ArithmeticException e) {
                continue; // the start of a line that was cut short, and what was written behind it later
            }
        }
        return done;
    }
}
