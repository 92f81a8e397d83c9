package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which names this server answers to, and which sites' pages may call it. A page that somebody opens may send requests to this
 * machine, and a name of its own may be made to point here.
 */
final class Hosts {
    /** What a page can make point here is a name; an address it cannot. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.%]+]");

    private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private final Set<String> origins;

    Hosts(String bind, List<String> further, Set<String> origins) {
        names.add(name(bind));
        further.forEach(each -> names.add(name(each)));
        this.origins = origins;
    }

    void checkHost(@Nullable String host) {
        if (host == null || !isOurs(name(host))) {
            throw ApiException.of(Kind.MISDIRECTED, "This server does not answer to that name.");
        }
    }

    private boolean isOurs(String name) {
        return names.contains(name) || ADDRESS.matcher(name).matches();
    }

    /** Whether a page of another site may call, and is to be told so. */
    boolean isAllowed(String origin) {
        return origins.contains(origin);
    }

    boolean isSameSite(String origin, @Nullable String host) {
        try {
            return host != null && host.equalsIgnoreCase(new URI(origin).getRawAuthority());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Without the port, and as names are compared. */
    private static String name(String host) {
        String lower = host.strip().toLowerCase(Locale.ROOT);
        int end = lower.startsWith("[") ? lower.indexOf(']') + 1 : lower.indexOf(':');
        return end > 0 ? lower.substring(0, end) : lower;
    }
}
