package dev.trestle.wire;

import dev.trestle.wire.signature.SignedMessage;
import dev.trestle.wire.uri.Query;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request that has come in whole, detached from its connection so that any thread may look at it. */
record Received(String method, String path, Query query, MultiMap headers, byte[] body) implements SignedMessage {
    static final String PLAIN_JSON = "application/json";

    static Received of(HttpServerRequest request, byte[] body) {
        String path = request.path();
        return new Received(
                request.method().name(), path == null ? "" : path, query(request.query()), request.headers(), body);
    }

    private static Query query(@Nullable String text) {
        Query parsed = Query.parse(text == null ? "" : text);
        return parsed == null ? Query.literally(String.valueOf(text)) : parsed;
    }

    @Override
    public List<String> header(String name) {
        return headers.getAll(name);
    }

    @Nullable
    String first(String name) {
        return headers.get(name);
    }

    boolean takesGzip() {
        String accepted = first("accept-encoding");
        return accepted != null && accepted.toLowerCase(Locale.ROOT).contains("gzip");
    }

    /** JSON in one of its names; charsets and the like behind it do not matter. */
    boolean isJson() {
        String type = first("content-type");
        return type != null && (type.startsWith("application/x-amz-json-1.0") || type.startsWith(PLAIN_JSON));
    }

    boolean isPlainJson() {
        String type = first("content-type");
        return type != null && type.startsWith(PLAIN_JSON);
    }
}
