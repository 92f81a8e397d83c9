package dev.trestle.objects.care;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.checksum.Digest;
import dev.trestle.objects.index.Attribute;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Row;
import dev.trestle.objects.index.Table;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A blob as something names it: what it must be like. */
record Blob(Bytes id, boolean inline, long size, String md5) {
    private static final int BUFFER_BYTES = 128 * 1024;

    /** What is wrong with it, or null. {@code contents} tells whether every byte is to be read. */
    @Nullable
    String problem(Index index, BlobFiles files, boolean contents) {
        StoredItem item = index.get(Table.BLOBS, Index.key(Table.BLOBS, id));
        if (item == null) {
            return "its blob is not in the index";
        }
        Row row = Row.of(item);
        if (row.number(Attribute.SIZE) != size) {
            return "its blob has " + row.number(Attribute.SIZE) + " bytes in the index, not " + size;
        }
        try {
            return inline ? inlineProblem(row, contents) : fileProblem(files, contents);
        } catch (IOException e) {
            return "its blob cannot be read: " + e;
        }
    }

    private @Nullable String inlineProblem(Row row, boolean contents) {
        if (!row.has(Attribute.DATA)) {
            return "its blob has no bytes in the index";
        }
        byte[] data = row.bytes(Attribute.DATA).array();
        if (data.length != size) {
            return "its blob has " + data.length + " bytes, not " + size;
        }
        return contents && !HexFormat.of().formatHex(Digest.md5(data)).equals(md5) ? "its bytes have changed" : null;
    }

    private @Nullable String fileProblem(BlobFiles files, boolean contents) throws IOException {
        long length = files.length(id);
        if (length != size) {
            return "its file " + files.path(id)
                    + (length < 0 ? " is missing" : " has " + length + " bytes, not " + size);
        }
        if (!contents) {
            return null;
        }
        Digest digest = Digest.md5();
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        try (FileChannel channel = files.open(id)) {
            while (channel.read(buffer) >= 0) {
                digest.update(buffer.flip());
                buffer.clear();
            }
        }
        return HexFormat.of().formatHex(digest.value()).equals(md5)
                ? null
                : "the bytes of its file " + files.path(id) + " have changed";
    }
}
