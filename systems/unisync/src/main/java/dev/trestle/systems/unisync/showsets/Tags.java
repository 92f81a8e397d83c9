package dev.trestle.systems.unisync.showsets;

import dev.trestle.platform.api.Json;
import dev.trestle.systems.unisync.model.ShowSet;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Versions of ShowSets, for ETag and If-Match: a digest of all that a ShowSet is, so that other programs' writes count. */
public final class Tags {
    private static final int BYTES = 12;

    private Tags() {}

    public static String of(ShowSet showSet) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(Json.bytes(showSet));
            return HexFormat.of().formatHex(digest, 0, BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
