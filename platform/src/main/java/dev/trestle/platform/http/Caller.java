package dev.trestle.platform.http;

import dev.trestle.http.AddressKey;
import dev.trestle.platform.api.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Whose request it is, as far as limits go: a person's, or an address's while no more is known of the sender.
 *
 * @param key the same for all requests of one person, whatever tokens and API keys they come with
 * @param tenant whose share the request uses too; null for an address, and for people of no tenant
 * @param isPerson whether somebody has shown who they are
 */
record Caller(String key, @Nullable String tenant, boolean isPerson) {

    static Caller of(@Nullable Principal principal, String address) {
        return principal == null
                ? new Caller("address " + AddressKey.of(address), null, false)
                // With the issuer, whose names mean nothing beside another's.
                : new Caller("person " + principal.issuer() + " " + principal.subject(), principal.tenant(), true);
    }

    /** Those who take turns together: a tenant's people; whoever has no tenant takes turns alone. */
    String group() {
        return tenant == null ? key : "tenant " + tenant;
    }
}
