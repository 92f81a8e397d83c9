package dev.trestle.objects.list;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.api.ListUploads;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.PendingUpload;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.ObjectKeys;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the unfinished uploads of a bucket. */
public final class UploadListing {
    private final Core core;

    public UploadListing(Core core) {
        this.core = core;
    }

    public ListUploads.Result list(ListUploads request) {
        Bucket bucket = core.buckets.require(request.bucket());
        Folding folding = Folding.of(request.prefix(), request.delimiter());
        int max = ObjectListing.pageSize(request.maxUploads(), "max-uploads");
        RowCursor cursor = new RowCursor(
                core.index,
                Table.UPLOADS,
                bucket.id(),
                folding.prefix(),
                folding.isOn() ? ObjectListing.FOLDED_ROWS : max + 1);
        if (request.keyMarker() != null) {
            begin(ObjectKeys.bytes(request.keyMarker()), request.uploadIdMarker(), folding, cursor);
        }
        return fill(cursor, folding, max);
    }

    /** An upload id that is none is passed over, as S3 passes over one without a key. */
    private static void begin(Bytes key, @Nullable String uploadId, Folding folding, RowCursor cursor) {
        Bytes id = uploadId == null ? null : Ids.ofText(uploadId);
        if (id == null) {
            cursor.leapBehind(folding.behind(key));
        } else {
            cursor.leapBehind(folding.behind(key), id);
        }
    }

    private static ListUploads.Result fill(RowCursor cursor, Folding folding, int max) {
        List<ListUploads.Entry> uploads = new ArrayList<>();
        List<String> prefixes = new ArrayList<>();
        String nextKey = null;
        String nextUpload = null;
        RowCursor.Entry entry = max == 0 ? null : cursor.peek();
        for (int count = 0; count < max && entry != null; count++) {
            Bytes common = folding.commonPrefix(entry.key());
            if (common == null) {
                ListUploads.Entry upload = upload(PendingUpload.read(entry.item()));
                uploads.add(upload);
                cursor.next();
                nextKey = upload.key();
                nextUpload = upload.uploadId();
            } else {
                prefixes.add(ObjectKeys.text(common));
                cursor.skip(common);
                nextKey = ObjectKeys.text(common);
                nextUpload = null;
            }
            entry = cursor.peek();
        }
        boolean more = entry != null;
        return new ListUploads.Result(uploads, prefixes, more ? nextKey : null, more ? nextUpload : null);
    }

    private static ListUploads.Entry upload(PendingUpload upload) {
        return new ListUploads.Entry(
                ObjectKeys.text(upload.key()),
                Ids.toText(upload.id()),
                upload.initiated(),
                upload.storageClass(),
                upload.asked() ? upload.algorithm() : null,
                upload.asked() ? upload.type() : null);
    }
}
