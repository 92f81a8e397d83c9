package dev.trestle.systems.formkiq.api;

import dev.trestle.platform.operation.Right;
import dev.trestle.systems.formkiq.model.Permission;

/** What callers need. A right settles the site of the request, and refuses with what FormKiQ says. */
public final class Rights {
    public static final Right<Caller, OnSite> READ = needs("READ", Permission.READ);

    /** For what a caller keeps for themselves, or asks about themselves: the site's policy is not asked. */
    public static final Right<Caller, OnSite> READ_OWN = Right.of("READ", (caller, asked) -> {
        caller.enter(asked);
        caller.require(Permission.READ);
        return true;
    });

    public static final Right<Caller, OnSite> WRITE = needs("WRITE", Permission.WRITE);

    /** For trials, which show what is in a document: a key that only writes is shown nothing. */
    public static final Right<Caller, OnSite> READ_AND_WRITE = Right.of("READ and WRITE", (caller, asked) -> {
        caller.enter(asked);
        caller.require(Permission.WRITE);
        caller.require(Permission.READ);
        caller.applyPolicy();
        return true;
    });

    public static final Right<Caller, OnSite> DELETE = needs("DELETE", Permission.DELETE);
    public static final Right<Caller, OnSite> ADMIN = needs("ADMIN", Permission.ADMIN);
    public static final Right<Caller, OnSite> ADMIN_OR_GOVERN =
            needs("ADMIN or GOVERN", Permission.ADMIN, Permission.GOVERN);

    /** Administrators of the installation; a site's own administrators make no other sites. */
    public static final Right<Caller, OnSite> ADMIN_OF_ALL_SITES = Right.of("ADMIN of all sites", (caller, asked) -> {
        if (!caller.isAdministrator()) {
            throw caller.denied();
        }
        caller.enter(asked);
        return true;
    });

    /** Whoever deletes API keys, told in other words. */
    public static final Right<Caller, OnSite> ADMIN_OF_KEYS = Right.of("ADMIN", (caller, asked) -> {
        caller.enter(asked);
        if (!caller.may(Permission.ADMIN)) {
            throw Refusals.denied("user is unauthorized");
        }
        return true;
    });

    /** The same, for what belongs to no site: people and their groups. A program is nobody's administrator. */
    public static final Right<Caller, Object> ADMIN_EVERYWHERE = Right.of("ADMIN of all sites", (caller, asked) -> {
        if (!caller.isAdministrator()) {
            throw caller.denied();
        }
        return true;
    });

    /** Whoever governs a site, and reads what belongs to none. */
    public static final Right<Caller, Object> GOVERN_SOMEWHERE =
            Right.of("ADMIN or GOVERN of any site", (caller, asked) -> {
                if (!caller.governsSomewhere()) {
                    throw caller.denied();
                }
                return true;
            });

    /** Whoever is in any group. */
    public static final Right<Caller, Object> ANY_GROUP = Right.of("any group", (caller, asked) -> {
        if (!caller.hasAnyGroup()) {
            throw caller.denied();
        }
        return true;
    });

    /**
     * Who listens to changes, or looks at their home page, is told of the sites that they may read. What asks all systems at once takes a 401
     * for its own end: it would close the connection that all streams share.
     */
    public static final Right<Caller, Object> LISTEN = Right.of("any group", (caller, asked) -> caller.hasAnyGroup());

    private Rights() {}

    private static Right<Caller, OnSite> needs(String name, Permission... oneOf) {
        return Right.of(name, (caller, asked) -> {
            caller.enter(asked);
            caller.require(oneOf);
            caller.applyPolicy();
            return true;
        });
    }
}
