package dev.trestle.wire.s3;

import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import dev.trestle.objects.api.DeleteMarker;
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

    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private ErrorDocument() {}

    /** {@code request} is null if it could not even be read. */
    static S3Answer of(Throwable thrown, @Nullable S3Request request, RequestIds ids) {
        S3Refusal refusal = refusal(thrown, ids);
        XmlOutput out = new XmlOutput("Error").element("Code", refusal.code()).element("Message", refusal.text());
        refusal.details().forEach(out::element);
        if (request != null) {
            out.element("Resource", request.path());
        }
        out.element("RequestId", ids.requestId()).element("HostId", ids.hostId());
        S3Answer answer = S3Answer.xml(refusal.status(), out);
        if (refusal.status() == RANGE_NOT_SATISFIABLE) {
            String size = refusal.details().get("ActualObjectSize");
            answer.with("Content-Range", size == null ? null : "bytes */" + size);
        }
        if (thrown instanceof ObjectStoreException refused && refused.marker() != null) {
            marker(answer, refused.marker());
        }
        return answer;
    }

    private static void marker(S3Answer answer, DeleteMarker marker) {
        answer.with("x-amz-delete-marker", "true").with("x-amz-version-id", marker.versionId());
        if (answer.status() == METHOD_NOT_ALLOWED) {
            answer.with("Last-Modified", Times.header(marker.lastModified())).with("Allow", "DELETE");
        }
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
}
