package dev.trestle.objects.multipart;

import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Bytes;
import dev.trestle.engine.value.Value;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumAlgorithm;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.CreateUpload;
import dev.trestle.objects.api.ListParts;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.api.UploadedPart;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.bucket.Gate;
import dev.trestle.objects.bucket.TagRules;
import dev.trestle.objects.index.Changes;
import dev.trestle.objects.index.Garbage;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Index;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.index.PendingUpload;
import dev.trestle.objects.index.RowQuery;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.KeyLocks;
import dev.trestle.objects.object.Limits;
import dev.trestle.objects.object.ObjectKeys;
import dev.trestle.objects.object.ObjectWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.BitSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Uploads in parts, from their beginning to where they are completed or aborted. An upload's lock is shared by those who bring parts and
 * taken alone by who ends it; it comes before that of the bucket, and that before the key's.
 */
public final class Uploads {
    private static final int PAGE_MAX = 1000;

    private final Core core;

    public Uploads(Core core) {
        this.core = core;
    }

    public CreateUpload.Result create(CreateUpload request) {
        core.buckets.require(request.bucket());
        Bytes key = ObjectKeys.require(request.key());
        Limits.checkHeaders(request.headers());
        TagRules.checkObject(request.tags());
        String storageClass = Limits.storageClass(request.storageClass());
        ChecksumAlgorithm asked = request.algorithm();
        ChecksumType type = type(asked, request.checksumType());
        try (Gate.Inside inside = core.buckets.enter(request.bucket())) {
            Instant now = core.now();
            PendingUpload upload = new PendingUpload(
                    core.ids.upload(Core.order(now)),
                    inside.bucket().id(),
                    key,
                    now,
                    asked == null ? ObjectWriter.DEFAULT_ALGORITHM : asked,
                    type,
                    asked != null,
                    request.headers(),
                    request.tags(),
                    storageClass);
            core.index.commit(new Changes().put(Table.UPLOADS, upload.toRow()));
            return new CreateUpload.Result(Ids.toText(upload.id()), asked, asked == null ? null : type);
        }
    }

    /** CRC64NVME is always that of the whole, a SHA never; of the others the parts' is usual. */
    private static ChecksumType type(@Nullable ChecksumAlgorithm algorithm, @Nullable ChecksumType asked) {
        if (algorithm == null) {
            if (asked != null) {
                throw ObjectStoreException.of(
                        S3Error.INVALID_REQUEST,
                        "The x-amz-checksum-type header can only be used with the x-amz-checksum-algorithm header.");
            }
            return ChecksumType.FULL_OBJECT;
        }
        boolean possible = asked == null
                || (asked == ChecksumType.FULL_OBJECT
                        ? algorithm.isCombinable()
                        : algorithm != ChecksumAlgorithm.CRC64NVME);
        if (!possible) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "The " + asked + " checksum type cannot be used with the "
                            + algorithm.name().toLowerCase(java.util.Locale.ROOT) + " checksum algorithm.");
        }
        if (asked != null) {
            return asked;
        }
        return algorithm == ChecksumAlgorithm.CRC64NVME ? ChecksumType.FULL_OBJECT : ChecksumType.COMPOSITE;
    }

    /** The upload if it is still to be ended, and of that key. */
    PendingUpload require(UploadRef ref) {
        PendingUpload found = find(ref);
        if (found == null) {
            throw noSuchUpload(ref);
        }
        return found;
    }

    @Nullable
    PendingUpload find(UploadRef ref) {
        Bucket bucket = core.buckets.require(ref.bucket());
        Bytes key = ObjectKeys.require(ref.key());
        Bytes id = Ids.ofText(ref.uploadId());
        StoredItem item = id == null ? null : core.index.get(Table.UPLOADS, Index.key(Table.UPLOADS, id));
        PendingUpload upload = item == null ? null : PendingUpload.read(item);
        return upload != null
                        && upload.bucket().equals(bucket.id())
                        && upload.key().equals(key)
                ? upload
                : null;
    }

    static ObjectStoreException noSuchUpload(UploadRef ref) {
        return ObjectStoreException.of(S3Error.NO_SUCH_UPLOAD).with("UploadId", ref.uploadId());
    }

    public void abort(UploadRef ref) {
        PendingUpload upload = require(ref);
        try (KeyLocks.Held held = core.locks.exclusive(upload.id())) {
            require(ref);
            core.index.commit(new Changes()
                    .deleteUpload(upload.id())
                    .addGarbage(new Garbage.UploadedParts(upload.id(), new BitSet())));
        }
    }

    public ListParts.Result listParts(ListParts request) {
        PendingUpload upload = require(request.upload());
        int max = Math.min(Math.max(request.maxParts(), 0), PAGE_MAX);
        Integer next = null;
        List<UploadedPart> parts = new ArrayList<>();
        for (Part part : parts(upload.id(), request.partNumberMarker(), max + 1)) {
            if (parts.size() == max) {
                next = max == 0
                        ? request.partNumberMarker()
                        : parts.get(max - 1).partNumber();
                break;
            }
            parts.add(shown(upload, part));
        }
        return new ListParts.Result(
                parts,
                max == 0 ? null : next,
                upload.storageClass(),
                upload.asked() ? upload.algorithm() : null,
                upload.asked() ? upload.type() : null);
    }

    static UploadedPart shown(PendingUpload upload, Part part) {
        return new UploadedPart(
                part.number(),
                HexFormat.of().formatHex(part.md5().array()),
                part.size(),
                part.modified(),
                upload.asked() ? checksum(upload.algorithm(), part) : null);
    }

    static Checksum checksum(ChecksumAlgorithm algorithm, Part part) {
        return new Checksum(
                algorithm, Base64.getEncoder().encodeToString(part.checksum().array()));
    }

    /** The upload's parts behind a number, in their order, at most {@code count}. */
    List<Part> parts(Bytes upload, int marker, int count) {
        List<Part> parts = new ArrayList<>();
        int clamped = Math.min(Math.max(marker, 0), Short.MAX_VALUE);
        Map<String, Value> behind = Part.key(upload, clamped);
        do {
            Index.Rows page =
                    core.index.query(RowQuery.of(Table.PARTS, upload, behind, Math.max(1, count - parts.size())));
            page.rows().forEach(item -> parts.add(Part.read(item)));
            behind = page.next();
        } while (behind != null && parts.size() < count);
        return parts;
    }
}
