package dev.trestle.platform.identity;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.UUID;

/** Secrets that nobody chose: random, so that a plain hash of them is enough to keep. */
final class Secrets {
    /** Without letters and digits that look like others. */
    private static final String READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final int ONE_TIME_GROUPS = 4;
    private static final int GROUP = 5;

    private final SecureRandom random;

    Secrets(SecureRandom random) {
        this.random = random;
    }

    /** 256 random bits. */
    String token() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** An id that nobody guesses: nearly 128 random bits. It begins with no hyphen: a command line would take it for an option. */
    String id() {
        byte[] bytes = new byte[16];
        String id;
        do {
            random.nextBytes(bytes);
            id = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        } while (id.startsWith("-"));
        return id;
    }

    /** A random UUID, the form that other issuers' subjects have. */
    String uuid() {
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        ByteBuffer bits = ByteBuffer.wrap(bytes);
        long version4 = bits.getLong() & ~0xf000L | 0x4000L;
        long variant2 = bits.getLong() & ~(0b11L << 62) | 0b10L << 62;
        return new UUID(version4, variant2).toString();
    }

    /** Some 98 random bits that a person can type: {@code abcde-fghjk-mnpqr-stuvw}. */
    String readable() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < ONE_TIME_GROUPS * GROUP; i++) {
            if (i > 0 && i % GROUP == 0) {
                text.append('-');
            }
            text.append(READABLE.charAt(random.nextInt(READABLE.length())));
        }
        return text.toString();
    }

    static String hash(String secret) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }

    static boolean isSame(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }
}
