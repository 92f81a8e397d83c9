package dev.trestle.objects.index;

import dev.trestle.engine.value.Bytes;

/** Where the bytes of an object are. */
public sealed interface Content {

    /** Nowhere, because there are none. */
    record Empty() implements Content {}

    /** In the row of a blob. */
    record Inline(Bytes blob) implements Content {}

    /** In a file. */
    record File(Bytes blob) implements Content {}

    /** In the blobs of the parts that an upload's manifest lists. */
    record Parts(Bytes upload, int count) implements Content {}

    Content EMPTY = new Empty();

    /** Adds what a row says of it. */
    default void write(Row row) {
        if (this instanceof Inline inline) {
            row.with(Attribute.BLOB, inline.blob).with(Attribute.INLINE, true);
        } else if (this instanceof File file) {
            row.with(Attribute.BLOB, file.blob);
        } else if (this instanceof Parts parts) {
            row.with(Attribute.UPLOAD, parts.upload).with(Attribute.CONTENT_PARTS, parts.count);
        }
    }

    static Content read(Row row) {
        if (row.has(Attribute.CONTENT_PARTS)) {
            return new Parts(row.bytes(Attribute.UPLOAD), (int) row.number(Attribute.CONTENT_PARTS));
        }
        if (!row.has(Attribute.BLOB)) {
            return EMPTY;
        }
        Bytes blob = row.bytes(Attribute.BLOB);
        return row.flag(Attribute.INLINE) ? new Inline(blob) : new File(blob);
    }
}
