package dev.trestle.platform.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Whose something is, as a digest that fits into a key: who, of which issuer, on whose behalf. */
public final class Holder {
    private Holder() {}

    /** The same for the same person in the same tenant, and for nobody else. */
    public static String of(Principal who) {
        return digest(who.issuer(), who.subject(), who.tenant());
    }

    /** The same for everybody of a tenant; all who have none share one. */
    public static String tenantOf(Principal who) {
        return digest(who.tenant());
    }

    /** With lengths, so that no two are the same text. */
    private static String digest(@Nullable String... parts) {
        StringBuilder text = new StringBuilder();
        for (@Nullable String part : parts) {
            text.append(part == null ? -1 : part.length()).append(':').append(part);
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
