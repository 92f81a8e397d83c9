package dev.trestle.systems.formkiq.webhooks;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** What webhooks and their calls are found by. */
final class WebhookIds {
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");

    private WebhookIds() {}

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** The id of a call by the key that its sender gave it, which may be of any length. */
    static String ofCall(String idempotencyKey) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256")
                            .digest(idempotencyKey.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every platform has it
        }
    }
}
