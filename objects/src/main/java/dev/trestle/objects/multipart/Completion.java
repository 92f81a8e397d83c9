package dev.trestle.objects.multipart;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ChecksumType;
import dev.trestle.objects.api.CompleteUpload;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.objects.api.UploadRef;
import dev.trestle.objects.bucket.Bucket;
import dev.trestle.objects.checksum.PartDigests;
import dev.trestle.objects.index.Content;
import dev.trestle.objects.index.Garbage;
import dev.trestle.objects.index.Ids;
import dev.trestle.objects.index.Manifest;
import dev.trestle.objects.index.Part;
import dev.trestle.objects.index.PendingUpload;
import dev.trestle.objects.index.Table;
import dev.trestle.objects.index.Version;
import dev.trestle.objects.object.Conditions;
import dev.trestle.objects.object.Core;
import dev.trestle.objects.object.Etags;
import dev.trestle.objects.object.KeyLocks;
import dev.trestle.objects.object.Limits;
import dev.trestle.objects.object.ObjectKeys;
import dev.trestle.objects.object.ObjectWriter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes objects of uploaded parts. No byte is copied: the object's manifest names the blobs of the parts. */
public final class Completion {
    private final Core core;
    private final Uploads uploads;
    private final ObjectWriter writer;

    public Completion(Core core, Uploads uploads, ObjectWriter writer) {
        this.core = core;
        this.uploads = uploads;
        this.writer = writer;
    }

    public StoredObject complete(CompleteUpload request) {
        UploadRef ref = request.upload();
        core.buckets.require(ref.bucket());
        Conditions.checkForm(request.condition());
        checkOrder(request.parts());
        Bytes id = Ids.ofText(ref.uploadId());
        if (id == null) {
            throw Uploads.noSuchUpload(ref);
        }
        try (KeyLocks.Held held = core.locks.exclusive(id)) {
            PendingUpload upload = uploads.find(ref);
            return upload == null ? completedBefore(ref, id) : complete(request, upload);
        }
    }

    private static void checkOrder(List<CompleteUpload.Part> parts) {
        if (parts.isEmpty() || parts.size() > PartWriter.NUMBER_MAX) {
            throw ObjectStoreException.of(S3Error.MALFORMED_XML);
        }
        int last = 0;
        for (CompleteUpload.Part part : parts) {
            if (part.number() < 1 || part.number() > PartWriter.NUMBER_MAX) {
                throw ObjectStoreException.of(
                        S3Error.INVALID_ARGUMENT,
                        "PartNumber must be an integer between 1 and " + PartWriter.NUMBER_MAX + ", inclusive");
            }
            if (part.number() <= last) {
                throw ObjectStoreException.of(S3Error.INVALID_PART_ORDER);
            }
            last = part.number();
        }
    }

    /** A client whose answer was lost asks again; the object tells of which upload it is made. */
    private StoredObject completedBefore(UploadRef ref, Bytes upload) {
        Bucket bucket = core.buckets.require(ref.bucket());
        Version live = core.index.live(bucket.id(), ObjectKeys.require(ref.key()));
        if (live != null
                && live.content() instanceof Content.Parts parts
                && parts.upload().equals(upload)) {
            return ObjectWriter.stored(bucket, ref.key(), live);
        }
        throw Uploads.noSuchUpload(ref);
    }

    private StoredObject complete(CompleteUpload request, PendingUpload upload) {
        List<Part> parts = chosen(request, upload);
        long size = parts.stream().mapToLong(Part::size).sum();
        checkSizes(request, parts, size);
        PartDigests digests = new PartDigests(upload.algorithm(), upload.type());
        BitSet kept = new BitSet();
        for (Part part : parts) {
            digests.add(part.md5().array(), part.checksum().array(), part.size());
            kept.set(part.number());
        }
        StoredChecksum checksum = digests.checksum();
        checkChecksum(request, upload, checksum);
        UploadRef ref = request.upload();
        return writer.store(
                new ObjectWriter.Target(ref.bucket(), ref.key(), upload.key(), request.condition()),
                new ObjectWriter.Description(upload.headers(), upload.tags(), upload.storageClass()),
                new ObjectWriter.Made(size, digests.etag(), new Content.Parts(upload.id(), parts.size()), checksum),
                changes -> {
                    Manifest.of(upload.id(), parts).forEach(row -> changes.put(Table.MANIFESTS, row.toRow()));
                    changes.deleteUpload(upload.id());
                    changes.addGarbage(new Garbage.UploadedParts(upload.id(), kept));
                });
    }

