package dev.trestle.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;

/** How fast zlib alone is on all cores, with the JSON of an export: no export that compresses can be faster. */
final class GzipRate {
    private static final int SAMPLE_BYTES = 16 * 1024 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;
    private static final long MILLIS = 2_000;

    private final byte[] json;

    private GzipRate(byte[] json) {
        this.json = json;
    }

    /** Takes its sample from a data file. */
    static GzipRate of(Path dataFile) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(dataFile))) {
            return new GzipRate(in.readNBytes(SAMPLE_BYTES));
        }
    }

    /** Bytes of JSON a second. */
    double measure(int level) {
        int threads = Runtime.getRuntime().availableProcessors();
        return CHUNK_BYTES * new Load(threads, MILLIS).rate(random -> deflate(level, random));
    }

    private long deflate(int level, long random) {
        Deflater deflater = new Deflater(level, true);
        try {
            int chunks = Math.max(1, json.length / CHUNK_BYTES);
            int from = (int) (random % chunks) * CHUNK_BYTES;
            deflater.setInput(json, from, Math.min(CHUNK_BYTES, json.length - from));
            deflater.finish();
            byte[] buffer = new byte[CHUNK_BYTES];
            long bytes = 0;
            while (!deflater.finished()) {
                bytes += deflater.deflate(buffer);
            }
            return bytes;
        } finally {
            deflater.end();
        }
    }
}
