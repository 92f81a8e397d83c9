package dev.trestle.wire;

import dev.trestle.wire.error.Refusal;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages away. A page that somebody opens may send requests to this machine, and a name of its own may be made to point here;
 * so a request must ask for a name that is ours, and must not come from a page of another site, but where a bucket allows that.
 */
final class HostRules {
    /** What a name, to be found by a page, has to be looked up for; an address has not. */
    private static final Pattern ADDRESS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}|\\[[0-9a-f:.%]+]");

    private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");

    private final Set<String> names = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    private final boolean anyAddress;

    HostRules(String bind, InetAddress address, List<String> further) {
        names.add(name(bind.indexOf(':') >= 0 && !bind.startsWith("[") ? "[" + bind + "]" : bind));
        further.forEach(name -> names.add(name(name)));
        this.anyAddress = address.isAnyLocalAddress();
    }

    void check(@Nullable String host) {
        if (host == null || !isOurs(name(host))) {
            throw Refusal.foreign(
                    "The Host header does not name this server. If it is one of its names, start it with --host.");
        }
    }

    private boolean isOurs(String name) {
        return names.contains(name) || anyAddress && ADDRESS.matcher(name).matches();
    }

    /**
     * The bucket that a host names in front of a name of ours ({@code music.localhost}); null if it names none. An address has no names in
     * front of it.
     */
    @Nullable
    String bucket(@Nullable String host) {
        String asked = host == null ? "" : name(host);
        if (isOurs(asked)) {
            return null;
        }
        return names.stream()
                .filter(ours -> !ADDRESS.matcher(ours).matches() && asked.endsWith("." + ours))
                .max(Comparator.comparingInt(String::length))
                .map(ours -> asked.substring(0, asked.length() - ours.length() - 1))
                .filter(bucket -> BUCKET.matcher(bucket).matches())
                .orElse(null);
    }

    static boolean isSameSite(String origin, @Nullable String host) {
        try {
            return host != null && host.equalsIgnoreCase(new URI(origin).getRawAuthority());
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** Without the port, and as names are compared. */
    private static String name(String host) {
        String lower = host.strip().toLowerCase(Locale.ROOT);
        int colon = lower.startsWith("[") ? lower.indexOf("]:") + 1 : lower.indexOf(':');
        String name = colon > 0 ? lower.substring(0, colon) : lower;
        return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
    }
}
