package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Principal;
import dev.trestle.systems.formkiq.model.Permission;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those who leave documents in a site without being known to it. */
public final class Outside {
    /** Who they are as creators of documents, and the group that a site's items have to let in. */
    public static final String PUBLIC = "public";

    private final SitePermissions rows;
    private final Places places;

    public Outside(SitePermissions rows, Places places) {
        this.rows = rows;
        this.places = places;
    }

    /** Somebody unknown, who may write where the items of a site let the group {@value #PUBLIC}, and nowhere else. */
    public Caller entering(Call call, OnSite asked) {
        Caller caller = caller(call, PUBLIC, Set.of(PUBLIC));
        caller.enter(asked);
        caller.require(Permission.WRITE);
        caller.applyPolicy();
        return caller;
    }

    /** A webhook at work, which somebody let in by making it: no rule of a folder is about it. */
    public Caller filing(Call call, String user, String site) {
        Caller caller = caller(call, user, Set.of());
        caller.enterAs(site, Set.of(Permission.WRITE, Permission.GOVERN));
        return caller;
    }

    /** Whether a site is there for others than administrators. */
    public boolean isOpen(@Nullable String site) {
        return site != null
                && Caller.isSiteId(site)
                && !Caller.isReserved(site)
                && rows.of(site, Set.of()).isActive();
    }

    private Caller caller(Call call, String user, Set<String> groups) {
        Principal principal = new Principal(
                Caller.OUTSIDE, user, Principal.Proof.TOKEN, null, groups, Map.<String, Object>of("username", user));
        return new Caller(principal, call.address(), rows, "", places.of(call.operationId()));
    }
}
