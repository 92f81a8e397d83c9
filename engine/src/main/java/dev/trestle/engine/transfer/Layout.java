package dev.trestle.engine.transfer;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;

/**
 * The names of an export's files:
 *
 * <pre>
 * AWSDynamoDB/(export id)/_started                 as AWS leaves it
 *                        /data/(number).json.gz    items, one a line
 *                        /manifest-files.json      one line per data file; .md5 beside it
 *                        /manifest-summary.json    written last: an export without it is not complete; .md5 beside it
 *                        /trestle-table.json       ours: the table's definition
 *                        /trestle-export.json      ours, until it is complete: what was begun
 *                        /trestle-export.done      ours, until it is complete: one line per finished data file
 * </pre>
 */
record Layout(Path directory) {
    static final String ROOT = "AWSDynamoDB";

    static Layout of(Path target, String exportId) {
        return new Layout(target.resolve(ROOT).resolve(exportId));
    }

    /** Of the service's form: fourteen digits of time, and eight at random. */
    static String newExportId(Instant now) {
        return String.format(
                Locale.ROOT,
                "%014d-%s",
                now.toEpochMilli(),
                UUID.randomUUID().toString().substring(0, 8));
    }

    String exportId() {
        return String.valueOf(directory.getFileName());
    }

    /** What stands for the bucket: the directory that the export was made in. */
    String bucket() {
        Path root = directory.toAbsolutePath().normalize().getParent();
        Path target = root == null ? null : root.getParent();
        Path name = target == null ? null : target.getFileName();
        return name == null ? "" : name.toString();
    }

    Path started() {
        return directory.resolve("_started");
    }

    Path data() {
        return directory.resolve("data");
    }

    Path dataFile(int number) {
        return data().resolve(dataFileName(number));
    }

    private static String dataFileName(int number) {
        return String.format(Locale.ROOT, "%05d.json.gz", number);
    }

    /** The name as the manifest has it. */
    String dataFileKey(int number) {
        return ROOT + "/" + exportId() + "/data/" + dataFileName(number);
    }

    Path summary() {
        return directory.resolve("manifest-summary.json");
    }

    Path files() {
        return directory.resolve("manifest-files.json");
    }

    String filesKey() {
        return ROOT + "/" + exportId() + "/" + files().getFileName();
    }

    static Path checksum(Path manifest) {
        String name = String.valueOf(manifest.getFileName());
        return manifest.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".md5");
    }

    Path definition() {
        return directory.resolve("trestle-table.json");
    }

    Path state() {
        return directory.resolve("trestle-export.json");
    }

    Path done() {
        return directory.resolve("trestle-export.done");
    }
}
