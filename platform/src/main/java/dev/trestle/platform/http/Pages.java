package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.http.Hosting.Readiness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a server answers beside its systems' operations: health, metrics, documentation, files. */
final class Pages {
    private static final Logger LOG = LoggerFactory.getLogger(Pages.class);

    private final Front front;
    private final Docs docs = new Docs();
    private final StaticFiles files = new StaticFiles();

    Pages(Front front) {
        this.front = front;
    }

    /** Whether a path may be one of these; what is under it is looked up on a worker. */
    boolean isPage(List<String> segments, Front.@Nullable Base base) {
        return isOwn(segments) || base == null || isDocs(below(segments, base));
    }

    private static boolean isOwn(List<String> segments) {
        return segments.get(0).equals("health") || segments.equals(List.of("metrics"));
    }

    private static boolean isDocs(List<String> below) {
        return !below.isEmpty() && (below.get(0).equals("docs") || below.equals(List.of("openapi.json")));
    }

    private static List<String> below(List<String> segments, Front.Base base) {
        return segments.subList(base.segments().size(), segments.size());
    }

    Answer find(Invocation.Received received, Front.@Nullable Base base) throws IOException {
        List<String> segments = received.segments();
        StaticFile.Request request = StaticFile.Request.of(received);
        Answer found = isOwn(segments) ? own(received) : null;
        if (found == null && base != null) {
            found = docs.find(base.api(), below(segments, base), files, request);
        }
        for (StaticSite site : front.hosting().sites()) {
            if (found == null) {
                found = file(site, segments, request);
            }
        }
        AppPage page = front.hosting().page();
        if (found == null && page != null) {
            found = page.find(segments, received.header("accept"), request);
        }
        if (found == null) {
            throw Front.notFound();
        }
        return found;
    }

    private @Nullable Answer file(StaticSite site, List<String> segments, StaticFile.Request request)
            throws IOException {
        List<String> prefix = site.prefix().isEmpty()
                ? List.of()
                : List.of(site.prefix().substring(1).split("/", -1));
        if (segments.size() < prefix.size()
                || !segments.subList(0, prefix.size()).equals(prefix)) {
            return null;
        }
        List<String> rest = segments.subList(prefix.size(), segments.size());
        return site.find(rest.equals(List.of("")) ? List.of() : rest, files, request);
    }

    private @Nullable Answer own(Invocation.Received received) {
        List<String> segments = received.segments();
        if (segments.equals(List.of("health"))) {
            boolean ready = isReady(states());
            return new Answer(
                    ready ? 200 : 503,
                    "text/plain; charset=utf-8",
                    Map.of(),
                    (ready ? "healthy\n" : "not ready\n").getBytes(StandardCharsets.UTF_8));
        }
        if (segments.equals(List.of("health", "live"))) {
            return Answer.json(200, Map.of("status", "live"));
        }
        if (segments.equals(List.of("health", "ready"))) {
            return ready();
        }
        if (segments.equals(List.of("metrics"))) {
            checkMetricsAllowed(received);
            return front.metrics().scrape(front.hosting().figures().get());
        }
        return null;
    }

    private Answer ready() {
        Map<String, Readiness> states = states();
        boolean all = isReady(states);
        Map<String, String> texts = new TreeMap<>();
        states.forEach((name, state) -> texts.put(name, state.text()));
        return Answer.json(all ? 200 : 503, Map.of("status", all ? "ready" : "not ready", "checks", texts));
    }

    private Map<String, Readiness> states() {
        Map<String, Readiness> states = new TreeMap<>();
        front.hosting().ready().forEach((name, check) -> states.put(name, state(name, check)));
        return states;
    }

    private boolean isReady(Map<String, Readiness> states) {
        return !front.isStopping() && states.values().stream().allMatch(Readiness::isReady);
    }

    private static Readiness state(String name, Supplier<Readiness> check) {
        try {
            return check.get();
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("check", name).setCause(e).log("a readiness check failed");
            return Readiness.of(false);
        }
    }

    /** Figures tell much about who uses a server and how. */
    private void checkMetricsAllowed(Invocation.Received received) {
        String token = front.options().metricsToken();
        String sent = received.header("authorization");
        boolean allowed = token == null
                ? Addresses.isLoopback(received.address()) && received.header("x-forwarded-for") == null
                : sent != null && isSame(sent, "Bearer " + token);
        if (!allowed) {
            front.admission().denied(received.address());
            throw ApiException.unauthenticated("metrics without the token");
        }
    }

    private static boolean isSame(String sent, String wanted) {
        return MessageDigest.isEqual(sent.getBytes(StandardCharsets.UTF_8), wanted.getBytes(StandardCharsets.UTF_8));
    }
}
