package dev.trestle.http;

import io.netty.util.Attribute;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The check that a request means the same to this server as to a proxy before it: one Host, and one way to tell where its body ends.
 * Where two readers disagree about either, one request can be smuggled inside another (RFC 9112, sections 3.2 and 6.3). HTTP's parser
 * refuses several lengths, and a length beside {@code chunked}; this refuses the rest.
 */
public final class RequestFraming {
    private static final Pattern HOST =
            Pattern.compile("(\\[[0-9a-fA-F:.%]{2,60}]|[^\\s,:/?#@\\[\\]]{1,255})(:[0-9]{0,5})?");
    private static final AttributeKey<Boolean> REFUSED = AttributeKey.valueOf(RequestFraming.class, "refused");
    private static final int BAD_REQUEST = 400;

    private RequestFraming() {}

    /** What is ambiguous about a request; null if nothing is. Whether its Host is one of the server's names is not decided here. */
    public static @Nullable String problem(HttpServerRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaders.HOST);
        if (hosts.size() > 1) {
            return "The request has more than one Host header.";
        }
        if (hosts.size() == 1 && !HOST.matcher(hosts.get(0).strip()).matches()) {
            return "The Host header is not a name or address with an optional port.";
        }
        List<String> encodings = request.headers().getAll(HttpHeaders.TRANSFER_ENCODING);
        if (encodings.isEmpty()) {
            return null;
        }
        if (encodings.size() > 1 || !encodings.get(0).strip().equalsIgnoreCase("chunked")) {
            return "The only Transfer-Encoding that is accepted is chunked.";
        }
        return request.headers().contains(HttpHeaders.CONTENT_LENGTH)
                ? "The request has both a Content-Length and a Transfer-Encoding."
                : null;
    }

    /**
     * Answers an ambiguous request with 400, closes its connection, and tells that it did. Whatever follows on the connection is not
     * carried out, even if it has been read already: where the next request begins is just what is not known.
     */
    public static boolean refuse(HttpServerRequest request) {
        HttpServerConnection connection = (HttpServerConnection) request.connection();
        Attribute<Boolean> refused =
                connection.channelHandlerContext().channel().attr(REFUSED);
        if (refused.get() != null) {
            return true;
        }
        String problem = problem(request);
        if (problem == null) {
            return false;
        }
        refused.set(true);
        request.response().exceptionHandler(broken -> {});
        request.exceptionHandler(broken -> {});
        request.response()
                .setStatusCode(BAD_REQUEST)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/plain; charset=utf-8")
                .putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE)
                .end(problem + "\n")
                .onComplete(sent -> connection.close());
        return true;
    }
}
