package dev.trestle.systems.docstore.documents;

import dev.trestle.platform.api.Json;
import dev.trestle.systems.docstore.model.Document;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * ETags. A version's content never changes, so its tag is its number: what a save, or a rollback, says that it started from. A document
 * as a whole, and its access list, have tags of their own, which change with whatever is in them.
 */
public final class Tags {
    private static final int DIGEST_CHARACTERS = 16;

    private Tags() {}

    public static String content(int version) {
        return "v" + version;
    }

    public static String document(Document document) {
        return "d" + digest(document);
    }

    public static String access(Document document) {
        return "a" + digest(List.of(document.owner(), document.editors(), document.viewers()));
    }

    private static String digest(Object value) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(Json.bytes(value));
            return HexFormat.of().formatHex(hash).substring(0, DIGEST_CHARACTERS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
