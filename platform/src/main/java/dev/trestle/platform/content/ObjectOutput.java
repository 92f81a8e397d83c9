package dev.trestle.platform.content;

import dev.trestle.platform.system.Bucket;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * An object that is written while it is made, in parts of {@value #PART_BYTES} bytes: that much memory is all it takes. There is no object
 * until {@link #complete}; one that is closed before that leaves nothing. For one thread.
 */
public final class ObjectOutput extends OutputStream {
    static final int PART_BYTES = 8 << 20;

    private static final Logger LOG = LoggerFactory.getLogger(ObjectOutput.class);
    private static final int PARTS_MAX = 10_000;

    private final S3Client s3;
    private final String bucket;
    private final String key;
    private final String contentType;
    private final byte[] part = new byte[PART_BYTES];
    private final List<CompletedPart> sent = new ArrayList<>();
    private int filled;
    private long length;
    private @Nullable String uploadId;
    private boolean isComplete;
    private boolean isClosed;

    public ObjectOutput(Bucket bucket, String key, String contentType) {
        this.s3 = bucket.client();
        this.bucket = bucket.name();
        this.key = key;
        this.contentType = contentType;
    }

    /** How much was written so far. */
    public long length() {
        return length;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        requireOpen();
        int at = from;
        while (at < from + count) {
            int fits = Math.min(from + count - at, PART_BYTES - filled);
            System.arraycopy(bytes, at, part, filled, fits);
            filled += fits;
            at += fits;
            length += fits;
            if (filled == PART_BYTES) {
                send();
            }
        }
    }

    /** What was closed has dropped its parts: what is left would be taken for the whole. */
    private void requireOpen() throws IOException {
        if (isClosed) {
            throw new IOException("The object " + key + " was closed before it was complete.");
        }
    }

    private void send() throws IOException {
        if (sent.size() == PARTS_MAX) {
            throw new IOException("An object has " + PARTS_MAX + " parts at most.");
        }
        String upload = uploadId;
        if (upload == null) {
            upload = s3.createMultipartUpload(r -> r.bucket(bucket).key(key).contentType(contentType))
                    .uploadId();
            uploadId = upload;
        }
        String id = upload;
        int number = sent.size() + 1;
        RequestBody body = RequestBody.fromInputStream(new ByteArrayInputStream(part, 0, filled), filled);
        String tag = s3.uploadPart(r -> r.bucket(bucket).key(key).uploadId(id).partNumber(number), body)
                .eTag();
        sent.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
        filled = 0;
    }

    /** Makes the object. */
    public void complete() throws IOException {
        requireOpen();
        String upload = uploadId;
        if (upload == null) {
            RequestBody body = RequestBody.fromInputStream(new ByteArrayInputStream(part, 0, filled), filled);
            s3.putObject(r -> r.bucket(bucket).key(key).contentType(contentType), body);
        } else {
            if (filled > 0) {
                send();
            }
            s3.completeMultipartUpload(
                    r -> r.bucket(bucket).key(key).uploadId(upload).multipartUpload(parts -> parts.parts(sent)));
        }
        isComplete = true;
    }

    /** Drops what was sent, unless it is complete. */
    @Override
    public void close() {
        isClosed = true;
        String upload = uploadId;
        if (isComplete || upload == null) {
            return;
        }
        try {
            s3.abortMultipartUpload(r -> r.bucket(bucket).key(key).uploadId(upload));
        } catch (SdkException e) {
            LOG.atWarn().addKeyValue("key", key).setCause(e).log("parts of an upload that was given up are left");
        }
        uploadId = null;
    }
}
