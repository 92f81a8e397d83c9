package dev.trestle.platform.http;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a server listens and whom it answers.
 *
 * @param port 0 for one that is free
 * @param hosts further names that this server is asked for by
 * @param origins of web pages of other sites that may call it: CORS
 * @param proxies addresses whose X-Forwarded-For is believed
 * @param tls null to speak plain HTTP
 * @param metricsToken what /metrics asks for as a bearer token; null lets in whoever asks from this machine
 */
public record HttpOptions(
        String bind,
        int port,
        List<String> hosts,
        Set<String> origins,
        Set<String> proxies,
        @Nullable Tls tls,
        @Nullable String metricsToken,
        HttpLimits limits) {

    /** Files with the certificate chain and its key, as PEM. */
    public record Tls(Path certificate, Path key) {}

    public HttpOptions {
        hosts = List.copyOf(hosts);
        origins = Set.copyOf(origins);
        proxies = Set.copyOf(proxies);
    }

    public static HttpOptions loopback(int port) {
        return new HttpOptions("127.0.0.1", port, List.of(), Set.of(), Set.of(), null, null, HttpLimits.standard());
    }

    public HttpOptions withOrigins(Set<String> allowed) {
        return new HttpOptions(bind, port, hosts, allowed, proxies, tls, metricsToken, limits);
    }

    public HttpOptions withProxies(Set<String> believed) {
        return new HttpOptions(bind, port, hosts, origins, believed, tls, metricsToken, limits);
    }

    public HttpOptions withTls(Tls files) {
        return new HttpOptions(bind, port, hosts, origins, proxies, files, metricsToken, limits);
    }

    public HttpOptions withMetricsToken(String token) {
        return new HttpOptions(bind, port, hosts, origins, proxies, tls, token, limits);
    }

    public HttpOptions withLimits(HttpLimits other) {
        return new HttpOptions(bind, port, hosts, origins, proxies, tls, metricsToken, other);
    }
}
