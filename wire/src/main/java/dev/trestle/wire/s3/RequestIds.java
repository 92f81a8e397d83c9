package dev.trestle.wire.s3;

import java.util.Base64;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;

/** The two ids by which a request can be found again; neither is a secret. */
public record RequestIds(String requestId, String hostId) {
    private static final int HOST_ID_BYTES = 56;

    public static RequestIds next() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        byte[] host = new byte[HOST_ID_BYTES];
        random.nextBytes(host);
        return new RequestIds(
                String.format(Locale.ROOT, "%016X", random.nextLong()),
                Base64.getEncoder().encodeToString(host));
    }
}
