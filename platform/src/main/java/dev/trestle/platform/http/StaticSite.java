package dev.trestle.platform.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Files of the class path, served to browsers.
 *
 * @param prefix the path that they are under, such as {@code /console}
 * @param directory where they lie on the class path
 * @param policy the Content-Security-Policy that they are served with
 * @param lasting whether a path names one content for ever, because a version is in it, so that browsers need not ask again
 * @param sent what is sent for a file, from its path and content; asked once for each file
 */
public record StaticSite(
        String prefix, String directory, String policy, boolean lasting, BiFunction<String, byte[], byte[]> sent) {
    private static final String FOR_EVER = "public, max-age=31536000, immutable";
    private static final String ASK_AGAIN = "no-cache";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_@-][A-Za-z0-9._@-]*");
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("html", "text/html; charset=utf-8"),
            Map.entry("js", "text/javascript; charset=utf-8"),
            Map.entry("mjs", "text/javascript; charset=utf-8"),
            Map.entry("css", "text/css; charset=utf-8"),
            Map.entry("json", "application/json"),
            Map.entry("map", "application/json"),
            Map.entry("svg", "image/svg+xml"),
            Map.entry("png", "image/png"),
            Map.entry("ico", "image/x-icon"),
            Map.entry("woff2", "font/woff2"),
            Map.entry("wasm", "application/wasm"),
            Map.entry("txt", "text/plain; charset=utf-8"));

    /** Files that are sent as they are. */
    public StaticSite(String prefix, String directory, String policy, boolean lasting) {
        this(prefix, directory, policy, lasting, (path, content) -> content);
    }

    /** Files that may change with the next start. */
    public StaticSite(String prefix, String directory, String policy) {
        this(prefix, directory, policy, false);
    }

    /** A file as an answer; null if there is none of that name, or its kind is not served. */
    @Nullable
    Answer find(List<String> segments, StaticFiles files, StaticFile.Request request) throws IOException {
        if (!segments.stream().allMatch(segment -> NAME.matcher(segment).matches())) {
            return null;
        }
        String name = segments.isEmpty() ? "index.html" : String.join("/", segments);
        String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
        StaticFile file = type == null
                ? null
                : files.find(directory + "/" + name, type, content -> sent.apply(prefix + "/" + name, content));
        return file == null ? null : file.answer(headers(), request);
    }

    private Map<String, String> headers() {
        return Map.of("content-security-policy", policy, "cache-control", lasting ? FOR_EVER : ASK_AGAIN);
    }

    /** A short name for a content. */
    static String hash(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    /** A page that is made here. */
    static Answer page(String html, String policy) {
        return new Answer(
                200,
                "text/html; charset=utf-8",
                Map.of("content-security-policy", policy, "cache-control", "no-cache"),
                html.getBytes(StandardCharsets.UTF_8));
    }
}
