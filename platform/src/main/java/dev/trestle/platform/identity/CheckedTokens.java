package dev.trestle.platform.identity;

import com.nimbusds.jwt.JWTClaimsSet;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tokens whose signatures were found right a moment ago: a page sends the same one with each request, and to check it is more work than most
 * requests. What its claims mean is decided anew each time; only that the issuer made them is remembered, so that a key that is taken
 * back is noticed within {@link #KEPT}. Tokens that are not right are not remembered, nor is any as it was sent, but by its hash.
 */
final class CheckedTokens {
    static final Duration KEPT = Duration.ofSeconds(60);
    private static final int COUNT_MAX = 4096;

    private final Clock clock;
    private final Map<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kept> eldest) {
            return size() > COUNT_MAX;
        }
    };

    private record Kept(Checked checked, Instant at) {}

    /** What a token says, and who judges it. */
    record Checked(JWTClaimsSet claims, TokenVerifier verifier) {}

    CheckedTokens(Clock clock) {
        this.clock = clock;
    }

    synchronized @Nullable Checked find(String hash) {
        Kept found = kept.get(hash);
        if (found == null) {
            return null;
        }
        Duration age = Duration.between(found.at, clock.instant());
        if (age.isNegative() || age.compareTo(KEPT) >= 0) {
            kept.remove(hash);
            return null;
        }
        return found.checked;
    }

    synchronized void keep(String hash, Checked checked) {
        kept.put(hash, new Kept(checked, clock.instant()));
    }
}
