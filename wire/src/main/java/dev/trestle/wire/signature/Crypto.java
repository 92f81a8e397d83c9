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

    private static final ThreadLocal<MessageDigest> DIGESTS = ThreadLocal.withInitial(() -> {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    });

    private static final ThreadLocal<Mac> MACS = ThreadLocal.withInitial(() -> {
        try {
            return Mac.getInstance(HMAC);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    });

    private Crypto() {}

    static byte[] sha256(byte[] bytes) {
        return DIGESTS.get().digest(bytes);
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