    /** The parts that the client names, if they are the ones that it sent. */
    private List<Part> chosen(CompleteUpload request, PendingUpload upload) {
        Map<Integer, Part> sent = new HashMap<>();
        for (Part part : uploads.parts(upload.id(), 0, PartWriter.NUMBER_MAX)) {
            sent.put(part.number(), part);
        }
        List<Part> chosen = new ArrayList<>();
        for (CompleteUpload.Part named : request.parts()) {
            Part part = sent.get(named.number());
            if (part == null || !isMeant(named, upload, part)) {
                throw ObjectStoreException.of(S3Error.INVALID_PART)
                        .with("UploadId", request.upload().uploadId())
                        .with("PartNumber", Integer.toString(named.number()))
                        .with("ETag", Etags.bare(named.etag()));
            }
            chosen.add(part);
        }
        return chosen;
    }

    private static boolean isMeant(CompleteUpload.Part named, PendingUpload upload, Part part) {
        Checksum checksum = named.checksum();
        if (checksum == null && upload.asked() && upload.type() == ChecksumType.COMPOSITE) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "The upload was created using a "
                            + upload.algorithm().name().toLowerCase(Locale.ROOT)
                            + " checksum. The complete request must include the checksum for each part. It was missing for"
                            + " part " + named.number() + " in the request.");
        }
        boolean sameChecksum = checksum == null
                || checksum.algorithm() != upload.algorithm()
                || checksum.equals(Uploads.checksum(upload.algorithm(), part));
        return sameChecksum
                && Etags.bare(named.etag())
                        .equals(HexFormat.of().formatHex(part.md5().array()));
    }

    private void checkSizes(CompleteUpload request, List<Part> parts, long size) {
        for (Part part : parts.subList(0, parts.size() - 1)) {
            if (part.size() < core.options.partBytesMin()) {
                throw ObjectStoreException.of(S3Error.ENTITY_TOO_SMALL)
                        .with("ProposedSize", Long.toString(part.size()))
                        .with("MinSizeAllowed", Long.toString(core.options.partBytesMin()))
                        .with("PartNumber", Integer.toString(part.number()))
                        .with("ETag", HexFormat.of().formatHex(part.md5().array()));
            }
        }
        if (size > Limits.OBJECT_BYTES_MAX) {
            throw Limits.tooLarge(size, Limits.OBJECT_BYTES_MAX);
        }
        Long told = request.objectSize();
        if (told != null && told != size) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "The provided 'x-amz-mp-object-size' header value " + told + " does not match what was computed: "
                            + size);
        }
    }

    private static void checkChecksum(CompleteUpload request, PendingUpload upload, StoredChecksum computed) {
        ChecksumType type = request.checksumType();
        if (type != null && type != upload.type()) {
            throw ObjectStoreException.of(
                    S3Error.INVALID_REQUEST,
                    "The upload was created using the " + upload.type()
                            + " checksum mode. The complete request must use" + " the same checksum mode.");
        }
        Checksum told = request.checksum();
        if (told != null
                && told.algorithm() == computed.algorithm()
                && !bare(told, type).equals(bare(computed))) {
            throw ObjectStoreException.of(
                    S3Error.BAD_DIGEST,
                    "The " + computed.algorithm() + " you specified did not match the calculated checksum.");
        }
    }

    /** Clients may leave the number of parts off a composite checksum. */
    private static String bare(Checksum told, @Nullable ChecksumType type) {
        return type == ChecksumType.FULL_OBJECT ? told.value() : told.value().replaceFirst("-[0-9]+$", "");
    }

    private static String bare(StoredChecksum computed) {
        return computed.value().replaceFirst("-[0-9]+$", "");
    }
}
