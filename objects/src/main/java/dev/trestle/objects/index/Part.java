package dev.trestle.objects.index;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.StoredChecksum;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A part of an upload, or of the object that was made of it: a blob of its own. */
public record Part(int number, Bytes blob, boolean inline, long size, Bytes md5, Bytes checksum, Instant modified) {

    /** Every part's number, from 1 to 10,000, in two bytes, whose order is that of the numbers. */
    public static Bytes sortKey(int number) {
        return Bytes.of(
                ByteBuffer.allocate(Short.BYTES).putShort((short) number).array());
    }

    public static Map<String, Value> key(Bytes upload, int number) {
        return Index.key(Table.PARTS, upload, sortKey(number));
    }

    public Row toRow(Bytes upload) {
        return Row.empty()
                .with(Attribute.UPLOAD, upload)
                .with(Attribute.NUMBER, sortKey(number))
                .with(Attribute.BLOB, blob)
                .with(Attribute.INLINE, inline)
                .with(Attribute.SIZE, size)
                .with(Attribute.ETAG, md5)
                .with(Attribute.CHECKSUM, checksum)
                .with(Attribute.MODIFIED, modified.toEpochMilli());
    }

    public static Part read(StoredItem item) {
        Row row = Row.of(item);
        return new Part(
                ByteBuffer.wrap(row.bytes(Attribute.NUMBER).array()).getShort(),
                row.bytes(Attribute.BLOB),
                row.flag(Attribute.INLINE),
                row.number(Attribute.SIZE),
                row.bytes(Attribute.ETAG),
                row.bytes(Attribute.CHECKSUM),
                Instant.ofEpochMilli(row.number(Attribute.MODIFIED)));
    }

    /** Its checksum, if the object, or the upload, has one; {@code whole} is that of the object. */
    public @Nullable Checksum checksumOf(@Nullable StoredChecksum whole) {
        return whole == null
                ? null
                : new Checksum(whole.algorithm(), Base64.getEncoder().encodeToString(checksum.array()));
    }

    /** Where the part's bytes are. */
    public Content content() {
        return inline ? new Content.Inline(blob) : new Content.File(blob);
    }
}
