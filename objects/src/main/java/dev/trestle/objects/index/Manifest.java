package dev.trestle.objects.index;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Some of an object's parts, one behind the other, and where in the object they begin. A manifest is a few such rows, small enough that
 * those of 10,000 parts go into the one commit that makes the object, and large enough that a read needs one.
 *
 * <pre>
 * part = number(2) · inline(1) · size(8) · blob id(16) · MD5(16) · checksum length(1) · checksum
 * </pre>
 */
public record Manifest(Bytes upload, long offset, List<Part> parts) {
    private static final int PARTS_PER_ROW = 256;
    private static final int MD5_BYTES = 16;
    private static final int FIXED_BYTES = Short.BYTES + 1 + Long.BYTES + Ids.PLAIN_BYTES + MD5_BYTES + 1;

    /** The rows of a whole object. */
    public static List<Manifest> of(Bytes upload, List<Part> parts) {
        List<Manifest> rows = new ArrayList<>();
        long offset = 0;
        for (int from = 0; from < parts.size(); from += PARTS_PER_ROW) {
            List<Part> some = parts.subList(from, Math.min(from + PARTS_PER_ROW, parts.size()));
            Manifest row = new Manifest(upload, offset, List.copyOf(some));
            rows.add(row);
            offset = row.end();
        }
        return rows;
    }

    /** Where in the object the parts of this row end. */
    public long end() {
        long end = offset;
        for (Part part : parts) {
            end += part.size();
        }
        return end;
    }

    private static Bytes sortKey(long offset) {
        return Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(offset).array());
    }

    public Map<String, Value> key() {
        return Index.key(Table.MANIFESTS, upload, sortKey(offset));
    }

    public Row toRow() {
        int bytes = parts.stream()
                .mapToInt(part -> FIXED_BYTES + part.checksum().length())
                .sum();
        ByteBuffer packed = ByteBuffer.allocate(bytes);
        for (Part part : parts) {
            packed.putShort((short) part.number());
            packed.put((byte) (part.inline() ? 1 : 0));
            packed.putLong(part.size());
            packed.put(part.blob().array());
            packed.put(part.md5().array());
            packed.put((byte) part.checksum().length());
            packed.put(part.checksum().array());
        }
        return Row.empty()
                .with(Attribute.UPLOAD, upload)
                .with(Attribute.OFFSET, sortKey(offset))
                .with(Attribute.PARTS, Bytes.of(packed.array()));
    }

    public static Manifest read(StoredItem item) {
        Row row = Row.of(item);
        ByteBuffer packed = ByteBuffer.wrap(row.bytes(Attribute.PARTS).array());
        List<Part> parts = new ArrayList<>();
        while (packed.hasRemaining()) {
            int number = packed.getShort();
            boolean inline = packed.get() == 1;
            long size = packed.getLong();
            Bytes blob = take(packed, Ids.PLAIN_BYTES);
            Bytes md5 = take(packed, MD5_BYTES);
            Bytes checksum = take(packed, packed.get());
            parts.add(new Part(number, blob, inline, size, md5, checksum, Instant.EPOCH));
        }
        long offset = ByteBuffer.wrap(row.bytes(Attribute.OFFSET).array()).getLong();
        return new Manifest(row.bytes(Attribute.UPLOAD), offset, parts);
    }

    private static Bytes take(ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        return Bytes.of(bytes);
    }

    /** The row with the part in which a byte of the object lies; null if there is none. */
    public static @Nullable Manifest at(Index index, Bytes upload, long position) {
        List<StoredItem> found = index.query(RowQuery.lastUpTo(Table.MANIFESTS, upload, sortKey(position)))
                .rows();
        return found.isEmpty() ? null : read(found.get(0));
    }

    /** All rows of a whole object, in their order. */
    public static List<Manifest> all(Index index, Bytes upload) {
        List<Manifest> rows = new ArrayList<>();
        Map<String, Value> behind = null;
        do {
            Index.Rows page = index.query(RowQuery.of(Table.MANIFESTS, upload, behind, PARTS_PER_ROW));
            page.rows().forEach(item -> rows.add(read(item)));
            behind = page.next();
        } while (behind != null);
        return rows;
    }
}
