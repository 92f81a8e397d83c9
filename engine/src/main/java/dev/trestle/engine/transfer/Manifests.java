package dev.trestle.engine.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what makes an export complete. */
final class Manifests {
    static final String VERSION = "2020-06-30";
    static final String FORMAT = "DYNAMODB_JSON";
    static final String FULL = "FULL_EXPORT";

    private Manifests() {}

    /** What the summary says about the table and the moment. */
    record About(
            String tableArn, String tableId, Instant exportTime, Instant startTime, Instant endTime, long tableBytes) {}

    static void write(Layout layout, Map<Integer, DataFile.Summary> files, About about) throws IOException {
        StringBuilder lines = new StringBuilder();
        long items = 0;
        for (Map.Entry<Integer, DataFile.Summary> entry : files.entrySet()) {
            DataFile.Summary file = entry.getValue();
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("itemCount", file.items());
            line.put("md5Checksum", file.md5());
            line.put("etag", Md5.etag(file.md5()));
            line.put("dataFileS3Key", layout.dataFileKey(entry.getKey()));
            lines.append(Json.text(line)).append('\n');
            items += file.items();
        }
        writeWithChecksum(layout.files(), lines.toString());
        writeWithChecksum(layout.summary(), Json.text(summary(layout, about, items)) + "\n");
    }

    private static Map<String, @Nullable Object> summary(Layout layout, About about, long items) {
        Map<String, @Nullable Object> out = new LinkedHashMap<>();
        out.put("version", VERSION);
        out.put("exportArn", about.tableArn() + "/export/" + layout.exportId());
        out.put("startTime", about.startTime().toString());
        out.put("endTime", about.endTime().toString());
        out.put("tableArn", about.tableArn());
        out.put("tableId", about.tableId());
        out.put("exportTime", about.exportTime().toString());
        out.put("s3Bucket", layout.bucket());
        out.put("s3Prefix", null);
        out.put("s3SseAlgorithm", null);
        out.put("s3SseKmsKeyId", null);
        out.put("manifestFilesS3Key", layout.filesKey());
        out.put("billedSizeBytes", about.tableBytes());
        out.put("itemCount", items);
        out.put("outputFormat", FORMAT);
        out.put("exportType", FULL);
        return out;
    }

    /** The checksum first, so that a manifest is never without it. */
    private static void writeWithChecksum(Path manifest, String text) throws IOException {
        DurableFiles.write(Layout.checksum(manifest), Base64.getEncoder().encodeToString(Md5.of(text)));
        DurableFiles.write(manifest, text);
    }
}
