package dev.trestle.objects.index;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.StoredChecksum;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One version of an object, or a delete marker.
 *
 * @param id puts it in order among the versions of its key, also if clients know it as {@code null}
 * @param isNull whether clients know it as {@code null}
 * @param etag empty for a marker
 */
public record Version(
        Bytes id,
        boolean isNull,
        boolean isMarker,
        Instant modified,
        long size,
        String etag,
        Content content,
        @Nullable StoredChecksum checksum,
        ContentHeaders headers,
        Map<String, String> tags,
        String storageClass) {
    public static final String STANDARD = "STANDARD";
    public static final String NULL_TEXT = "null";

    /** A delete marker. */
    public static Version marker(Bytes id, boolean isNull, Instant modified) {
        return new Version(
                id, isNull, true, modified, 0, "", Content.EMPTY, null, ContentHeaders.NONE, Map.of(), STANDARD);
    }

    public Version withTags(Map<String, String> changed) {
        return new Version(
                id, isNull, isMarker, modified, size, etag, content, checksum, headers, changed, storageClass);
    }

    /** The id as clients see it in a bucket that has, or had, versions. */
    public String idText() {
        return isNull ? NULL_TEXT : Ids.toText(id);
    }

    /** The row under which it is the current object of its key. */
    Row toRow(Bytes bucket, Bytes key) {
        Row row = Row.empty()
                .with(Attribute.BUCKET, bucket)
                .with(Attribute.KEY, key)
                .with(Attribute.VERSION, id)
                .with(Attribute.NULL, isNull)
                .with(Attribute.MARKER, isMarker)
                .with(Attribute.MODIFIED, modified.toEpochMilli());
        if (isMarker) {
            return row;
        }
        row.with(Attribute.SIZE, size).with(Attribute.ETAG, etag);
        content.write(row);
        writeDescription(row, headers, tags, storageClass);
        if (checksum != null) {
            row.with(Attribute.CHECKSUM, checksum.value())
                    .with(Attribute.ALGORITHM, checksum.algorithm())
                    .with(Attribute.CHECKSUM_TYPE, checksum.type());
        }
        return row;
    }

    /** Also of a row of the index by key, which has only what listings show. */
    public static Version read(StoredItem item) {
        Row row = Row.of(item);
        Bytes id = row.bytes(Attribute.VERSION);
        boolean isNull = row.flag(Attribute.NULL);
        Instant modified = Instant.ofEpochMilli(row.number(Attribute.MODIFIED));
        if (row.flag(Attribute.MARKER)) {
            return marker(id, isNull, modified);
        }
        return new Version(
                id,
                isNull,
                false,
                modified,
                row.number(Attribute.SIZE),
                row.requiredText(Attribute.ETAG),
                Content.read(row),
                readChecksum(row),
                readHeaders(row),
                row.texts(Attribute.TAGS),
                readStorageClass(row));
    }

    private static @Nullable StoredChecksum readChecksum(Row row) {
        ChecksumAlgorithm algorithm = row.choice(Attribute.ALGORITHM, ChecksumAlgorithm.class);
        ChecksumType type = row.choice(Attribute.CHECKSUM_TYPE, ChecksumType.class);
        return algorithm == null || type == null
                ? null
                : new StoredChecksum(algorithm, row.requiredText(Attribute.CHECKSUM), type);
    }

    /** What objects and uploads have in common. */
    static void writeDescription(Row row, ContentHeaders headers, Map<String, String> tags, String storageClass) {
        Map<String, String> named = new LinkedHashMap<>();
        putIfGiven(named, "ct", headers.contentType());
        putIfGiven(named, "ce", headers.contentEncoding());
        putIfGiven(named, "cd", headers.contentDisposition());
        putIfGiven(named, "cl", headers.contentLanguage());
        putIfGiven(named, "cc", headers.cacheControl());
        putIfGiven(named, "ex", headers.expires());
        row.with(Attribute.HEADERS, named)
                .with(Attribute.METADATA, headers.metadata())
                .with(Attribute.TAGS, tags)
                .with(Attribute.STORAGE_CLASS, storageClass.equals(STANDARD) ? null : storageClass);
    }

    private static void putIfGiven(Map<String, String> into, String name, @Nullable String value) {
        if (value != null) {
            into.put(name, value);
        }
    }

    static ContentHeaders readHeaders(Row row) {
        Map<String, String> named = row.texts(Attribute.HEADERS);
        Map<String, String> metadata = row.texts(Attribute.METADATA);
        return named.isEmpty() && metadata.isEmpty()
                ? ContentHeaders.NONE
                : new ContentHeaders(
                        named.get("ct"),
                        named.get("ce"),
                        named.get("cd"),
                        named.get("cl"),
                        named.get("cc"),
                        named.get("ex"),
                        metadata);
    }

    static String readStorageClass(Row row) {
        String found = row.text(Attribute.STORAGE_CLASS);
        return found == null ? STANDARD : found;
    }
}
