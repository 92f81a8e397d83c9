package dev.trestle.wire.s3;

import dev.trestle.objects.api.ObjectContent;
import dev.trestle.wire.xml.XmlOutput;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is sent back: a status, headers, and a body that is either there or read from the store while it is sent. */
public final class S3Answer {
    static final String NAMESPACE = "http://s3.amazonaws.com/doc/2006-03-01/";

    private static final int OK = 200;
    private static final int SMALL_BYTES = 64 * 1024;
    private static final byte[] NOTHING = new byte[0];

    private final int status;
    private final byte[] body;
    private final @Nullable ObjectContent content;
    private final Map<String, String> headers = new LinkedHashMap<>();

    private S3Answer(int status, byte[] body, @Nullable ObjectContent content) {
        this.status = status;
        this.body = body;
        this.content = content;
    }

    static S3Answer empty(int status) {
        return new S3Answer(status, NOTHING, null);
    }

    static S3Answer ok() {
        return empty(OK);
    }

    /** No content at all, not even a length. */
    static S3Answer noContent() {
        return empty(204);
    }

    static S3Answer xml(int status, XmlOutput document) {
        return new S3Answer(status, document.end(), null).with("Content-Type", "application/xml");
    }

    static S3Answer xml(XmlOutput document) {
        return xml(OK, document);
    }

    /** The receiver closes {@code content}. */
    static S3Answer of(int status, ObjectContent content) {
        return new S3Answer(status, NOTHING, content);
    }

    /** Adds a header unless its value is null. */
    S3Answer with(String name, @Nullable String value) {
        if (value != null) {
            headers.put(name, value);
        }
        return this;
    }

    S3Answer with(Map<String, String> more) {
        headers.putAll(more);
        return this;
    }

    /** Reads content that is small, and closes it, so that there is one thing less to do while it is sent. */
    S3Answer withSmallContentRead() {
        if (content == null || content.length() > SMALL_BYTES) {
            return this;
        }
        try (content) {
            ByteBuffer bytes = ByteBuffer.allocate((int) content.length());
            while (bytes.hasRemaining() && content.read(bytes.position(), bytes) >= 0) {}
            if (bytes.hasRemaining()) {
                throw new IllegalStateException("an object ended " + bytes.remaining() + " bytes early");
            }
            return new S3Answer(status, bytes.array(), null).with(headers);
        }
    }

    public int status() {
        return status;
    }

    /** In the order in which they are sent. */
    public Map<String, String> headers() {
        return headers;
    }

    public byte[] body() {
        return body;
    }

    /** To be sent in place of {@link #body}, and closed. */
    public @Nullable ObjectContent content() {
        return content;
    }
}
