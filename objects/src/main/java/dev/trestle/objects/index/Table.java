package dev.trestle.objects.index;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The index's tables and the attributes of their keys.
 *
 * <pre>
 * BUCKETS    name                   what is set for the bucket, and its id
 * LIVE       bucket id | key        the current object of each key that has one, and nothing else: what a listing reads
 * VERSIONS   version id             older versions, and delete markers; HISTORY: by bucket id | key, newest first
 * NULLS      bucket id · key        which of the VERSIONS is the one that clients call "null"
 * BLOBS      blob id                every blob, with its bytes or with their number, if they are in a file
 * MANIFESTS  upload id | offset     the parts of an object that came in parts, some hundreds per row
 * UPLOADS    upload id              unfinished uploads; BY_KEY: by bucket id | key, oldest first
 * PARTS      upload id | number     their parts
 * GARBAGE    one partition | what   what is to be removed
 * </pre>
 *
 * A bucket's id is its own: one that is made again under an old name sees nothing of the old one.
 */
public enum Table {
    BUCKETS("buckets", Attribute.NAME, null),
    LIVE("live", Attribute.BUCKET, Attribute.KEY),
    VERSIONS("versions", Attribute.VERSION, null),
    NULLS("nulls", Attribute.PLACE, null),
    BLOBS("blobs", Attribute.BLOB, null),
    MANIFESTS("manifests", Attribute.UPLOAD, Attribute.OFFSET),
    UPLOADS("uploads", Attribute.UPLOAD, null),
    PARTS("parts", Attribute.UPLOAD, Attribute.NUMBER),
    GARBAGE("garbage", Attribute.KIND, Attribute.WHAT);

    /** The index of {@link #VERSIONS} and of {@link #UPLOADS} by bucket and key. */
    public static final String BY_KEY = "by-key";

    private final String tableName;
    private final String partition;
    private final @Nullable String sort;

    Table(String tableName, String partition, @Nullable String sort) {
        this.tableName = tableName;
        this.partition = partition;
        this.sort = sort;
    }

    public String tableName() {
        return tableName;
    }

    public String partition() {
        return partition;
    }

    public @Nullable String sort() {
        return sort;
    }

    /** What the table's index by key carries beside the keys: all that a listing shows. Empty if it has no such index. */
    List<String> listed() {
        return switch (this) {
            case VERSIONS ->
                List.of(
                        Attribute.NULL,
                        Attribute.MARKER,
                        Attribute.MODIFIED,
                        Attribute.SIZE,
                        Attribute.ETAG,
                        Attribute.STORAGE_CLASS,
                        Attribute.CHECKSUM,
                        Attribute.ALGORITHM,
                        Attribute.CHECKSUM_TYPE);
            case UPLOADS ->
                List.of(
                        Attribute.MODIFIED,
                        Attribute.STORAGE_CLASS,
                        Attribute.ALGORITHM,
                        Attribute.CHECKSUM_TYPE,
                        Attribute.ASKED);
            default -> List.of();
        };
    }

    /** The attributes of the table's key. */
    public List<String> keyNames() {
        return sort == null ? List.of(partition) : List.of(partition, sort);
    }
}
