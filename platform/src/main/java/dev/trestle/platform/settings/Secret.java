package dev.trestle.platform.settings;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** A password or a key. No log, message or page shows it: only {@link #reveal} has its text. Empty where none is configured. */
public final class Secret {
    public static final Secret NONE = new Secret("");

    private final String text;

    public Secret(String text) {
        this.text = text;
    }

    /** For the service that asks for it. */
    public String reveal() {
        return text;
    }

    public boolean isEmpty() {
        return text.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret
                && MessageDigest.isEqual(
                        text.getBytes(StandardCharsets.UTF_8), secret.text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text.isEmpty() ? "" : "(secret)";
    }
}
