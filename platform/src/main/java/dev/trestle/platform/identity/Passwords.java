package dev.trestle.platform.identity;

import dev.trestle.platform.api.ApiException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.text.Normalizer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.crypto.generators.Argon2BytesGenerator;
import org.bouncycastle.crypto.params.Argon2Parameters;

/**
 * Hashes of passwords: Argon2id, with its parameters in the text, so that they can be raised and older hashes still hold.
 *
 * <p>A hash costs memory on purpose. Only a few are made at a time; who finds all places taken waits a moment, then is refused.
 */
public final class Passwords {
    public static final int LENGTH_MIN = 10;
    public static final int LENGTH_MAX = 200;

    private static final int SALT_BYTES = 16;
    private static final int HASH_BYTES = 32;
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final Pattern ENCODED = Pattern.compile(
            "\\$argon2id\\$v=19\\$m=([0-9]{1,7}),t=([0-9]{1,2}),p=([0-9]{1,2})\\$([A-Za-z0-9+/]{1,86})\\$([A-Za-z0-9+/]{1,172})");

    private final SecureRandom random;
    private final Cost cost;
    private final Semaphore places =
            new Semaphore(Math.max(2, Runtime.getRuntime().availableProcessors()), true);
    private final String nobody;

    /** What a hash costs. */
    public record Cost(int memoryKib, int passes) {
        /** What OWASP recommends at least: some 50 ms. */
        public static final Cost STANDARD = new Cost(19 * 1024, 2);

        String prefix() {
            return "$argon2id$v=19$m=" + memoryKib + ",t=" + passes + ",p=1$";
        }
    }

    public Passwords(SecureRandom random, Cost cost) {
        this.random = random;
        this.cost = cost;
        this.nobody = encoded(randomBytes(SALT_BYTES), randomBytes(HASH_BYTES)); // of no password that anybody knows
    }

    /** A hash as it is stored. */
    public String hash(String password) {
        byte[] salt = randomBytes(SALT_BYTES);
        return encoded(salt, argon2(password, salt, cost.memoryKib(), cost.passes(), 1, HASH_BYTES));
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private String encoded(byte[] salt, byte[] hash) {
        Base64.Encoder base64 = Base64.getEncoder().withoutPadding();
        return cost.prefix() + base64.encodeToString(salt) + "$" + base64.encodeToString(hash);
    }

    /** Whether a password is the one that was hashed. */
    public boolean matches(String password, String encoded) {
        Matcher parts = ENCODED.matcher(encoded);
        if (!parts.matches() || password.length() > LENGTH_MAX) {
            return false;
        }
        byte[] wanted = Base64.getDecoder().decode(parts.group(5));
        byte[] found = argon2(
                password,
                Base64.getDecoder().decode(parts.group(4)),
                Integer.parseInt(parts.group(1)),
                Integer.parseInt(parts.group(2)),
                Integer.parseInt(parts.group(3)),
                wanted.length);
        return MessageDigest.isEqual(found, wanted);
    }

    /** Takes as long as a check, for a name that nobody has: how long an answer takes shall not tell names. */
    public void matchNobody(String password) {
        boolean never = matches(password, nobody);
        if (never) {
            throw new IllegalStateException("A random password was guessed.");
        }
    }

    /** Whether a hash was made with other parameters than are used now. */
    public boolean isOutdated(String encoded) {
        return !encoded.startsWith(cost.prefix());
    }

    /** Refuses a password that is too short, too long, or one that its owner's name gives away. */
    public static void check(String password, String email) {
        int length = password.codePointCount(0, password.length());
        if (length < LENGTH_MIN || password.length() > LENGTH_MAX) {
            throw ApiException.invalid("password", "must have " + LENGTH_MIN + " to " + LENGTH_MAX + " characters")
                    .withCode("password-length", Map.of("from", LENGTH_MIN, "to", LENGTH_MAX));
        }
        if (password.equalsIgnoreCase(email) || password.chars().distinct().count() < 4) {
            throw ApiException.invalid("password", "is too easy to guess").withCode("password-guessable");
        }
    }

    private byte[] argon2(String password, byte[] salt, int memoryKib, int passes, int lanes, int length) {
        byte[] secret = Normalizer.normalize(password, Normalizer.Form.NFKC).getBytes(StandardCharsets.UTF_8);
        boolean placed = false;
        try {
            placed = places.tryAcquire(WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
            if (!placed) {
                throw ApiException.unavailable(
                        "Too many people sign in now. Try again a little later.", WAIT_MAX, null);
            }
            Argon2BytesGenerator generator = new Argon2BytesGenerator();
            generator.init(new Argon2Parameters.Builder(Argon2Parameters.ARGON2_id)
                    .withVersion(Argon2Parameters.ARGON2_VERSION_13)
                    .withMemoryAsKB(memoryKib)
                    .withIterations(passes)
                    .withParallelism(lanes)
                    .withSalt(salt)
                    .build());
            byte[] hash = new byte[length];
            generator.generateBytes(secret, hash);
            return hash;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ApiException.unavailable("Interrupted.", WAIT_MAX, e);
        } finally {
            Arrays.fill(secret, (byte) 0);
            if (placed) {
                places.release();
            }
        }
    }
}
