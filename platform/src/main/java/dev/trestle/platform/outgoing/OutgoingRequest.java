package dev.trestle.platform.outgoing;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request to another server.
 *
 * @param headers by name; {@code Host} and the body's length are added
 * @param timeout for all of it
 * @param answerBytesMax how long the answer's body may be
 */
public record OutgoingRequest(
        String method, URI uri, Map<String, String> headers, byte[] body, Duration timeout, int answerBytesMax) {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int ANSWER_BYTES_MAX = 1024 * 1024;

    public OutgoingRequest {
        headers = Map.copyOf(headers);
        body = body.clone();
    }

    public static OutgoingRequest get(URI uri) {
        return new OutgoingRequest("GET", uri, Map.of(), new byte[0], TIMEOUT, ANSWER_BYTES_MAX);
    }

    public static OutgoingRequest post(URI uri, String contentType, byte[] body) {
        return new OutgoingRequest("POST", uri, Map.of("content-type", contentType), body, TIMEOUT, ANSWER_BYTES_MAX);
    }

    public OutgoingRequest withHeader(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return new OutgoingRequest(method, uri, more, body, timeout, answerBytesMax);
    }

    public OutgoingRequest withLimits(Duration time, int bytes) {
        return new OutgoingRequest(method, uri, headers, body, time, bytes);
    }

    OutgoingRequest to(URI other) {
        return new OutgoingRequest(method, other, headers, body, timeout, answerBytesMax);
    }

    /** A GET of another address, without what was sent to the first. */
    OutgoingRequest asGet(URI other) {
        return new OutgoingRequest("GET", other, Map.of(), new byte[0], timeout, answerBytesMax);
    }

    /** Without headers and body, which may hold secrets. */
    @Override
    public String toString() {
        return method + " " + uri.getHost();
    }
}
