package dev.trestle.wire.signature;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The keys that secrets give for a day, a region and a service. A client uses one all day, so those in use are kept. */
final class SigningKeys {
    /** Regions come from requests: when somebody sends too many, all are forgotten. */
    private static final int KEPT_MAX = 256;

    private final ConcurrentMap<String, byte[]> kept = new ConcurrentHashMap<>();

    byte[] get(byte[] secret, Authorization authorization) {
        String name = authorization.keyId() + "/" + authorization.scope();
        byte[] known = kept.get(name);
        if (known != null) {
            return known;
        }
        byte[] derived = derive(secret, authorization);
        if (kept.size() >= KEPT_MAX) {
            kept.clear();
        }
        kept.put(name, derived);
        return derived;
    }

    private static byte[] derive(byte[] secret, Authorization authorization) {
        byte[] start = ("AWS4" + new String(secret, UTF_8)).getBytes(UTF_8);
        byte[] day = Crypto.hmac(start, authorization.day());
        byte[] region = Crypto.hmac(day, authorization.region());
        byte[] service = Crypto.hmac(region, authorization.service());
        return Crypto.hmac(service, "aws4_request");
    }
}
