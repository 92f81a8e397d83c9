package dev.trestle.wire.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** SHA-256, alone and with a key. Every Java has both. */
final class Crypto {
    private static final String HMAC = "HmacSHA256";

    private static final ThreadLocal<MessageDigest> DIGESTS = ThreadLocal.withInitial(Crypto::newSha256);

    private static final ThreadLocal<Mac> MACS = ThreadLocal.withInitial(() -> {
        try {
            return Mac.getInstance(HMAC);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    });

    private Crypto() {}

    static String sha256Hex(byte[] bytes) {
        return hex(DIGESTS.get().digest(bytes));
    }

    /** One that is fed bit by bit, by one thread at a time. */
    static MessageDigest newSha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] hmac(byte[] key, String text) {
        Mac mac = MACS.get();
        try {
            mac.init(new SecretKeySpec(key, HMAC));
        } catch (InvalidKeyException e) {
            throw new IllegalStateException("a key of bytes always fits", e);
        }
        return mac.doFinal(text.getBytes(UTF_8));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }
}
