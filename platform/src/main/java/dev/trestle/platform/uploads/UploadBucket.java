package dev.trestle.platform.uploads;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.presigner.PresignedRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.ListPartsResponse;
import software.amazon.awssdk.services.s3.model.MetadataDirective;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.Part;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.presigner.S3Presigner;

/**
 * The bucket that uploads go into, first under a staging key, which their addresses name, then under their own, which no address
 * ever names.
 */
final class UploadBucket {
    /** On a confirmed object, the upload that it came of. */
    static final String MARK = "trestle-upload";

    private static final int LEFT_OVERS_MAX = 100;
    private static final int MISSING = 404;
    private static final int CHANGED = 412;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final S3Client s3;
    private final S3Presigner presigner;
    private final String bucket;
    private final String staging;

    /** The bucket, made when it is first asked for. */
    static final class Source {
        private final Supplier<S3Client> s3;
        private final Supplier<S3Presigner> presigner;
        private final Uploads.Place place;
        private @Nullable UploadBucket made;

        Source(Supplier<S3Client> s3, Supplier<S3Presigner> presigner, Uploads.Place place) {
            this.s3 = s3;
            this.presigner = presigner;
            this.place = place;
        }

        synchronized UploadBucket get() {
            UploadBucket known = made;
            if (known == null) {
                known = new UploadBucket(s3.get(), presigner.get(), place.bucket(), place.staging());
                made = known;
            }
            return known;
        }

        boolean isStaging(String key) {
            return key.startsWith(place.staging());
        }
    }

    UploadBucket(S3Client s3, S3Presigner presigner, String bucket, String staging) {
        this.s3 = s3;
        this.presigner = presigner;
        this.bucket = bucket;
        this.staging = staging;
    }

    boolean isStaging(String key) {
        return key.startsWith(staging);
    }

    private String staged(Staged bytes) {
        return staging + bytes.name();
    }

    String beginParts(Staged bytes) {
        return s3.createMultipartUpload(r -> r.bucket(bucket).key(staged(bytes)).contentType(bytes.contentType()))
                .uploadId();
    }

    /**
     * The request for the whole. Type, length and checksum are signed as far as they were announced: a request that differs in them is
     * refused.
     */
    Ticket.Put whole(Staged bytes, Duration life) {
        Long length = bytes.isSized() ? bytes.length() : null;
        PutObjectRequest.Builder put = PutObjectRequest.builder()
                .bucket(bucket)
                .key(staged(bytes))
                .contentType(bytes.contentType())
                .contentLength(length);
        Checksum promised = bytes.checksum();
        if (promised != null) {
            switch (promised.algorithm()) {
                // Named too, since clients of other programs look for the algorithm among the headers to send.
                case SHA1 -> put.checksumAlgorithm(ChecksumAlgorithm.SHA1).checksumSHA1(promised.value());
                case SHA256 -> put.checksumAlgorithm(ChecksumAlgorithm.SHA256).checksumSHA256(promised.value());
                case CRC64NVME ->
                    put.checksumAlgorithm(ChecksumAlgorithm.CRC64_NVME).checksumCRC64NVME(promised.value());
            }
        }
        return put(1, presigner.presignPutObject(r -> r.signatureDuration(life).putObjectRequest(put.build())), length);
    }

    /** The request for a part, with its length signed. */
    Ticket.Put part(Staged bytes, String multipartId, int number, Duration life) {
        long length = bytes.lengthOf(number);
        return put(
                number,
                presigner.presignUploadPart(r -> r.signatureDuration(life)
                        .uploadPartRequest(part -> part.bucket(bucket)
                                .key(staged(bytes))
                                .uploadId(multipartId)
                                .partNumber(number)
                                .contentLength(length))),
                length);
    }

