package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.systems.formkiq.model.Permission;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes callers: of requests, and of what the system does later in somebody's name. For any number of threads. */
public final class Callers {
    /** What a policy holds to who acts later: they change a document. */
    private static final String ACT = "UpdateDocument";

    private final SitePermissions rows;
    private final String issuer;
    private final Places places;

    /** {@code issuer} is the one whose administrators administer the server. */
    public Callers(SitePermissions rows, String issuer, Places places) {
        this.rows = rows;
        this.issuer = issuer;
        this.places = places;
    }

    /** Who calls, as this system knows them. */
    public Function<Call, Caller> ofCalls() {
        return call -> new Caller(call.principal(), call.address(), rows, issuer, places.of(call.operationId()));
    }

    /**
     * Somebody in whose name the system acts in a site, as their rights are now: what is written is the system's.
     * Refuses who may not enter the site any more.
     */
    public Caller acting(Principal principal, String siteId, @Nullable String share) {
        OnSite where = new OnSite() {
            @Override
            public String siteId() {
                return siteId;
            }

            @Override
            public @Nullable String shareKey() {
                return share;
            }
        };
        return new Caller(principal, "", rows, issuer, places.of(ACT)).acting(where);
    }

    /** The system itself, where nobody is known in whose name it acts: it does what a writer of the site may. */
    public Caller system(String siteId) {
        Principal writer = new Principal(
                Caller.API_KEYS,
                Actor.SYSTEM,
                Principal.Proof.API_KEY,
                null,
                Set.of(Permission.READ.name(), Permission.WRITE.name()),
                Map.of("username", Actor.SYSTEM, "site", siteId));
        return acting(writer, siteId, null);
    }
}
