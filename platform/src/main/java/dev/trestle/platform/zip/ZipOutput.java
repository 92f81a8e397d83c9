package dev.trestle.platform.zip;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * An archive that is written entry by entry, straight to where it goes: it needs no more memory than a buffer, however large it becomes.
 * For one thread.
 */
public final class ZipOutput implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final ZipOutputStream out;
    private final Set<String> names = new HashSet<>();
    private final byte[] buffer = new byte[BUFFER_BYTES];

    /** Whether an entry is compressed. Pictures, films and PDF files already are. */
    public enum Packing {
        COMPRESSED,
        AS_IT_IS
    }

    /** {@code target} is closed with this. */
    public ZipOutput(OutputStream target) {
        this.out = new ZipOutputStream(target);
    }

    /** Adds an entry, read to its end; the caller closes {@code content}. */
    public void add(String name, Instant modified, Packing packing, InputStream content) throws IOException {
        begin(name, modified, packing);
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            out.write(buffer, 0, read);
        }
        out.closeEntry();
    }

    public void add(String name, Instant modified, byte[] content) throws IOException {
        begin(name, modified, Packing.COMPRESSED);
        out.write(content);
        out.closeEntry();
    }

    private void begin(String name, Instant modified, Packing packing) throws IOException {
        String problem = EntryNames.problem(name);
        if (problem != null) {
            throw new IllegalArgumentException("The name of an entry " + problem + ".");
        }
        if (!names.add(EntryNames.folded(name))) {
            throw new IllegalArgumentException("There is an entry of that name already.");
        }
        ZipEntry entry = new ZipEntry(name);
        // Times before 1980 cannot be said.
        entry.setLastModifiedTime(FileTime.from(modified));
        out.setLevel(packing == Packing.COMPRESSED ? Deflater.DEFAULT_COMPRESSION : Deflater.NO_COMPRESSION);
        out.putNextEntry(entry);
    }

    /** A name like this one that the archive does not have yet: {@code photo.jpg}, then {@code photo-2.jpg}. */
    public String free(String name) {
        int dot = name.lastIndexOf('.');
        int end = dot > name.lastIndexOf('/') + 1 ? dot : name.length();
        String free = name;
        for (int i = 2; names.contains(EntryNames.folded(free)); i++) {
            free = name.substring(0, end) + "-" + i + name.substring(end);
        }
        return free;
    }

    /** Ends the archive and leaves its target open, for one that has more to do than to be closed. */
    public void finish() throws IOException {
        out.finish();
    }

    /** Ends the archive. One that is not ended is none. */
    @Override
    public void close() throws IOException {
        out.close();
    }
}
