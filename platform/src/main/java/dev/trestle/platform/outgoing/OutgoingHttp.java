package dev.trestle.platform.outgoing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to addresses that people give, such as webhooks and pictures to be fetched.
 *
 * <p>A name is resolved once. If any of its addresses is not public, nothing is dialled; otherwise the very address that was looked at
 * is, so that a name which changes its address in between (DNS rebinding) gains nothing. A redirect is a new address: it is followed on
 * request only, for a GET, a few times, and each time checked alike. Any number of threads may call this.
 */
public final class OutgoingHttp {
    private static final int REDIRECTS_MAX = 3;
    private static final int URL_LENGTH_MAX = 2000;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);
    private static final Set<Integer> KEEPING = Set.of(307, 308);

    private final Resolver resolver;
    private final Connector connector;
    private final Set<String> allowed;

    /** Finds the addresses of a name. */
    @FunctionalInterface
    public interface Resolver {
        List<InetAddress> resolve(String host) throws UnknownHostException;

        /** The machine's own. */
        static Resolver ofThisMachine() {
            return host -> List.of(InetAddress.getAllByName(host));
        }
    }

    /** Dials an address, which need not be the one that the URI's name has by then, and sends a request there. */
    @FunctionalInterface
    public interface Connector {
        Answer send(InetAddress address, OutgoingRequest request) throws IOException, InterruptedException;
    }

    /** What another server answered. */
    public record Answer(int status, Map<String, List<String>> headers, byte[] body) {
        public @Nullable String header(String name) {
            List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
            return values == null || values.isEmpty() ? null : values.get(0);
        }
    }

    /** {@code allowed} are the {@code host:port} of servers that may be private: those that the configuration names. */
    public OutgoingHttp(Resolver resolver, Connector connector, Set<String> allowed) {
        this.resolver = resolver;
        this.connector = connector;
        this.allowed = Set.copyOf(allowed);
    }

    /** Refuses an address that would never be dialled, for a form in which somebody gives it. */
    public void check(URI uri) throws OutgoingException {
        InetAddress unused = addressOf(uri);
    }

    /** Sends a request; a redirect is an answer like any other. */
    public Answer send(OutgoingRequest request) throws IOException, InterruptedException {
        return connector.send(addressOf(request.uri()), request);
    }

    /** Fetches something, also from where a server says that it is now. */
    public Answer fetch(OutgoingRequest request) throws IOException, InterruptedException {
        OutgoingRequest current = request;
        for (int redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
            Answer answer = send(current);
            String location = REDIRECTS.contains(answer.status()) ? answer.header("location") : null;
            if (location == null) {
                return answer;
            }
            current = current.to(resolved(current.uri(), location));
        }
        throw OutgoingException.failed("The server redirects more than " + REDIRECTS_MAX + " times.");
    }

    /** The same, which may also reach some more servers that are not public: those that a system's configuration names. */
    public OutgoingHttp allowing(Set<String> more) {
        Set<String> all = new HashSet<>(allowed);
        all.addAll(more);
        return new OutgoingHttp(resolver, connector, all);
    }

    /**
     * Sends a request to where servers say that it belongs. Each address is checked like the first. A redirect that does not keep the
     * method becomes a GET without a body; none leads from https to http. The request's time is for all of it.
     */
    public Answer follow(OutgoingRequest request, int redirectsMax) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + request.timeout().toNanos();
        OutgoingRequest current = request;
        for (int redirects = 0; redirects <= redirectsMax; redirects++) {
            Duration left = Duration.ofNanos(deadline - System.nanoTime());
            if (left.isNegative() || left.toMillis() == 0) {
                throw OutgoingException.failed(
                        "The servers took longer than " + request.timeout().toSeconds() + " s.");
            }
            Answer answer = send(current.withLimits(left, current.answerBytesMax()));
            String location = REDIRECTS.contains(answer.status()) ? answer.header("location") : null;
            if (location == null) {
                return answer;
            }
            URI next = resolved(current.uri(), location);
            if ("https".equalsIgnoreCase(current.uri().getScheme()) && !"https".equalsIgnoreCase(next.getScheme())) {
                throw OutgoingException.refused("The server redirects to an address that is not encrypted.");
            }
            current = KEEPING.contains(answer.status()) ? current.to(next) : current.asGet(next);
        }
        throw OutgoingException.refused("The server redirects more than " + redirectsMax + " times.");
    }

    private static URI resolved(URI base, String location) throws OutgoingException {
        try {
            return base.resolve(location);
        } catch (IllegalArgumentException e) {
            throw OutgoingException.failed("The server redirects to something that is no address.");
        }
    }

    private InetAddress addressOf(URI uri) throws OutgoingException {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        String host = uri.getHost();
        if (!scheme.equals("http") && !scheme.equals("https")
                || host == null
                || uri.getRawUserInfo() != null
                || uri.toString().length() > URL_LENGTH_MAX) {
            throw OutgoingException.refused("Give an address that begins with https:// and has no user name in it.");
        }
        String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        List<InetAddress> addresses;
        try {
            addresses = resolver.resolve(name);
        } catch (UnknownHostException e) {
            throw OutgoingException.failed("There is no server of the name " + host + ".");
        }
        if (addresses.isEmpty()) {
            throw OutgoingException.failed("There is no server of the name " + host + ".");
        }
        boolean isAllowed = allowed.contains(host.toLowerCase(Locale.ROOT) + ":" + portOf(uri));
        if (!isAllowed && !addresses.stream().allMatch(PublicAddresses::isPublic)) {
            throw OutgoingException.refused("The server " + host
                    + " is not on the public internet. An administrator can allow it: outgoing.allow.");
        }
        return addresses.get(0);
    }

    /** The port that a URI is served on. */
    public static int portOf(URI uri) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return "https".equalsIgnoreCase(uri.getScheme()) ? 443 : 80;
    }
}
