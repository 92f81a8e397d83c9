package dev.trestle.platform.operation;

import dev.trestle.platform.api.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** ETags of values that have no version: a digest of their JSON. */
public final class Tags {
    private static final int CHARACTERS = 16;

    private Tags() {}

    public static String of(Object value) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Json.bytes(value));
            return HexFormat.of().formatHex(hash).substring(0, CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
