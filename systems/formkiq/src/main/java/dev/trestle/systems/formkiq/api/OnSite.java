package dev.trestle.systems.formkiq.api;

import org.jspecify.annotations.Nullable;

/** A request that may name its site, in its path or query. */
public interface OnSite {
    @Nullable
    String siteId();

    /** The key of the share by which the caller wants to act; most requests have none. */
    default @Nullable String shareKey() {
        return null;
    }

    /** The same, but for a request that is about a share itself. */
    default @Nullable String actsBy() {
        return shareKey();
    }
}
