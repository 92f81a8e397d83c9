package dev.trestle.engine.transfer;

import dev.trestle.engine.EngineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A complete export, ours or AWS's, as its manifests describe it. {@code definition} is null where there is none of ours. */
record ImportSource(
        Path directory,
        @Nullable String tableName,
        @Nullable TableDefinition definition,
        List<DataFileEntry> files,
        long items) {
    private static final long MANIFEST_BYTES_MAX = 64L * 1024 * 1024;

    /** A line of the manifest; {@code key} is the file's name in the bucket, {@code md5} in base64. */
    record DataFileEntry(String key, Path path, long items, String md5) {
        String name() {
            return "data/" + path.getFileName();
        }
    }

    static ImportSource open(Path source) throws IOException {
        Layout layout = new Layout(find(source));
        Json.Fields summary;
        try {
            summary = Json.parse(readManifest(layout.summary()));
            checkFormat(summary, layout.summary());
        } catch (IOException e) {
            throw unusable(layout.summary(), e);
        }
        List<DataFileEntry> files = files(layout);
        long items = files.stream().mapToLong(DataFileEntry::items).sum();
        Object told = summary.map().get("itemCount");
        if (told instanceof Long count && count != items) {
            throw EngineException.validation("The manifests in " + layout.directory() + " disagree: the summary counts "
                    + count + " items, the data files " + items);
        }
        TableDefinition definition = definition(layout);
        String arn = summary.optionalText("tableArn");
        String fromArn = arn == null ? null : arn.substring(arn.lastIndexOf('/') + 1);
        return new ImportSource(
                layout.directory(),
                definition == null ? fromArn : definition.create().tableName(),
                definition,
                files,
                items);
    }

    /** The directory with the manifests: the one given, or the only one below it. */
    private static Path find(Path source) throws IOException {
        if (!Files.isDirectory(source)) {
            throw EngineException.validation("There is no directory " + source);
        }
        if (Files.exists(new Layout(source).summary())) {
            return source;
        }
        if (Files.exists(new Layout(source).state())) {
            throw EngineException.validation("The export in " + source + " is not complete: finish it first");
        }
        Path root = Files.isDirectory(source.resolve(Layout.ROOT)) ? source.resolve(Layout.ROOT) : source;
        List<Path> complete;
        try (Stream<Path> found = Files.list(root)) {
            complete = found.filter(directory -> Files.exists(new Layout(directory).summary()))
                    .sorted()
                    .toList();
        }
        if (complete.isEmpty()) {
            throw EngineException.validation("There is no complete export in " + source
                    + ": no manifest-summary.json in it, or in a directory of " + Layout.ROOT);
        }
        if (complete.size() > 1) {
            throw EngineException.validation("There are " + complete.size() + " exports in " + root
                    + "; name the directory of one, such as " + complete.get(complete.size() - 1));
        }
        return complete.get(0);
    }

    private static void checkFormat(Json.Fields summary, Path file) {
        String format = summary.optionalText("outputFormat");
        if (format != null && !format.equals(Manifests.FORMAT)) {
            throw EngineException.validation(
                    file + " tells of the format " + format + "; only " + Manifests.FORMAT + " can be imported");
        }
        String type = summary.optionalText("exportType");
        if (type != null && !type.equals(Manifests.FULL)) {
            throw EngineException.validation(
                    file + " tells of a " + type + "; only a " + Manifests.FULL + " can be imported");
        }
    }

    private static List<DataFileEntry> files(Layout layout) throws IOException {
        List<DataFileEntry> files = new ArrayList<>();
        Set<Path> seen = new HashSet<>();
        int number = 0;
        for (String line : readManifest(layout.files()).split("\n", -1)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            try {
                DataFileEntry file = entry(layout, Json.parse(line));
                if (!seen.add(file.path())) {
                    throw new IOException("names " + file.name() + " a second time");
                }
                files.add(file);
            } catch (IOException e) {
                throw EngineException.validation(layout.files() + ", line " + number + ": " + e.getMessage());
            }
        }
        return files;
    }

    /** Only the last part of a file's name counts: an export may have been copied anywhere, and must not lead elsewhere. */
    private static DataFileEntry entry(Layout layout, Json.Fields line) throws IOException {
        String key = line.text("dataFileS3Key");
        String name = key.substring(key.lastIndexOf('/') + 1);
        if (name.isEmpty() || name.equals("..") || name.indexOf('\0') >= 0 || name.indexOf('\\') >= 0) {
            throw new IOException("the name of the data file is not usable: " + key);
        }
        Path path = layout.data().resolve(name);
        if (!Files.isRegularFile(path)) {
            throw new IOException("the data file " + path + " is missing");
        }
        long items = line.number("itemCount");
        if (items < 0) {
            throw new IOException("it has a negative itemCount");
        }
        return new DataFileEntry(key, path, items, line.text("md5Checksum"));
    }

    private static @Nullable TableDefinition definition(Layout layout) throws IOException {
        if (!Files.exists(layout.definition())) {
            return null;
        }
        try {
            return TableDefinition.parse(Files.readString(layout.definition()));
        } catch (IOException e) {
            throw unusable(layout.definition(), e);
        }
    }

    /** AWS's documents call the file .checksum, what AWS writes is .md5. Without one the manifest is taken as it is. */
    private static String readManifest(Path manifest) throws IOException {
        if (!Files.exists(manifest)) {
            throw EngineException.validation("The file " + manifest + " is missing: the export is not complete");
        }
        if (Files.size(manifest) > MANIFEST_BYTES_MAX) {
            throw EngineException.validation(manifest + " is larger than any manifest");
        }
        Path checksum = Layout.checksum(manifest);
        if (Files.exists(checksum)) {
            String told = new String(Files.readAllBytes(checksum), StandardCharsets.ISO_8859_1).trim();
            String found = Md5.ofFile(manifest);
            if (!told.equals(found)
                    && !told.equalsIgnoreCase(
                            HexFormat.of().formatHex(Base64.getDecoder().decode(found)))) {
                throw EngineException.validation(manifest + " is damaged: its MD5 is " + found + ", and " + told
                        + " in " + checksum.getFileName());
            }
        }
        return Files.readString(manifest);
    }

    private static EngineException unusable(Path file, IOException e) {
        return EngineException.validation(file + " cannot be used: " + e.getMessage());
    }
}
