package dev.trestle.engine.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A file of our own that says which write-ahead log is the newest and, of a store that was closed, how long it is.
 *
 * <p>RocksDB opens a directory whose newest log has vanished, or lost its end, as if the writes in it had never been. The note is on
 * disk before the first write in a new log is acknowledged, so the loss of the file is always noticed. The loss of its end is noticed
 * where the store had been closed; otherwise it looks like a power cut, after which {@link LogTail} looks closer.
 */
final class LogNote {
    private static final String FILE = "NEWEST-LOG";
    private static final Pattern CONTENT =
            Pattern.compile("log ([0-9]{1,18}) length ([0-9]{1,18}|open) check ([0-9a-f]{1,8})");
    private static final String OPEN = "open";
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

    /** Checks the newest log of a store that is about to be opened; a torn end is cut off. */
    void check() {
        try {
            Matcher note = read();
            long newest = newestLog();
            long must = Long.parseLong(note.group(1));
            if (newest < must) {
                throw new StoreException(
                        "the write-ahead log of " + directory + " is damaged: a log file with number " + must
                                + " or higher must be there and is missing. Acknowledged writes would be lost by going on: bring"
                                + " the file back, or restore a backup",
                        null);
            }
            boolean closed = !note.group(2).equals(OPEN);
            if (closed && Files.exists(file(must))) {
                checkLength(file(must), Long.parseLong(note.group(2)));
            }
            if (!closed || newest > must) {
                LogTail.repair(file(newest));
            }
        } catch (IOException e) {
            throw new StoreException("cannot check the write-ahead log of " + directory + ": " + e, e);
        }
    }

    private static void checkLength(Path log, long length) throws IOException {
        if (Files.size(log) != length) {
            throw new StoreException(
                    "the write-ahead log " + log + " is damaged: it has " + Files.size(log) + " bytes, and had "
                            + length + " when the store was closed. Bring the file back, or restore a backup",
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

    private Matcher read() throws IOException {
        Path file = directory.resolve(FILE);
        String content;
        try {
            content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).trim();
        } catch (NoSuchFileException e) {
            throw new StoreException(file + " is missing: restore it from a backup", e);
        }
        Matcher note = CONTENT.matcher(content);
        if (!note.matches() || !note.group(3).equals(check(note.group(1), note.group(2)))) {
            throw new StoreException(file + " is damaged: restore it from a backup", null);
        }
        return note;
    }

    private void write(long log, String length) throws IOException {
        String number = Long.toString(log);
        DataDirectory.writeDurably(
                directory, FILE, "log " + number + " length " + length + " check " + check(number, length));
    }

    private static String check(String log, String length) {
        CRC32C crc = new CRC32C();
        crc.update((log + " " + length).getBytes(StandardCharsets.US_ASCII));
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
