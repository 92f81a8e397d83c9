package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A file of our own that says which write-ahead log and which manifest are the newest, and how long they are.
 *
 * <p>RocksDB opens a directory whose newest log has vanished, or lost its end, as if the writes in it had never been; and one whose
 * manifest has lost its end as if the tables named there were of no use, and deletes them. The note is on disk before the first write
 * in a new log is acknowledged, so the loss of the file is always noticed, as is a manifest shorter than it was then. Of a store that
 * was closed both lengths are known; where it was not, a log that has lost its end looks as after a power cut, and {@link LogTail} looks
 * closer.
 */
final class LogNote {
    private static final String FILE = "NEWEST-LOG";
    private static final Pattern CONTENT = Pattern.compile("log (?<log>[0-9]{1,18}) length (?<length>[0-9]{1,18}|open)"
            + " (?<manifest>MANIFEST-[0-9]{1,18}) length (?<manifestLength>[0-9]{1,18}) check (?<check>[0-9a-f]{1,8})");
    private static final String CHECK = " check ";
    private static final String OPEN = "open";
    private static final String CURRENT_FILE = "CURRENT"; // RocksDB's; names the manifest
    /** File systems stamp times no finer than a clock tick: a younger change may hide another one. */
    private static final long SETTLED_MILLIS = 1000;

    private final Path directory;
    private final Path rocks;
    private long noted = -1;
    private long settledAt = -1;

    LogNote(Path directory, Path rocks) {
        this.directory = directory;
        this.rocks = rocks;
    }

    /** Checks the newest log and manifest of a store that is about to be opened; a log's torn end is cut off. */
    void check() {
        try {
            Matcher note = read();
            long newest = newestLog();
            long must = Long.parseLong(note.group("log"));
            if (newest < must) {
                throw new StoreException(
                        "the write-ahead log of " + directory + " is damaged: a log file with number " + must
                                + " or higher must be there and is missing. Acknowledged writes would be lost by going on: bring"
                                + " the file back, or restore a backup",
                        null);
            }
            checkManifest(note);
            boolean closed = !note.group("length").equals(OPEN);
            if (closed && Files.exists(file(must))) {
                checkLength(file(must), Long.parseLong(note.group("length")), true);
            }
            if (!closed || newest > must) {
                LogTail.repair(file(newest));
            }
        } catch (IOException e) {
            throw new StoreException("cannot check the write-ahead log of " + directory + ": " + e, e);
        }
    }

    /** An opening that was cut short may have made a newer one, of which nothing is noted; that a file is missing, RocksDB tells. */
    private void checkManifest(Matcher note) throws IOException {
        Path manifest = rocks.resolve(note.group("manifest"));
        boolean present = Files.exists(manifest) && Files.exists(rocks.resolve(CURRENT_FILE));
        if (present && note.group("manifest").equals(currentManifest())) {
            boolean closed = !note.group("length").equals(OPEN);
            checkLength(manifest, Long.parseLong(note.group("manifestLength")), closed);
        }
    }

    private static void checkLength(Path file, long length, boolean exactly) throws IOException {
        long found = Files.size(file);
        if (found < length || (exactly && found > length)) {
            throw new StoreException(
                    file + " is damaged: it has " + found + " bytes, and had " + length
                            + " when the store was last used. Bring the file back, or restore a backup",
                    null);
        }
    }

    /** Notes the newest log if it changed. Between changes it costs one look at the time of the directory. */
    void update() throws IOException {
        FileTime changed = Files.getLastModifiedTime(rocks);
        if (changed.toMillis() == settledAt) {
            return;
        }
        long now = System.currentTimeMillis();
        long newest = newestLog();
        if (newest > noted) {
            DataDirectory.syncDirectory(rocks); // the log itself must not be missing if the note is there
            write(newest, OPEN);
            noted = newest;
        }
        settledAt = now - changed.toMillis() > SETTLED_MILLIS ? changed.toMillis() : -1;
    }

    /** To be called when RocksDB is closed and every write in its log was a success. */
    void closed() throws IOException {
        long newest = newestLog();
        write(newest, Long.toString(Files.size(file(newest))));
    }

    private Path file(long log) {
        return rocks.resolve(String.format("%06d.log", log));
    }

    private String currentManifest() throws IOException {
        return new String(Files.readAllBytes(rocks.resolve(CURRENT_FILE)), StandardCharsets.ISO_8859_1).trim();
    }

    private Matcher read() throws IOException {
        Path file = directory.resolve(FILE);
        String content;
        try {
            content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).trim();
        } catch (NoSuchFileException e) {
            throw new StoreException(file + " is missing: restore it from a backup", e);
        }
        Matcher note = CONTENT.matcher(content);
        if (!note.matches() || !note.group("check").equals(checksum(content.substring(0, content.indexOf(CHECK))))) {
            throw new StoreException(file + " is damaged: restore it from a backup", null);
        }
        return note;
    }

    private void write(long log, String length) throws IOException {
        String manifest = currentManifest();
        String content = "log " + log + " length " + length + " " + manifest + " length "
                + syncedLength(rocks.resolve(manifest));
        DataDirectory.writeDurably(directory, FILE, content + CHECK + checksum(content));
    }

    /** RocksDB may be about to sync an end that is counted here already. */
    private static long syncedLength(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            long length = channel.size();
            channel.force(true);
            return length;
        }
    }

    private static String checksum(String content) {
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.ISO_8859_1));
        return Long.toHexString(crc.getValue());
    }

    private long newestLog() throws IOException {
        try (Stream<Path> files = Files.list(rocks)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".log"))
                    .map(name -> name.substring(0, name.length() - ".log".length()))
                    .filter(number -> number.matches("[0-9]{1,18}"))
                    .mapToLong(Long::parseLong)
                    .max()
                    .orElse(-1);
        }
    }
}
