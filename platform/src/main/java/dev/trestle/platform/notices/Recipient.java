package dev.trestle.platform.notices;

import dev.trestle.platform.api.Principal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who gets a notice. An issuer is part of it: two issuers may give the same subject to two people.
 *
 * @param subject as the issuer's tokens name the person
 */
public record Recipient(String issuer, String subject) {
    private static final int HASH_BYTES = 18;

    static Recipient of(Principal who) {
        return new Recipient(who.issuer(), who.subject());
    }

    /** What the person's choices are kept under. */
    String person() {
        return hash("person", "");
    }

    /** The inbox of the person in a tenant; null for what belongs to none. */
    String inbox(@Nullable String tenant) {
        return tenant == null ? hash("inbox", "") : hash("inbox of a tenant", tenant);
    }

    /** The inboxes that somebody reads who is signed in to a tenant: its own, and that of systems without tenants. */
    List<String> inboxes(@Nullable String tenant) {
        return tenant == null ? List.of(inbox(null)) : List.of(inbox(tenant), inbox(null));
    }

    /** Subjects and tenants are texts from outside: as a hash they cannot reach into another's key. */
    private String hash(String what, String tenant) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String part : List.of(what, issuer, subject, tenant)) {
                byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
                digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
                digest.update(bytes);
            }
            byte[] all = digest.digest();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(all, HASH_BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
