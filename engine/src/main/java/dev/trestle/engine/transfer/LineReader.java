package dev.trestle.engine.transfer;

import dev.trestle.engine.EngineException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a gzipped file, one at a time in a buffer that is used again. However much a file swells when unpacked, no more than one
 * line of it is in memory, and no line may be longer than any item could make it.
 */
final class LineReader implements AutoCloseable {
    /** An item has 400 KB at most, of which JSON makes seven times as much at worst. */
    static final int LINE_BYTES_MAX = 8 * 1024 * 1024;

    private static final int READ_BYTES = 128 * 1024;

    private final String name;
    private final InputStream in;
    private byte[] buffer = new byte[2 * READ_BYTES];
    private int start;
    private int lineEnd;
    private int limit;
    private long lineNumber;
    private long bytes;
    private boolean ended;

    /** {@code name} is how the file is called in complaints. */
    LineReader(Path file, String name) throws IOException {
        this.name = name;
        InputStream raw = Files.newInputStream(file);
        try {
            in = new GZIPInputStream(raw, READ_BYTES);
        } catch (IOException e) {
            raw.close();
            throw damaged(e);
        }
    }

    /** Moves to the next line that is not the empty one behind the last line break; false at the end. */
    boolean next() throws IOException {
        start = lineEnd + (lineNumber == 0 ? 0 : 1);
        int at = start;
        for (; ; ) {
            while (at < limit && buffer[at] != '\n') {
                at++;
            }
            if (at < limit) {
                break;
            }
            int scanned = at - start;
            if (ended || !fill()) {
                if (scanned == 0) {
                    return false;
                }
                break;
            }
            at = start + scanned;
        }
        lineEnd = at;
        lineNumber++;
        bytes += lineEnd - start + 1L;
        if (lineEnd == start) {
            throw problem("is empty");
        }
        return true;
    }

    byte[] array() {
        return buffer;
    }

    int offset() {
        return start;
    }

    int length() {
        return lineEnd - start;
    }

    long lineNumber() {
        return lineNumber;
    }

    /** Of all lines so far. */
    long bytes() {
        return bytes;
    }

    EngineException problem(@Nullable String what) {
        return EngineException.validation(name + ", line " + lineNumber + ": " + what);
    }

    /** Reads more behind what there is of the line. */
    private boolean fill() throws IOException {
        int kept = Math.max(0, limit - start);
        if (kept > LINE_BYTES_MAX) {
            lineNumber++;
            throw problem("is longer than any item makes it: more than " + LINE_BYTES_MAX + " bytes");
        }
        if (buffer.length - kept < READ_BYTES) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        System.arraycopy(buffer, Math.min(start, limit), buffer, 0, kept);
        start = 0;
        limit = kept;
        try {
            int read = in.read(buffer, kept, buffer.length - kept);
            ended = read < 0;
            limit += Math.max(read, 0);
        } catch (EOFException | ZipException e) {
            throw damaged(e);
        }
        return !ended;
    }

    private IOException damaged(IOException e) {
        return e instanceof EOFException || e instanceof ZipException
                ? new IOException(
                        name + " is cut short or damaged behind line " + lineNumber + ": " + e.getMessage(), e)
                : e;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
