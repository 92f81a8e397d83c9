package dev.trestle.platform.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.http.AddressKey;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How often whom is answered. Signed-in people are counted by person, wherever they are: many may share an address. Calls of nobody, and
 * proofs that do not hold, are counted by address. Files for browsers have a budget of their own, since a page is made of dozens.
 *
 * <p>An address that has used up its budget is refused before its proofs are looked at, which is work: all but those that held a while
 * ago, so that people who are signed in go on working beside somebody who guesses.
 */
final class Admission {
    private static final int PROOFS_MAX = 50_000;
    private static final Duration REMEMBERED = Duration.ofMinutes(15);

    private final Rates addresses;
    private final Rates assets;
    private final Rates people;
    private final Cache<String, Caller> held = Caffeine.newBuilder()
            .maximumSize(PROOFS_MAX)
            .expireAfterWrite(REMEMBERED)
            .build();

    Admission(HttpLimits.PerMinute limits, Clock clock) {
        this.addresses = new Rates(limits.address(), clock);
        this.assets = new Rates(limits.assets(), clock);
        this.people = new Rates(limits.person(), clock);
    }

    /** A file or page was asked for. */
    void asset(String address) {
        assets.count(AddressKey.of(address));
    }

    /**
     * Who it was that the proof was of a while ago, so that what they may not have can be refused before its body is received; null if that
     * is not known. Nothing is permitted by it.
     */
    @Nullable
    Caller likely(@Nullable String proof) {
        return proof == null ? null : held.getIfPresent(hash(proof));
    }

    /** An operation was asked for; who calls is not known yet, at most who it is likely to be. */
    void call(String address, @Nullable String proof, @Nullable Caller likely) {
        if (proof == null) {
            addresses.count(AddressKey.of(address));
        } else if (likely == null) {
            addresses.check(AddressKey.of(address));
        } else {
            people.check(likely.key());
        }
    }

    /** A proof holds. */
    void recognised(String proof, Caller caller) {
        held.put(hash(proof), caller);
        people.count(caller.key());
    }

    /** A proof does not hold. */
    void denied(String address) {
        addresses.count(AddressKey.of(address));
    }

    /** Secrets are not kept. */
    private static String hash(String proof) {
        return StaticSite.hash(proof.getBytes(StandardCharsets.UTF_8));
    }
}
