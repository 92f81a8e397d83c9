package dev.trestle.wire.signature;

import java.security.MessageDigest;

/** The hash of a body that is coming in. For one thread at a time. */
public final class PayloadHash {
    private final MessageDigest digest = Crypto.newSha256();

    public void update(byte[] bytes, int offset, int length) {
        digest.update(bytes, offset, length);
    }

    /** Ends it. */
    public String hex() {
        return Crypto.hex(digest.digest());
    }
}
