package dev.trestle.engine.transfer;

import dev.trestle.engine.item.JsonBuffer;
import dev.trestle.engine.item.StoredItem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.zip.GZIPOutputStream;

/** One gzipped file of items in the making. It takes its name when all of it is on disk, so a file of that name is complete. */
final class DataFile implements AutoCloseable {
    private static final String PARTIAL = ".partial";
    private static final int WRITE_BYTES = 128 * 1024;

    private final Path path;
    private final Path partial;
    private final FileChannel channel;
    private final MessageDigest md5 = Md5.digest();
    private final GZIPOutputStream gzip;
    private final JsonBuffer json = new JsonBuffer(WRITE_BYTES / 2);
    private long items;
    private long jsonBytes;
    private long fileBytes;

    /** {@code md5} is in base64, as the manifests have it. */
    record Summary(long items, long jsonBytes, long fileBytes, String md5) {}

    DataFile(Path path, int level) throws IOException {
        this.path = path;
        this.partial = path.resolveSibling(path.getFileName() + PARTIAL);
        this.channel = FileChannel.open(
                partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
        this.gzip = new LeveledGzip(new Sink(), level);
    }

    void write(StoredItem item) throws IOException {
        json.startObject();
        json.name("Item");
        json.item(item);
        json.endObject();
        json.endLine();
        items++;
        if (json.length() >= WRITE_BYTES) {
            drain();
        }
    }

    long jsonBytes() {
        return jsonBytes;
    }

    long fileBytes() {
        return fileBytes;
    }

    Summary finish() throws IOException {
        drain();
        gzip.close();
        channel.force(true);
        channel.close();
        Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        DurableFiles.syncDirectory(path.toAbsolutePath().getParent());
        return new Summary(items, jsonBytes, fileBytes, Base64.getEncoder().encodeToString(md5.digest()));
    }

    private void drain() throws IOException {
        jsonBytes += json.length();
        json.drainTo(gzip);
    }

    /** What was not finished goes away. */
    @Override
    public void close() throws IOException {
        if (channel.isOpen()) {
            try (FileChannel unfinished = channel) {
                gzip.close(); // frees what it holds outside the heap
            } finally {
                Files.deleteIfExists(partial);
            }
        }
    }

    private static final class LeveledGzip extends GZIPOutputStream {
        LeveledGzip(OutputStream out, int level) throws IOException {
            super(out, WRITE_BYTES);
            def.setLevel(level);
        }
    }

    private final class Sink extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            md5.update(bytes, offset, length);
            ByteBuffer content = ByteBuffer.wrap(bytes, offset, length);
            while (content.hasRemaining()) {
                channel.write(content);
            }
            fileBytes += length;
        }
    }
}
