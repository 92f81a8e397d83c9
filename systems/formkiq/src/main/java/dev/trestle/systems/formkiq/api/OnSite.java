package dev.trestle.systems.formkiq.api;

import org.jspecify.annotations.Nullable;

/** A request that may name its site, in its path or query. */
public interface OnSite {
    @Nullable
    String siteId();
}
