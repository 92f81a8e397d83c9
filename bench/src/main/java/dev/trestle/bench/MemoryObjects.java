package dev.trestle.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.DeleteObjectRequest;
import software.amazon.awssdk.services.s3.model.DeleteObjectResponse;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadBucketRequest;
import software.amazon.awssdk.services.s3.model.HeadBucketResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.PutBucketVersioningRequest;
import software.amazon.awssdk.services.s3.model.PutBucketVersioningResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/** Objects in a map: what it costs to keep contents is left out where databases are compared. */
final class MemoryObjects implements S3Client {
    private final Map<String, byte[]> contents;
    private final boolean frozen;

    MemoryObjects() {
        this(new ConcurrentHashMap<>(), false);
    }

    private MemoryObjects(Map<String, byte[]> contents, boolean frozen) {
        this.contents = contents;
        this.frozen = frozen;
    }

    /** The same objects, for whoever writes much and never deletes it: what is written is read whole and forgotten. */
    MemoryObjects frozen() {
        return new MemoryObjects(contents, true);
    }

    int size() {
        return contents.size();
    }

    @Override
    public HeadBucketResponse headBucket(HeadBucketRequest request) {
        return HeadBucketResponse.builder().build();
    }

    /** Versions are told apart by name alone. */
    @Override
    public PutBucketVersioningResponse putBucketVersioning(PutBucketVersioningRequest request) {
        return PutBucketVersioningResponse.builder().build();
    }

    @Override
    public PutObjectResponse putObject(PutObjectRequest request, RequestBody body) {
        int hash;
        try (InputStream in = body.contentStreamProvider().newStream()) {
            byte[] content = in.readAllBytes();
            hash = Arrays.hashCode(content);
            if (!frozen) {
                contents.put(request.key(), content);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return PutObjectResponse.builder()
                .eTag("\"" + hash + "\"")
                .versionId("v" + hash)
                .build();
    }

    @Override
    public <T> T getObject(GetObjectRequest request, ResponseTransformer<GetObjectResponse, T> transformer) {
        byte[] found = contents.get(request.key());
        if (found == null) {
            throw NoSuchKeyException.builder().statusCode(404).build();
        }
        try {
            GetObjectResponse response = GetObjectResponse.builder()
                    .contentLength((long) found.length)
                    .build();
            return transformer.transform(response, AbortableInputStream.create(new ByteArrayInputStream(found)));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public HeadObjectResponse headObject(HeadObjectRequest request) {
        byte[] found = contents.get(request.key());
        if (found == null) {
            throw NoSuchKeyException.builder().statusCode(404).build();
        }
        return HeadObjectResponse.builder()
                .contentLength((long) found.length)
                .eTag("\"" + Arrays.hashCode(found) + "\"")
                .build();
    }

    @Override
    public ListObjectsV2Response listObjectsV2(ListObjectsV2Request request) {
        String after = request.startAfter() == null ? "" : request.startAfter();
        int max = request.maxKeys() == null ? 1000 : request.maxKeys();
        List<S3Object> found = contents.keySet().stream()
                .filter(key -> key.startsWith(request.prefix()) && key.compareTo(after) > 0)
                .sorted()
                .limit(max + 1L)
                .map(key ->
                        S3Object.builder().key(key).lastModified(Instant.EPOCH).build())
                .toList();
        return ListObjectsV2Response.builder()
                .contents(found.subList(0, Math.min(max, found.size())))
                .isTruncated(found.size() > max)
                .build();
    }

    @Override
    public DeleteObjectResponse deleteObject(DeleteObjectRequest request) {
        if (!frozen) {
            contents.remove(request.key());
        }
        return DeleteObjectResponse.builder().build();
    }

    @Override
    public String serviceName() {
        return "s3";
    }

    @Override
    public void close() {
        contents.clear();
    }
}
