package dev.trestle.platform.zip;

import dev.trestle.platform.zip.ZipRefusedException.Problem;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * An archive from outside. Its directory is checked before anything is read: how many entries, and their names. Bytes are counted as they
 * are uncompressed, whatever the directory says of them, so that an archive whose entries overlap or lie about their length ends at
 * the same limits; their checksums are compared. Nothing is ever written under a name of an archive. For one thread.
 */
public final class ZipInput implements AutoCloseable {
    private static final long RATIO_COUNTS_FROM = 1 << 20;

    private final ZipFile file;
    private final ZipLimits limits;
    private final List<Entry> entries = new ArrayList<>();
    private long total;

    /**
     * A file in an archive.
     *
     * @param size as the archive says; -1 if it does not
     */
    public record Entry(String name, long size) {}

    private ZipInput(ZipFile file, ZipLimits limits) {
        this.file = file;
        this.limits = limits;
    }

    /** @throws ZipRefusedException if it is no archive, or one that is not taken */
    public static ZipInput open(Path path, ZipLimits limits) throws IOException {
        ZipFile file;
        try {
            file = new ZipFile(path.toFile(), ZipFile.OPEN_READ, StandardCharsets.UTF_8);
        } catch (ZipException | IllegalArgumentException e) {
            throw damaged(null);
        }
        ZipInput input = new ZipInput(file, limits);
        try {
            input.check();
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
        return input;
    }

    private void check() {
        if (file.size() > limits.entries()) {
            throw new ZipRefusedException(
                    Problem.TOO_MANY_ENTRIES, null, "The archive has more than " + limits.entries() + " files.");
        }
        Set<String> names = new HashSet<>();
        try {
            file.stream().forEach(entry -> check(entry, names));
        } catch (IllegalArgumentException e) {
            throw damaged(null);
        }
    }

    private void check(ZipEntry entry, Set<String> names) {
        String name = entry.getName();
        String problem = EntryNames.problem(name);
        if (problem != null) {
            throw new ZipRefusedException(
                    Problem.UNSAFE_NAME, name, "The archive has a file whose name " + problem + ".");
        }
        if (!names.add(EntryNames.folded(name))) {
            throw new ZipRefusedException(
                    Problem.DUPLICATE_NAME, name, "The archive has two files that some systems take for one: " + name);
        }
        if (entry.getSize() > limits.entryBytes()) {
            throw tooLarge(name);
        }
        if (!entry.isDirectory()) {
            entries.add(new Entry(name, entry.getSize()));
        }
    }

    /** Its files, in the order of the archive. */
    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** A file's bytes, to be closed; reading them may end with {@link ZipRefusedException}. */
    public InputStream open(Entry entry) throws IOException {
        ZipEntry found = file.getEntry(entry.name());
        if (found == null) {
            throw damaged(entry.name());
        }
        if (found.getMethod() != ZipEntry.STORED && found.getMethod() != ZipEntry.DEFLATED) {
            throw new ZipRefusedException(
                    Problem.DAMAGED, entry.name(), "The archive has a file that is compressed in an unknown way.");
        }
        try {
            return new Counted(file.getInputStream(found), found);
        } catch (ZipException e) {
            boolean isEncrypted = String.valueOf(e.getMessage()).contains("encrypted");
            throw isEncrypted
                    ? new ZipRefusedException(
                            Problem.ENCRYPTED, entry.name(), "The archive has a file that is locked by a password.")
                    : damaged(entry.name());
        }
    }

    private static ZipRefusedException tooLarge(String name) {
        return new ZipRefusedException(Problem.TOO_LARGE, name, "The archive has a file that is too large: " + name);
    }

    private static ZipRefusedException damaged(@Nullable String name) {
        return new ZipRefusedException(
                Problem.DAMAGED,
                name,
                name == null
                        ? "This is no zip archive, or a damaged one."
                        : "A file of the archive is damaged: " + name);
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Counts what comes out of an entry. */
    private final class Counted extends FilterInputStream {
        private final ZipEntry entry;
        private final CRC32 checksum = new CRC32();
        private long count;

        Counted(InputStream in, ZipEntry entry) {
            super(in);
            this.entry = entry;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int read;
            try {
                read = super.read(bytes, from, length);
            } catch (ZipException | EOFException e) {
                throw damaged(entry.getName());
            }
            if (read > 0) {
                checksum.update(bytes, from, read);
                add(read);
            } else if (read < 0 && entry.getCrc() >= 0 && entry.getCrc() != checksum.getValue()) {
                throw damaged(entry.getName());
            }
            return read;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = 0;
            while (skipped < bytes && read() >= 0) {
                skipped++;
            }
            return skipped;
        }

        private void add(int read) {
            count += read;
            total += read;
            long packed = Math.max(1, entry.getCompressedSize());
            boolean isBomb = count > RATIO_COUNTS_FROM && count / packed > limits.ratio();
            if (isBomb || count > limits.entryBytes() || total > limits.totalBytes()) {
                throw tooLarge(entry.getName());
            }
        }
    }
}
