package dev.trestle.platform.http;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one page behind many addresses: its script shows what the address says, so that a link to any of them works. */
public final class AppPage {
    private final StaticFile file;
    private final String policy;
    private final Set<String> places;

    /**
     * Makes the page.
     *
     * @param policy the Content-Security-Policy that it is served with
     * @param places what addresses begin with, such as {@code console}; the root is one of them always
     */
    public AppPage(String html, String policy, Set<String> places) {
        this.file = new StaticFile("text/html; charset=utf-8", html.getBytes(StandardCharsets.UTF_8));
        this.policy = policy;
        this.places = Set.copyOf(places);
    }

    /**
     * The page; null if whoever asks wants a file that is not there. At an address that is none of its own it says so to people, and the
     * status says it to programs.
     */
    @Nullable
    Answer find(List<String> segments, @Nullable String accept, StaticFile.Request request) {
        boolean root = segments.equals(List.of(""));
        boolean wanted = root || accept != null && accept.contains("text/html");
        if (!wanted) {
            return null;
        }
        boolean known = root || places.contains(segments.get(0));
        Map<String, String> headers =
                Map.of("content-security-policy", policy, "cache-control", "no-cache", "vary", "Accept");
        return known
                ? file.answer(headers, request)
                : file.answer(headers, new StaticFile.Request(request.acceptEncoding(), null))
                        .withStatus(404);
    }
}
