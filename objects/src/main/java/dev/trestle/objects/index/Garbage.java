package dev.trestle.objects.index;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/** Something that a commit has let go of and that is to be removed after it. Removing it twice does no harm. */
public sealed interface Garbage {
    /** The partition that all of it is in. */
    Bytes PARTITION = Bytes.of(new byte[] {'g'});

    /** A blob in a file. */
    record File(Bytes blob) implements Garbage {}

    /** The blobs that a manifest lists, and the manifest. */
    record Manifest(Bytes upload) implements Garbage {}

    /** The parts of an upload that has ended, but for the blobs of those that its object is made of. */
    record UploadedParts(Bytes upload, BitSet kept) implements Garbage {}

    /** The uploads of a bucket that was deleted. */
    record BucketUploads(Bytes bucket) implements Garbage {}

    private char letter() {
        if (this instanceof File) {
            return 'f';
        }
        if (this instanceof Manifest) {
            return 'm';
        }
        return this instanceof UploadedParts ? 'p' : 'b';
    }

    private Bytes what() {
        if (this instanceof File file) {
            return file.blob;
        }
        if (this instanceof Manifest manifest) {
            return manifest.upload;
        }
        return this instanceof UploadedParts parts ? parts.upload : ((BucketUploads) this).bucket;
    }

    private Bytes sortKey() {
        byte[] id = what().array();
        byte[] sort = new byte[id.length + 1];
        sort[0] = (byte) letter();
        System.arraycopy(id, 0, sort, 1, id.length);
        return Bytes.of(sort);
    }

    default Map<String, Value> key() {
        return Index.key(Table.GARBAGE, PARTITION, sortKey());
    }

    default Row toRow() {
        Row row = Row.empty().with(Attribute.KIND, PARTITION).with(Attribute.WHAT, sortKey());
        return this instanceof UploadedParts parts ? row.with(Attribute.KEPT, Bytes.of(parts.kept.toByteArray())) : row;
    }

    static Garbage read(StoredItem item) {
        Row row = Row.of(item);
        byte[] sort = row.bytes(Attribute.WHAT).array();
        Bytes id = Bytes.of(Arrays.copyOfRange(sort, 1, sort.length));
        return switch (sort[0]) {
            case 'f' -> new File(id);
            case 'm' -> new Manifest(id);
            case 'p' ->
                new UploadedParts(id, BitSet.valueOf(row.bytes(Attribute.KEPT).array()));
            case 'b' -> new BucketUploads(id);
            default -> throw new IllegalStateException("garbage of an unknown kind: " + (char) sort[0]);
        };
    }
}
