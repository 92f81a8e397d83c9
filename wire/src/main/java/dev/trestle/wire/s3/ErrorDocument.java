package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.error.S3Refusal;
import dev.trestle.wire.xml.XmlOutput;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Errors as S3 tells them. What is nobody's mistake but ours is logged, and told without its circumstances. */
final class ErrorDocument {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorDocument.class);

    private ErrorDocument() {}

    /** {@code request} is null if it could not even be read. */
    static S3Answer of(Throwable thrown, @Nullable S3Request request, RequestIds ids) {
        S3Refusal refusal = refusal(thrown, ids);
        XmlOutput out =
                new XmlOutput("Error").element("Code", refusal.code()).element("Message", refusal.text());
        refusal.details().forEach(out::element);
        if (request != null) {
            resource(out, request, refusal);
        }
        out.element("RequestId", ids.requestId()).element("HostId", ids.hostId());
        S3Answer answer = S3Answer.xml(refusal.status(), out);
        refusal.details().forEach((name, value) -> header(answer, refusal.status(), name, value));
        return answer;
    }

    private static S3Refusal refusal(Throwable thrown, RequestIds ids) {
        if (thrown instanceof S3Refusal refusal) {
            return refusal;
        }
        if (thrown instanceof Refusal refusal) {
            return S3Refusal.of(refusal);
        }
        if (thrown instanceof ObjectStoreException refused && refused.error() != S3Error.INTERNAL_ERROR) {
            S3Refusal refusal = S3Refusal.of(
                    refused.error().httpStatus(), refused.error().wireName(), String.valueOf(refused.getMessage()));
            for (Map.Entry<String, String> detail : refused.details().entrySet()) {
                refusal = refusal.with(detail.getKey(), detail.getValue());
            }
            return refusal;
        }
        LOG.error("request {} failed", ids.requestId(), thrown);
        return S3Refusal.of(
                S3Error.INTERNAL_ERROR.httpStatus(),
                S3Error.INTERNAL_ERROR.wireName(),
                S3Error.INTERNAL_ERROR.message());
    }

    private static void resource(XmlOutput out, S3Request request, S3Refusal refusal) {
        String bucket = refusal.code().equals("NoSuchBucket") ? request.bucket() : null;
        String key = refusal.code().equals("NoSuchKey") ? request.key() : null;
        if (!refusal.details().containsKey("BucketName")) {
            out.element("BucketName", bucket);
        }
        if (!refusal.details().containsKey("Key")) {
            out.element("Key", key);
        }
        out.element("Resource", request.path());
    }

    /** Some of what a document tells, clients look for in headers. */
    private static void header(S3Answer answer, int status, String name, String value) {
        if (name.equals("DeleteMarker")) {
            answer.with("x-amz-delete-marker", value);
        } else if (name.equals("VersionId")) {
            answer.with("x-amz-version-id", value);
        } else if (name.equals("ActualObjectSize") && status == 416) {
            answer.with("Content-Range", "bytes */" + value);
        }
    }
}
