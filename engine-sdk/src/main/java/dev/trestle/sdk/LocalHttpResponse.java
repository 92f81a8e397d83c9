package dev.trestle.sdk;

import dev.trestle.engine.api.RequestId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The HTTP response that would have carried an answer: a status and the header with the request id. */
final class LocalHttpResponse implements SdkHttpResponse {
    private static final long serialVersionUID = 1L;
    private static final String REQUEST_ID_HEADER = "x-amzn-RequestId";

    private final int statusCode;
    private final transient RequestId id;

    LocalHttpResponse(int statusCode, RequestId id) {
        this.statusCode = statusCode;
        this.id = id;
    }

    @Override
    public int statusCode() {
        return statusCode;
    }

    @Override
    public Optional<String> statusText() {
        return Optional.of(
                switch (statusCode) {
                    case 200 -> "OK";
                    case 400 -> "Bad Request";
                    default -> "Internal Server Error";
                });
    }

    @Override
    public Map<String, List<String>> headers() {
        return Map.of(REQUEST_ID_HEADER, List.of(id.toString()));
    }

    @Override
    public SdkHttpResponse.Builder toBuilder() {
        return SdkHttpResponse.builder()
                .statusCode(statusCode)
                .statusText(statusText().orElseThrow())
                .headers(headers());
    }

    /** What is serialized is the SDK's own class, so that a reader needs none of ours. */
    private Object writeReplace() {
        return toBuilder().build();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LocalHttpResponse response
                && statusCode == response.statusCode
                && id.toString().equals(response.id.toString());
    }

    @Override
    public int hashCode() {
        return 31 * statusCode + id.toString().hashCode();
    }

    @Override
    public String toString() {
        return "LocalHttpResponse(statusCode=" + statusCode + ", requestId=" + id + ")";
    }
}
