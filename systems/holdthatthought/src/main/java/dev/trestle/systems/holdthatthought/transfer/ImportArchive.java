package dev.trestle.systems.holdthatthought.transfer;

import dev.trestle.platform.content.ObjectOutput;
import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.zip.ZipInput;
import dev.trestle.systems.holdthatthought.letters.NewLetter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A file that is imported: one letter, or an archive of letters with their scans and versions. */
final class ImportArchive implements AutoCloseable {
    /** A letter has 300,000 bytes at most, and its fields some thousand. */
    private static final int LETTER_BYTES_MAX = 400_000;

    private static final int JSON_BYTES_MAX = 64 << 20;

    private static final String VERSIONS = "versions/";

    private final Path path;
    private final @Nullable ZipInput zip;
    private final Map<String, ZipInput.Entry> entries = new HashMap<>();
    private final List<String> letters = new ArrayList<>();

    /** A letter of it. */
    record Found(String name, LetterFile file, NewLetter letter) {}

    /** {@code zip} is null for a file that is a letter itself. */
    ImportArchive(String fileName, Path path, @Nullable ZipInput zip) {
        this.path = path;
        this.zip = zip;
        if (zip == null) {
            letters.add(fileName);
        } else {
            for (ZipInput.Entry entry : zip.entries()) {
                entries.put(entry.name(), entry);
                if (isLetter(entry.name())) {
                    letters.add(entry.name());
                }
            }
            letters.sort(Comparator.naturalOrder());
        }
    }

    private static boolean isLetter(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean isHidden = lower.startsWith("__macosx/") || base(lower).startsWith(".");
        return (lower.endsWith(".md") || lower.endsWith(".markdown")) && !lower.startsWith(VERSIONS) && !isHidden;
    }

    private static String base(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** What else a full export has: people first, whom comments and media name; all in order. */
    List<String> others() {
        List<String> people =
                entries.containsKey(ArchiveNames.PEOPLE) && isExport() ? List.of(ArchiveNames.PEOPLE) : List.of();
        return Stream.concat(
                        people.stream(),
                        entries.keySet().stream()
                                .filter(name -> isExport() && name.endsWith(".json"))
                                .filter(name ->
                                        name.startsWith(ArchiveNames.COMMENTS) || name.startsWith(ArchiveNames.GALLERY))
                                .sorted())
                .toList();
    }

    private boolean isExport() {
        return entries.containsKey(ArchiveNames.MANIFEST);
    }

    boolean has(String name) {
        return entries.containsKey(name);
    }

    /** A file of at most some megabytes. */
    byte[] bytes(String name) throws IOException {
        try (InputStream in = open(name)) {
            byte[] bytes = in.readNBytes(JSON_BYTES_MAX + 1);
            if (bytes.length > JSON_BYTES_MAX) {
                throw new LetterFileException("It is longer than such a file of an export is.");
            }
            return bytes;
        }
    }

    /** The names of its letters, in order. */
    List<String> letters() {
        return letters;
    }

    Found letter(String name) throws IOException {
        LetterFile file = file(name);
        return new Found(name, file, LetterFields.read(base(name), file).checked());
    }

    LetterFile file(String name) throws IOException {
        try (InputStream in = open(name)) {
            byte[] bytes = in.readNBytes(LETTER_BYTES_MAX + 1);
            if (bytes.length > LETTER_BYTES_MAX) {
                throw new LetterFileException("It is longer than a letter can be: 300,000 bytes.");
            }
            return LetterFile.read(StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new LetterFileException("It is no text in UTF-8.");
        }
    }

    InputStream open(String name) throws IOException {
        ZipInput archive = zip;
        if (archive == null) {
            return Files.newInputStream(path);
        }
        ZipInput.Entry entry = entries.get(name);
        if (entry == null) {
            throw new LetterFileException("It is not in the archive.");
        }
        return archive.open(entry);
    }

    /** The scan beside a letter: the same name, as a PDF file. */
    Optional<String> scanOf(String name) {
        String scan = stem(name) + ".pdf";
        return entries.containsKey(scan) ? Optional.of(scan) : Optional.empty();
    }

    private static String stem(String name) {
        return name.substring(0, name.lastIndexOf('.'));
    }

    /** The files of a letter's former states, as an export has them; the newest first. */
    List<String> versionsOf(String name) {
        String folder = VERSIONS + base(stem(name)) + "/";
        return entries.keySet().stream()
                .filter(each -> each.startsWith(folder) && each.endsWith(".md"))
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    /** Copies a file of it to an object. */
    void store(String name, String key, String contentType, Bucket bucket) throws IOException {
        try (InputStream in = open(name);
                ObjectOutput out = new ObjectOutput(bucket, key, contentType)) {
            in.transferTo(out);
            out.complete();
        }
    }

    @Override
    public void close() throws IOException {
        if (zip != null) {
            zip.close();
        }
    }
}
