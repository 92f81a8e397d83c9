package dev.trestle.platform.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.http.AddressKey;
import dev.trestle.platform.api.Principal;
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
    private final Cache<String, Boolean> held = Caffeine.newBuilder()
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

    /** An operation was asked for; who calls is not known yet. */
    void call(String address, @Nullable String proof) {
        if (proof == null) {
            addresses.count(AddressKey.of(address));
        } else if (held.getIfPresent(hash(proof)) == null) {
            addresses.check(AddressKey.of(address));
        }
    }

    /** A proof holds. */
    void recognised(String proof, Principal principal) {
        held.put(hash(proof), true);
        people.count(Caller.personKey(principal));
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
