package dev.trestle.systems.docstore.content;

import dev.trestle.platform.system.Bucket;
import dev.trestle.platform.time.Ids;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * The objects of documents: {@code documents/{tenantId}/{documentId}/{random}.md}, and pictures beside them. An object is written once,
 * under a name that nothing had before, and belongs to one row.
 */
public final class Contents {
    public static final String PREFIX = "documents/";
    public static final String MARKDOWN = "text/markdown; charset=utf-8";

    private static final Logger LOG = LoggerFactory.getLogger(Contents.class);
    private static final int MISSING = 404;
    private static final int BUFFER_BYTES = 16 * 1024;

    private final Bucket objects;
    private final String bucket;
    private final Ids ids;

    public Contents(Bucket objects, Ids ids) {
        this.objects = objects;
        this.bucket = objects.name();
        this.ids = ids;
    }

    private S3Client s3() {
        return objects.client();
    }

    /** Stores a content under a new name, which it returns. Until a row names it, it is nobody's. */
    public String write(String tenant, String documentId, String ending, String contentType, Spool spool) {
        return writeAs(tenant, documentId, ids.random() + "." + ending, contentType, spool);
    }

    /** Stores a content under a name that nothing else has, but for the same content. */
    public String writeAs(String tenant, String documentId, String name, String contentType, Spool spool) {
        String path = PREFIX + tenant + "/" + documentId + "/" + name;
        s3().putObject(r -> r.bucket(bucket).key(path).contentType(contentType), spool.body());
        return path;
    }

    /** All of a content; null if it is gone. */
    public byte @Nullable [] bytes(String path) {
        try {
            return s3().getObjectAsBytes(r -> r.bucket(bucket).key(path)).asByteArrayUnsafe();
        } catch (S3Exception e) {
            return orGone(e);
        }
    }

    /** A row of another program may name what is no object's name, or a part that its object does not have. */
    private static boolean isGone(S3Exception failure) {
        return failure.statusCode() == MISSING || failure.statusCode() == 400 || failure.statusCode() == 416;
    }

    private static byte @Nullable [] orGone(S3Exception failure) {
        if (isGone(failure)) {
            return null;
        }
        throw failure;
    }

    /** A part of a content, both ends included, to be closed; null if it is gone. */
    public @Nullable ResponseInputStream<GetObjectResponse> open(String path, long first, long last) {
        try {
            return s3().getObject(
                            r -> r.bucket(bucket).key(path).range("bytes=" + first + "-" + last),
                            ResponseTransformer.toInputStream());
        } catch (S3Exception e) {
            if (isGone(e)) {
                return null;
            }
            throw e;
        }
    }

    /** Whether an object holds just these bytes. */
    public boolean holds(String path, Spool spool) throws IOException {
        try (InputStream stored = open(path, 0, spool.size());
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
    public void deleteQuietly(Collection<String> paths) {
        for (String path : paths) {
            try {
                delete(path);
            } catch (SdkException e) {
                LOG.atWarn().addKeyValue("path", path).setCause(e).log("an object is left to the sweep");
            }
        }
    }

    public void delete(String path) {
        s3().deleteObject(r -> r.bucket(bucket).key(path));
    }

    /** A page of all objects of documents, in the order of their names. */
    public ListObjectsV2Response list(@Nullable String after, int max) {
        return s3().listObjectsV2(
                        r -> r.bucket(bucket).prefix(PREFIX).startAfter(after).maxKeys(max));
    }

    /** Whether an object is there. */
    public boolean exists(String path) {
        try {
            s3().headObject(r -> r.bucket(bucket).key(path));
            return true;
        } catch (S3Exception e) {
            if (e.statusCode() == MISSING) {
                return false;
            }
            throw e;
        }
    }
}
