package dev.trestle.platform.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Encrypts what is stored but must not be read by whoever reads the store: AES-GCM. */
public final class Seal {
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final SecretKeySpec key;
    private final SecureRandom random;

    public Seal(byte[] secret, SecureRandom random) {
        this.key = new SecretKeySpec(secret, "AES");
        this.random = random;
    }

    /** {@code purpose} is what the text is; sealed as one thing, it does not open as another. */
    public byte[] close(String text, String purpose) {
        byte[] nonce = new byte[NONCE_BYTES];
        random.nextBytes(nonce);
        try {
            byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, purpose).doFinal(text.getBytes(StandardCharsets.UTF_8));
            byte[] both = Arrays.copyOf(nonce, nonce.length + sealed.length);
            System.arraycopy(sealed, 0, both, nonce.length, sealed.length);
            return both;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has AES-GCM.", e);
        }
    }

    public String open(byte[] sealed, String purpose) {
        try {
            byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
            byte[] text = cipher(Cipher.DECRYPT_MODE, nonce, purpose)
                    .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
            return new String(text, StandardCharsets.UTF_8);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    "A stored key cannot be decrypted: it was stored with another secret. Start with the secret that it"
                            + " was stored with, or delete the items under PK = SIGNING, which signs everybody out.",
                    e);
        }
    }

    private Cipher cipher(int mode, byte[] nonce, String purpose) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        cipher.updateAAD(purpose.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
