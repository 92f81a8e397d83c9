package dev.trestle.objects.index;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.ContentHeaders;
import java.time.Instant;
import java.util.Map;

/**
 * An upload in parts that is neither completed nor aborted, with all that its object will have.
 *
 * @param algorithm whose checksum is kept of each part and of the whole
 * @param asked whether the client asked for that algorithm, and wants to be told of it
 */
public record PendingUpload(
        Bytes id,
        Bytes bucket,
        Bytes key,
        Instant initiated,
        ChecksumAlgorithm algorithm,
        ChecksumType type,
        boolean asked,
        ContentHeaders headers,
        Map<String, String> tags,
        String storageClass) {

    public Row toRow() {
        Row row = Row.empty()
                .with(Attribute.UPLOAD, id)
                .with(Attribute.BUCKET, bucket)
                .with(Attribute.KEY, key)
                .with(Attribute.MODIFIED, initiated.toEpochMilli())
                .with(Attribute.ALGORITHM, algorithm)
                .with(Attribute.CHECKSUM_TYPE, type)
                .with(Attribute.ASKED, asked);
        Version.writeDescription(row, headers, tags, storageClass);
        return row;
    }

    /** Also of a row of the index by key, which has only what listings show. */
    public static PendingUpload read(StoredItem item) {
        Row row = Row.of(item);
        return new PendingUpload(
                row.bytes(Attribute.UPLOAD),
                row.bytes(Attribute.BUCKET),
                row.bytes(Attribute.KEY),
                Instant.ofEpochMilli(row.number(Attribute.MODIFIED)),
                ChecksumAlgorithm.valueOf(row.requiredText(Attribute.ALGORITHM)),
                ChecksumType.valueOf(row.requiredText(Attribute.CHECKSUM_TYPE)),
                row.flag(Attribute.ASKED),
                Version.readHeaders(row),
                row.texts(Attribute.TAGS),
                Version.readStorageClass(row));
    }
}
