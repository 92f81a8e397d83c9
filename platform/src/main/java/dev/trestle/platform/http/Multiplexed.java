package dev.trestle.platform.http;

import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * HTTP/2, which is spoken over TLS alone. Its requests are made to look as those of HTTP/1.1, so that everything behind holds for both: the
 * authority stands in the Host header, and answers have no header about the connection, which would be an error of the protocol.
 */
final class Multiplexed {
    /** More than a page asks for at once, and fewer than the workers and those who wait for them. */
    private static final int STREAMS_MAX = 64;

    /** A client that cancels more requests within the window is disconnected: each has been begun already (CVE-2023-44487). */
    private static final int RESETS_MAX = 100;

    private static final int RESETS_SECONDS = 30;

    private Multiplexed() {}

    static HttpServerOptions offer(HttpServerOptions options, int headerBytesMax) {
        return options.setUseAlpn(true)
                .setAlpnVersions(List.of(HttpVersion.HTTP_2, HttpVersion.HTTP_1_1))
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(STREAMS_MAX)
                        .setMaxHeaderListSize(headerBytesMax)
                        .setPushEnabled(false))
                .setHttp2RstFloodMaxRstFramePerWindow(RESETS_MAX)
                .setHttp2RstFloodWindowDuration(RESETS_SECONDS)
                .setHttp2RstFloodWindowDurationTimeUnit(TimeUnit.SECONDS);
    }

    static boolean is(HttpServerRequest request) {
        return request.version() == HttpVersion.HTTP_2;
    }

    /** Makes a request look as one of HTTP/1.1. A Host header beside another authority stays: two of them are refused. */
    static void adapt(HttpServerRequest request) {
        HostAndPort authority = request.authority(true);
        String host = request.getHeader(HttpHeaders.HOST);
        if (authority != null && host == null) {
            request.headers().set(HttpHeaders.HOST, authority.toString());
        } else if (authority != null && !authority.toString().equalsIgnoreCase(host)) {
            request.headers().add(HttpHeaders.HOST, authority.toString());
        }
        request.response()
                .headersEndHandler(begun -> request.response()
                        .headers()
                        .remove(HttpHeaders.CONNECTION)
                        .remove(HttpHeaders.TRANSFER_ENCODING));
    }
}
