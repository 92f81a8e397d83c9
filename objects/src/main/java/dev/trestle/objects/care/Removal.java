package dev.trestle.objects.care;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.blob.BlobFiles;
import dev.trestle.objects.blob.Pins;
import dev.trestle.objects.index.Attribute;
import dev.trestle.objects.index.ChangedMeanwhileException;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Garbage;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Manifest;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.index.Row;
import dev.trestle.objects.index.RowQuery;
import dev.trestle.objects.index.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Removes garbage: first the files, then the rows that named them, at last the row that says it is garbage. Cut short anywhere, it is begun
 * again and finds less to do.
 */
public final class Removal {
    /** How many blobs go in one commit, with two rows each. */
    static final int BATCH_MAX = 45;

    private final Index index;
    private final BlobFiles files;
    private final Pins pins;

    public Removal(Index index, BlobFiles files, Pins pins) {
        this.index = index;
        this.files = files;
        this.pins = pins;
    }

    /** Gives back what is still being read. */
    List<Garbage> remove(List<Garbage> batch) throws IOException {
        List<Garbage> refused = new ArrayList<>();
        Changes changes = new Changes();
        List<Bytes> claimed = new ArrayList<>();
        try {
            for (Garbage garbage : batch) {
                Bytes content = content(garbage);
                if (content != null && !pins.claim(content)) {
                    refused.add(garbage);
                    continue;
                }
                if (content != null) {
                    claimed.add(content);
                }
                if (garbage instanceof Garbage.File file) {
                    files.delete(file.blob());
                    changes.deleteBlob(file.blob()).deleteGarbage(file);
                } else {
                    removeRows(garbage);
                }
            }
            index.commit(changes);
        } finally {
            claimed.forEach(pins::release);
        }
        return refused;
    }

    /** Whether nobody reads it any more. */
    boolean isFree(Garbage garbage) {
        Bytes content = content(garbage);
        return content == null || !pins.isPinned(content);
    }

    /** What readers pin; null where there can be none. */
    private static @Nullable Bytes content(Garbage garbage) {
        if (garbage instanceof Garbage.File file) {
            return file.blob();
        }
        return garbage instanceof Garbage.Manifest manifest ? manifest.upload() : null;
    }

    private void removeRows(Garbage garbage) throws IOException {
        if (garbage instanceof Garbage.Manifest manifest) {
            removeManifest(manifest);
        } else if (garbage instanceof Garbage.UploadedParts parts) {
            removeParts(parts.upload(), parts.kept());
            index.commit(new Changes().deleteGarbage(garbage));
        } else if (garbage instanceof Garbage.BucketUploads uploads) {
            endUploads(uploads.bucket());
            index.commit(new Changes().deleteGarbage(garbage));
        }
    }

    private void removeManifest(Garbage.Manifest garbage) throws IOException {
        Changes last = new Changes();
        for (Manifest row : Manifest.all(index, garbage.upload())) {
            Changes blobs = new Changes();
            for (Part part : row.parts()) {
                if (!part.inline()) {
                    files.delete(part.blob());
                }
                blobs.deleteBlob(part.blob());
                if (blobs.size() == Changes.MAX) {
                    index.commit(blobs);
                    blobs = new Changes();
                }
            }
            index.commit(blobs);
            last.delete(Table.MANIFESTS, row.key());
        }
        index.commit(last.deleteGarbage(garbage));
    }

    private void removeParts(Bytes upload, BitSet kept) throws IOException {
        List<StoredItem> page =
                index.query(RowQuery.of(Table.PARTS, upload, null, BATCH_MAX)).rows();
        while (!page.isEmpty()) {
            Changes changes = new Changes();
            for (StoredItem item : page) {
                Part part = Part.read(item);
                if (!kept.get(part.number())) {
                    if (!part.inline()) {
                        files.delete(part.blob());
                    }
                    changes.deleteBlob(part.blob());
                }
                changes.delete(Table.PARTS, Part.key(upload, part.number()));
            }
            index.commit(changes);
            page = index.query(RowQuery.of(Table.PARTS, upload, null, BATCH_MAX))
                    .rows();
        }
    }

    /** No upload can begin in a bucket that is gone. */
    private void endUploads(Bytes bucket) {
        Bytes any = Bytes.of(new byte[0]);
        List<StoredItem> page = index.query(RowQuery.ofPrefix(Table.UPLOADS, bucket, any, null, BATCH_MAX))
                .rows();
        while (!page.isEmpty()) {
            for (StoredItem item : page) {
                Bytes upload = Row.of(item).bytes(Attribute.UPLOAD);
                try {
                    index.commit(new Changes()
                            .deleteUpload(upload)
                            .addGarbage(new Garbage.UploadedParts(upload, new BitSet())));
                } catch (ChangedMeanwhileException e) {
                    continue; // it has ended by itself
                }
            }
            page = index.query(RowQuery.ofPrefix(Table.UPLOADS, bucket, any, null, BATCH_MAX))
                    .rows();
        }
    }
}
