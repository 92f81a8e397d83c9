package dev.trestle.platform.api;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Versions for ETag and If-Match: a digest of all that a thing is, so that other programs' writes count too. */
public final class VersionTag {
    private static final int BYTES = 12;

    private VersionTag() {}

    /** The version of something that can be written as JSON. */
    public static String of(Object value) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Json.bytes(value));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
