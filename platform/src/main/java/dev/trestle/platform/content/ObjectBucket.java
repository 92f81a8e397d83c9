package dev.trestle.platform.content;

import dev.trestle.platform.system.Bucket;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collection;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** The bucket of a system's contents. An object is written once, under a key that nothing had before, and belongs to one row. */
public final class ObjectBucket {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectBucket.class);
    private static final int MISSING = 404;
    private static final Set<Integer> GONE = Set.of(MISSING, 400, 416);
    private static final int BUFFER_BYTES = 16 * 1024;

    private final Bucket objects;
    private final String bucket;

    public ObjectBucket(Bucket objects) {
        this.objects = objects;
        this.bucket = objects.name();
    }

    private S3Client s3() {
        return objects.client();
    }

    /** Stores a content. Until a row names the key, it is nobody's. */
    public void put(String key, String contentType, Spool spool) {
        s3().putObject(r -> r.bucket(bucket).key(key).contentType(contentType), spool.body());
    }

    /** All of a content; null if it is gone. */
    public byte @Nullable [] bytes(String key) {
        ResponseBytes<GetObjectResponse> found =
                orGone(() -> s3().getObjectAsBytes(r -> r.bucket(bucket).key(key)));
        return found == null ? null : found.asByteArrayUnsafe();
    }

    /** A row of another program may name what is no object's key, or a part that its object does not have. */
    private static <T> @Nullable T orGone(Supplier<T> read) {
        try {
            return read.get();
        } catch (S3Exception e) {
            if (GONE.contains(e.statusCode())) {
                return null;
            }
            throw e;
        }
    }

    /** A content, to be closed; null if it is gone. */
    public @Nullable ResponseInputStream<GetObjectResponse> open(String key) {
        return orGone(() -> s3().getObject(r -> r.bucket(bucket).key(key), ResponseTransformer.toInputStream()));
    }

    /** A part of a content, to be closed; null if it is gone. */
    public @Nullable ResponseInputStream<GetObjectResponse> open(String key, ByteRange range) {
        return orGone(() -> s3().getObject(
                        r -> r.bucket(bucket).key(key).range(range.asked()), ResponseTransformer.toInputStream()));
    }

    /** Whether an object holds just these bytes. */
    public boolean holds(String key, Spool spool) throws IOException {
        // One byte more than there should be is asked for.
        try (InputStream stored = open(key, new ByteRange(0, spool.size()));
                InputStream sent = spool.open()) {
            return stored != null && isSame(stored, sent);
        }
    }

    private static boolean isSame(InputStream one, InputStream other) throws IOException {
        byte[] left;
        byte[] right;
        do {
            left = one.readNBytes(BUFFER_BYTES);
            right = other.readNBytes(BUFFER_BYTES);
            if (!Arrays.equals(left, right)) {
                return false;
            }
        } while (left.length > 0);
        return true;
    }

    /** Deletes what no row names any more. What cannot be deleted now is swept later. */
    public void deleteQuietly(Collection<String> keys) {
        for (String key : keys) {
            try {
                delete(key);
            } catch (SdkException e) {
                LOG.atWarn().addKeyValue("key", key).setCause(e).log("an object is left to the sweep");
            }
        }
    }

    public void delete(String key) {
        s3().deleteObject(r -> r.bucket(bucket).key(key));
    }

    /** A page of the objects whose keys begin so, in the order of keys. */
    public ListObjectsV2Response list(String prefix, @Nullable String after, int max) {
        return s3().listObjectsV2(
                        r -> r.bucket(bucket).prefix(prefix).startAfter(after).maxKeys(max));
    }

    /** Whether an object is there. */
    public boolean exists(String key) {
        try {
            s3().headObject(r -> r.bucket(bucket).key(key));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                return false;
            }
            throw e;
        }
    }
}
