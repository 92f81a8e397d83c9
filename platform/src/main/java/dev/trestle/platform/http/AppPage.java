package dev.trestle.platform.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one page behind many addresses: its script shows what the address says, so that a link to any of them works.
 *
 * @param places what addresses begin with, such as {@code console}; the root is one of them always
 * @param policy the Content-Security-Policy that it is served with
 */
public record AppPage(String html, String policy, Set<String> places) {
    public AppPage {
        places = Set.copyOf(places);
    }

    /**
     * The page; null if whoever asks wants a file that is not there. At an address that is none of its own it says so to people, and the
     * status says it to programs.
     */
    @Nullable
    Answer find(List<String> segments, @Nullable String accept, @Nullable String ifNoneMatch) {
        boolean root = segments.equals(List.of(""));
        boolean wanted = root || accept != null && accept.contains("text/html");
        if (!wanted) {
            return null;
        }
        boolean known = root || places.contains(segments.get(0));
        byte[] bytes = html.getBytes(StandardCharsets.UTF_8);
        String tag = '"' + StaticSite.hash(bytes) + '"';
        Map<String, String> headers =
                Map.of("content-security-policy", policy, "etag", tag, "cache-control", "no-cache", "vary", "Accept");
        return known && tag.equals(ifNoneMatch)
                ? new Answer(304, null, headers, new byte[0])
                : new Answer(known ? 200 : 404, "text/html; charset=utf-8", headers, bytes);
    }
}
