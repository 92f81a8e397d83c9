package dev.trestle.wire.s3;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.objects.api.ByteRange;
import dev.trestle.objects.api.Checksum;
import dev.trestle.objects.api.ContentHeaders;
import dev.trestle.objects.api.ObjectHead;
import dev.trestle.objects.api.ObjectInfo;
import dev.trestle.objects.api.StoredChecksum;
import dev.trestle.objects.api.StoredObject;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlOutput;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of an object, as headers and as elements. */
final class ObjectOutput {
    private static final String STANDARD = "STANDARD";
    private static final int ASCII_MAX = 0x7F;
    private static final String DEFAULT_TYPE = "binary/octet-stream";

    /** The parameters with which who may read an object decides what a browser is told of it. */
    private static final Map<String, String> OVERRIDES = Map.of(
            "response-content-type", "Content-Type",
            "response-content-language", "Content-Language",
            "response-expires", "Expires",
            "response-cache-control", "Cache-Control",
            "response-content-disposition", "Content-Disposition",
            "response-content-encoding", "Content-Encoding");

    private ObjectOutput() {}

    static String quoted(String etag) {
        return "\"" + etag + "\"";
    }

    /** All headers of a read, but for the length of what is sent. */
    static S3Answer head(S3Answer answer, S3Request request, ObjectHead head) {
        ObjectInfo object = head.object();
        answer.with("Last-Modified", Times.header(object.lastModified()))
                .with("ETag", quoted(object.etag()))
                .with("x-amz-version-id", object.versionId());
        if (head.notModified()) {
            return answer.with("Cache-Control", object.headers().cacheControl())
                    .with("Expires", object.headers().expires());
        }
        answer.with("Accept-Ranges", "bytes");
        content(answer, object.headers());
        ByteRange range = head.range();
        boolean part = request.query().has("partNumber");
        if (head.partial()) {
            answer.with("Content-Range", "bytes " + range.offset() + "-" + range.last() + "/" + object.size());
        }
        if (!object.storageClass().equals(STANDARD)) {
            answer.with("x-amz-storage-class", object.storageClass());
        }
        if (object.tagCount() > 0) {
            answer.with("x-amz-tagging-count", Integer.toString(object.tagCount()));
        }
        if (part && object.partsCount() != null) {
            answer.with("x-amz-mp-parts-count", Integer.toString(object.partsCount()));
        }
        boolean whole = !head.partial() || range.length() == object.size();
        if ("ENABLED".equalsIgnoreCase(request.first("x-amz-checksum-mode"))) {
            checksum(answer, head, whole);
        }
        return overridden(answer, request);
    }

    /** That of the part that was asked for, else that of the whole; none of a range. */
    private static void checksum(S3Answer answer, ObjectHead head, boolean whole) {
        StoredChecksum ofObject = head.object().checksum();
        if (head.partChecksum() != null && ofObject != null) {
            checksum(answer, head.partChecksum());
            answer.with("x-amz-checksum-type", ofObject.type().name());
        } else if (whole) {
            checksum(answer, ofObject);
        }
    }

    private static void content(S3Answer answer, ContentHeaders headers) {
        String type = headers.contentType();
        answer.with("Content-Type", type == null ? DEFAULT_TYPE : type)
                .with("Content-Encoding", headers.contentEncoding())
                .with("Content-Disposition", headers.contentDisposition())
                .with("Content-Language", headers.contentLanguage())
                .with("Cache-Control", headers.cacheControl())
                .with("Expires", headers.expires());
        headers.metadata().forEach((name, value) -> answer.with("x-amz-meta-" + name, encodedWord(value)));
    }

    /**
     * S3 takes each byte of metadata for a character of Latin-1, and sends what is not ASCII as an encoded word of RFC 2047.
     */
    private static String encodedWord(String value) {
        if (value.chars().allMatch(next -> next <= ASCII_MAX)) {
            return value;
        }
        byte[] characters = new String(value.getBytes(UTF_8), ISO_8859_1).getBytes(UTF_8);
        return "=?UTF-8?B?" + Base64.getEncoder().encodeToString(characters) + "?=";
    }

    private static S3Answer overridden(S3Answer answer, S3Request request) {
        OVERRIDES.forEach((parameter, header) -> {
            String value = request.query().first(parameter);
            if (value != null) {
                if (value.chars().anyMatch(Character::isISOControl)) {
                    throw S3Refusal.invalidArgument("Header value cannot be represented.", parameter, "");
                }
                answer.with(header, value);
            }
        });
        return answer;
    }

    static void checksum(S3Answer answer, @Nullable StoredChecksum checksum) {
        if (checksum != null) {
            answer.with(checksum.algorithm().header(), checksum.value())
                    .with("x-amz-checksum-type", checksum.type().name());
        }
    }

    static void checksum(S3Answer answer, @Nullable Checksum checksum) {
        if (checksum != null) {
            answer.with(checksum.algorithm().header(), checksum.value());
        }
    }

    /** The headers that tell a writer what it has stored. */
    static S3Answer stored(S3Answer answer, StoredObject object) {
        checksum(answer, object.checksum());
        return answer.with("x-amz-version-id", object.versionId());
    }

    static void checksumElements(XmlOutput out, @Nullable StoredChecksum checksum) {
        if (checksum != null) {
            out.element("Checksum" + checksum.algorithm().name(), checksum.value());
            out.element("ChecksumType", checksum.type().name());
        }
    }

    static void checksumElements(XmlOutput out, @Nullable Checksum checksum) {
        if (checksum != null) {
            out.element("Checksum" + checksum.algorithm().name(), checksum.value());
        }
    }
}