    /** Clients send {@code Host} and {@code Content-Length} themselves, and browsers let nobody else do it. */
    private static Ticket.Put put(int number, PresignedRequest presigned, @Nullable Long length) {
        Map<String, String> headers = new TreeMap<>();
        presigned.signedHeaders().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("host") && !name.equalsIgnoreCase("content-length")) {
                headers.put(name, String.join(",", values));
            }
        });
        return new Ticket.Put(number, presigned.url().toString(), headers, length);
    }

    /** The numbers of the parts that have arrived at their announced length; empty if the parts were joined. */
    Set<Integer> arrivedParts(Staged bytes, String multipartId) {
        Set<Integer> arrived = new TreeSet<>();
        Integer marker = null;
        try {
            do {
                Integer from = marker;
                ListPartsResponse page = s3.listParts(r -> r.bucket(bucket)
                        .key(staged(bytes))
                        .uploadId(multipartId)
                        .partNumberMarker(from));
                for (Part part : page.parts()) {
                    if (part.partNumber() <= bytes.parts() && part.size() == bytes.lengthOf(part.partNumber())) {
                        arrived.add(part.partNumber());
                    }
                }
                marker = page.isTruncated() ? page.nextPartNumberMarker() : null;
            } while (marker != null);
        } catch (NoSuchUploadException joined) {
            return Set.of();
        }
        return arrived;
    }

    /** Puts the parts together, if that was not done before. */
    void joinParts(Staged bytes, String multipartId) {
        List<CompletedPart> parts;
        try {
            parts = parts(bytes, multipartId);
            s3.completeMultipartUpload(r ->
                    r.bucket(bucket).key(staged(bytes)).uploadId(multipartId).multipartUpload(all -> all.parts(parts)));
        } catch (NoSuchUploadException joined) {
            // They were, by an attempt that did not come to its end; or else nothing is found under the staging key.
        }
    }

    private List<CompletedPart> parts(Staged bytes, String multipartId) {
        List<CompletedPart> complete = new ArrayList<>();
        Integer marker = null;
        do {
            Integer from = marker;
            ListPartsResponse page = s3.listParts(r ->
                    r.bucket(bucket).key(staged(bytes)).uploadId(multipartId).partNumberMarker(from));
            for (Part part : page.parts()) {
                int next = complete.size() + 1;
                if (part.partNumber() != next || part.size() != bytes.lengthOf(next)) {
                    throw notSent("Part " + next + " is missing, or of another length than was announced.");
                }
                complete.add(CompletedPart.builder()
                        .partNumber(next)
                        .eTag(part.eTag())
                        .build());
            }
            marker = page.isTruncated() ? page.nextPartNumberMarker() : null;
        } while (marker != null && complete.size() < bytes.parts());
        if (complete.size() != bytes.parts()) {
            throw notSent("Part " + (complete.size() + 1) + " is missing.");
        }
        return complete;
    }

    /** What lies under the staging key, if something does; {@link #refusalOf} says whether it is what was announced. */
    @Nullable
    HeadObjectResponse arrived(Staged bytes) {
        return head(staged(bytes));
    }

    /** Why bytes are not taken; null if they are what was announced. */
    @Nullable
    Refusal refusalOf(Staged bytes, HeadObjectResponse found) {
        Refusal refusal = differs(bytes, found);
        if (refusal != null || !bytes.looksAtFirstBytes()) {
            return refusal;
        }
        String type = Staged.typeOf(found);
        return FirstBytes.agree(type, first(staged(bytes), found.eTag())) ? null : Refusal.notOfType(type);
    }

    private static @Nullable Refusal differs(Staged bytes, HeadObjectResponse found) {
        if (bytes.isSized() && found.contentLength() != bytes.length()) {
            return Refusal.length(found.contentLength(), bytes.length());
        }
        if (found.contentLength() > bytes.lengthMax()) {
            return Refusal.tooLarge(found.contentLength(), bytes.lengthMax());
        }
        if (!bytes.takesType(found)) {
            return Refusal.type();
        }
        Checksum promised = bytes.checksum();
        return promised != null && !promised.value().equals(checksum(found, promised.algorithm()))
                ? Refusal.checksum()
                : null;
    }

    private static @Nullable String checksum(HeadObjectResponse found, Checksum.Algorithm algorithm) {
        return switch (algorithm) {
            case SHA1 -> found.checksumSHA1();
            case SHA256 -> found.checksumSHA256();
            case CRC64NVME -> found.checksumCRC64NVME();
        };
    }

    private byte[] first(String key, String etag) {
        try {
            return s3.getObjectAsBytes(
                            r -> r.bucket(bucket).key(key).ifMatch(etag).range("bytes=0-" + (FirstBytes.COUNT - 1)))
                    .asByteArrayUnsafe();
        } catch (S3Exception e) {
            if (e.statusCode() == RANGE_NOT_SATISFIABLE) {
                return new byte[0]; // an empty file has no range
            }
            throw changed(e);
        }
    }

    boolean hasOther(Staged bytes) {
        HeadObjectResponse found = head(bytes.key());
        return found != null && !isOf(bytes, found);
    }

    /** Copies the bytes that were checked, and none that an address could have put in their place since. */
    Moved move(Staged bytes, HeadObjectResponse checked, Duration patience) {
        Checksum promised = bytes.checksum();
        String type = Staged.typeOf(checked);
        CopyObjectResponse copied;
        try {
            copied = s3.copyObject(r -> {
                r.sourceBucket(bucket)
                        .sourceKey(staged(bytes))
                        .copySourceIfMatch(checked.eTag())
                        .destinationBucket(bucket)
                        .destinationKey(bytes.key())
                        .metadataDirective(MetadataDirective.REPLACE)
                        .contentType(type)
                        .metadata(Map.of(MARK, bytes.name()))
                        .overrideConfiguration(o -> o.apiCallTimeout(patience));
                if (promised != null) {
                    r.checksumAlgorithm(
                            switch (promised.algorithm()) {
                                case SHA1 -> ChecksumAlgorithm.SHA1;
                                case SHA256 -> ChecksumAlgorithm.SHA256;
                                case CRC64NVME -> ChecksumAlgorithm.CRC64_NVME;
                            });
                }
            });
        } catch (S3Exception e) {
            throw changed(e);
        }
        HeadObjectResponse stored = head(bytes.key());
        if (stored == null || !isOf(bytes, stored)) {
            throw ApiException.conflict("Another upload took its place at the same moment.", null);
        }
        Refusal refusal = differs(bytes, stored);
        if (refusal != null) {
            throw refusal.asFailure();
        }
        return new Moved(type, stored.contentLength(), stored.eTag(), copied.versionId());
    }

    /** Bytes under their own key. */
    record Moved(
            String contentType,
            long length,
            String etag,
            @Nullable String version) {}

    private static boolean isOf(Staged bytes, HeadObjectResponse found) {
        return bytes.name().equals(found.metadata().get(MARK));
    }

    private @Nullable HeadObjectResponse head(String key) {
        try {
            return s3.headObject(r -> r.bucket(bucket).key(key).checksumMode(ChecksumMode.ENABLED));
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                return null;
            }
            throw e;
        }
    }

    /** Removes whatever was sent, whole or in parts, and what may still be sent into parts. */
    void removeStaged(Staged bytes) {
        String key = staged(bytes);
        if (bytes.partBytes() > 0) {
            // By their key and not their id, which a crash may have kept from being noted.
            List<MultipartUpload> begun = s3.listMultipartUploads(
                            r -> r.bucket(bucket).prefix(key).maxUploads(LEFT_OVERS_MAX))
                    .uploads();
            for (MultipartUpload each : begun) {
                try {
                    s3.abortMultipartUpload(
                            r -> r.bucket(bucket).key(each.key()).uploadId(each.uploadId()));
                } catch (NoSuchUploadException gone) {
                    // By somebody who does the same.
                }
            }
        }
        s3.deleteObject(r -> r.bucket(bucket).key(key));
    }

    /** Removes what was moved and never confirmed, unless something else had lain there, or does now. */
    void removeMoved(Staged bytes, boolean replaces) {
        HeadObjectResponse found = replaces ? null : head(bytes.key());
        if (found != null && isOf(bytes, found)) {
            s3.deleteObject(r -> r.bucket(bucket).key(bytes.key()));
        }
    }

    /** A page of the staged objects whose names begin with a text. */
    ListObjectsV2Response list(String prefix, @Nullable String from) {
        return s3.listObjectsV2(r -> r.bucket(bucket).prefix(staging + prefix).continuationToken(from));
    }

    String nameOf(String stagedKey) {
        return stagedKey.substring(staging.length());
    }

    static ApiException notSent(String message) {
        return ApiException.of(Kind.CONFLICT, message);
    }

    private static RuntimeException changed(S3Exception failure) {
        return failure.statusCode() == CHANGED || failure.statusCode() == MISSING
                ? ApiException.conflict("The bytes changed while they were checked. Try again.", null)
                : failure;
    }
}
