package dev.trestle.platform.http;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Cursors;
import dev.trestle.platform.api.Idempotency;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a server hosts.
 *
 * @param authenticators asked in turn; the first that knows the kind of proof decides
 * @param idempotency null if no operation takes an Idempotency-Key
 * @param cursors signs where lists go on
 * @param ready what has to hold before requests are wanted, by name
 * @param figures further lines for Prometheus, each with its end
 * @param page what browsers get at the addresses of pages; null if there are only files
 */
public record Hosting(
        List<Api> apis,
        List<Authenticator> authenticators,
        @Nullable Idempotency idempotency,
        Cursors cursors,
        Map<String, Supplier<Readiness>> ready,
        List<StaticSite> sites,
        List<Mount> mounts,
        Supplier<String> figures,
        @Nullable AppPage page,
        Clock clock) {

    public Hosting {
        apis = List.copyOf(apis);
        authenticators = List.copyOf(authenticators);
        ready = Map.copyOf(ready);
        sites = List.copyOf(sites);
        mounts = List.copyOf(mounts);
    }

    public static Hosting of(List<Api> apis, List<Authenticator> authenticators) {
        return new Hosting(
                apis,
                authenticators,
                null,
                Cursors.ofThisProcess(),
                Map.of(),
                List.of(),
                List.of(),
                () -> "",
                null,
                Clock.systemUTC());
    }

    public Hosting withCursors(Cursors signing) {
        return new Hosting(apis, authenticators, idempotency, signing, ready, sites, mounts, figures, page, clock);
    }

    public Hosting withIdempotency(Idempotency remembered) {
        return new Hosting(apis, authenticators, remembered, cursors, ready, sites, mounts, figures, page, clock);
    }

    /**
     * What one check of readiness says.
     *
     * @param text for people: anybody may read it
     */
    public record Readiness(boolean isReady, String text) {
        public static Readiness of(boolean ready) {
            return new Readiness(ready, ready ? "ready" : "not ready");
        }
    }

    public Hosting withReady(String name, BooleanSupplier check) {
        return withReadiness(name, () -> Readiness.of(check.getAsBoolean()));
    }

    public Hosting withReadiness(String name, Supplier<Readiness> check) {
        Map<String, Supplier<Readiness>> more = new TreeMap<>(ready);
        more.put(name, check);
        return new Hosting(apis, authenticators, idempotency, cursors, more, sites, mounts, figures, page, clock);
    }

    public Hosting withSite(StaticSite site) {
        List<StaticSite> more = new ArrayList<>(sites);
        more.add(site);
        return new Hosting(apis, authenticators, idempotency, cursors, ready, more, mounts, figures, page, clock);
    }

    public Hosting withMount(Mount mount) {
        List<Mount> more = new ArrayList<>(mounts);
        more.add(mount);
        return new Hosting(apis, authenticators, idempotency, cursors, ready, sites, more, figures, page, clock);
    }

    public Hosting withFigures(Supplier<String> lines) {
        return new Hosting(apis, authenticators, idempotency, cursors, ready, sites, mounts, lines, page, clock);
    }

    public Hosting withPage(AppPage shown) {
        return new Hosting(apis, authenticators, idempotency, cursors, ready, sites, mounts, figures, shown, clock);
    }

    public Hosting withClock(Clock other) {
        return new Hosting(apis, authenticators, idempotency, cursors, ready, sites, mounts, figures, page, other);
    }
}
