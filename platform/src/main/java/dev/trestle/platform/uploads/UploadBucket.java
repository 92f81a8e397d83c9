package dev.trestle.platform.uploads;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.presigner.PresignedRequest;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumMode;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
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

    UploadBucket(S3Client s3, S3Presigner presigner, String bucket, String staging) {
        this.s3 = s3;
        this.presigner = presigner;
        this.bucket = bucket;
        this.staging = staging;
    }

    boolean isStaging(String key) {
        return key.startsWith(staging);
    }

    private String staged(Upload upload) {
        return staging + upload.uploadId();
    }

    String beginParts(Upload upload) {
        return s3.createMultipartUpload(
                        r -> r.bucket(bucket).key(staged(upload)).contentType(upload.contentType()))
                .uploadId();
    }

    /** The request for the whole, with type, length and checksum signed: a request that differs in them is refused. */
    Ticket.Put whole(Upload upload, Duration life) {
        PutObjectRequest.Builder put = PutObjectRequest.builder()
                .bucket(bucket)
                .key(staged(upload))
                .contentType(upload.contentType())
                .contentLength(upload.length());
        Checksum promised = upload.promised();
        if (promised != null) {
            switch (promised.algorithm()) {
                case SHA256 -> put.checksumSHA256(promised.value());
                case CRC64NVME -> put.checksumCRC64NVME(promised.value());
            }
        }
        return put(
                1,
                presigner.presignPutObject(r -> r.signatureDuration(life).putObjectRequest(put.build())),
                upload.length());
    }

    /** The request for a part, with its length signed. */
    Ticket.Put part(Upload upload, String multipartId, int number, Duration life) {
        long length = upload.lengthOf(number);
        return put(
                number,
                presigner.presignUploadPart(r -> r.signatureDuration(life)
                        .uploadPartRequest(part -> part.bucket(bucket)
                                .key(staged(upload))
                                .uploadId(multipartId)
                                .partNumber(number)
                                .contentLength(length))),
                length);
    }

    /** Clients send {@code Host} and {@code Content-Length} themselves, and browsers let nobody else do it. */
    private static Ticket.Put put(int number, PresignedRequest presigned, long length) {
        Map<String, String> headers = new TreeMap<>();
        presigned.signedHeaders().forEach((name, values) -> {
            if (!name.equalsIgnoreCase("host") && !name.equalsIgnoreCase("content-length")) {
                headers.put(name, String.join(",", values));
            }
        });
        return new Ticket.Put(number, presigned.url().toString(), headers, length);
    }

    /** Puts the parts together, if that was not done before. */
    void joinParts(Upload upload, String multipartId) {
        List<CompletedPart> parts;
        try {
            parts = parts(upload, multipartId);
            s3.completeMultipartUpload(r -> r.bucket(bucket)
                    .key(staged(upload))
                    .uploadId(multipartId)
                    .multipartUpload(all -> all.parts(parts)));
        } catch (NoSuchUploadException joined) {
            // They were, by an attempt that did not come to its end; or else nothing is found under the staging key.
        }
    }

    private List<CompletedPart> parts(Upload upload, String multipartId) {
        List<CompletedPart> complete = new ArrayList<>();
        Integer marker = null;
        do {
            Integer from = marker;
            ListPartsResponse page = s3.listParts(r ->
                    r.bucket(bucket).key(staged(upload)).uploadId(multipartId).partNumberMarker(from));
            for (Part part : page.parts()) {
                int next = complete.size() + 1;
                if (part.partNumber() != next || part.size() != upload.lengthOf(next)) {
                    throw notSent("Part " + next + " is missing, or of another length than was announced.");
                }
                complete.add(CompletedPart.builder()
                        .partNumber(next)
                        .eTag(part.eTag())
                        .build());
            }
            marker = page.isTruncated() ? page.nextPartNumberMarker() : null;
        } while (marker != null && complete.size() < upload.parts());
        if (complete.size() != upload.parts()) {
            throw notSent("Part " + (complete.size() + 1) + " is missing.");
        }
        return complete;
    }

    /** What lies under the staging key, which must be what was announced. */
    String checkStaged(Upload upload) {
        HeadObjectResponse found = head(staged(upload));
        if (found == null) {
            throw notSent("The bytes have not been sent.");
        }
        check(upload, found);
        byte[] first = first(staged(upload), found.eTag());
        if (!FirstBytes.agree(upload.contentType(), first)) {
            throw ApiException.of(Kind.UNPROCESSABLE, "The file is not of the type " + upload.contentType() + ".");
        }
        return found.eTag();
    }

    private static void check(Upload upload, HeadObjectResponse found) {
        if (found.contentLength() != upload.length()) {
            throw ApiException.of(
                    Kind.UNPROCESSABLE,
                    "The file has " + found.contentLength() + " bytes, not " + upload.length() + " as was announced.");
        }
        if (!upload.contentType().equals(found.contentType())) {
            throw ApiException.of(Kind.UNPROCESSABLE, "The file was sent with another type than was announced.");
        }
        Checksum promised = upload.promised();
        if (promised != null && !promised.value().equals(checksum(found, promised.algorithm()))) {
            throw ApiException.of(Kind.UNPROCESSABLE, "The file has another checksum than was announced.");
        }
    }

    private static @Nullable String checksum(HeadObjectResponse found, Checksum.Algorithm algorithm) {
        return switch (algorithm) {
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

    boolean hasOther(Upload upload) {
        HeadObjectResponse found = head(upload.key());
        return found != null && !isOf(upload, found);
    }

    /** Copies the bytes that were checked, and none that an address could have put in their place since. */
    Moved move(Upload upload, String etag, Duration patience) {
        Checksum promised = upload.promised();
        CopyObjectResponse copied;
        try {
            copied = s3.copyObject(r -> {
                r.sourceBucket(bucket)
                        .sourceKey(staged(upload))
                        .copySourceIfMatch(etag)
                        .destinationBucket(bucket)
                        .destinationKey(upload.key())
                        .metadataDirective(MetadataDirective.REPLACE)
                        .contentType(upload.contentType())
                        .metadata(Map.of(MARK, upload.uploadId()))
                        .overrideConfiguration(o -> o.apiCallTimeout(patience));
                if (promised != null) {
                    r.checksumAlgorithm(
                            switch (promised.algorithm()) {
                                case SHA256 -> ChecksumAlgorithm.SHA256;
                                case CRC64NVME -> ChecksumAlgorithm.CRC64_NVME;
                            });
                }
            });
        } catch (S3Exception e) {
            throw changed(e);
        }
        HeadObjectResponse stored = head(upload.key());
        if (stored == null || !isOf(upload, stored)) {
            throw ApiException.conflict("Another upload took its place at the same moment.", null);
        }
        check(upload, stored);
        return new Moved(stored.eTag(), copied.versionId());
    }

    /** Bytes under their own key. */
    record Moved(String etag, @Nullable String version) {}

    private static boolean isOf(Upload upload, HeadObjectResponse found) {
        return upload.uploadId().equals(found.metadata().get(MARK));
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
    void removeStaged(Upload upload) {
        String key = staged(upload);
        if (upload.partBytes() > 0) {
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
    void removeMoved(Upload upload) {
        HeadObjectResponse found = upload.replaces() ? null : head(upload.key());
        if (found != null && isOf(upload, found)) {
            s3.deleteObject(r -> r.bucket(bucket).key(upload.key()));
        }
    }

    private static ApiException notSent(String message) {
        return ApiException.of(Kind.CONFLICT, message);
    }

    private static RuntimeException changed(S3Exception failure) {
        return failure.statusCode() == CHANGED || failure.statusCode() == MISSING
                ? ApiException.conflict("The bytes changed while they were checked. Confirm again.", null)
                : failure;
    }
}
