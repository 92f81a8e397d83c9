package dev.trestle.platform.identity;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.secret.Seal;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.SigningKey;
import java.security.SecureRandom;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The keys that tokens are signed with, shared by all processes on one table.
 *
 * <p>A new key is published for a while before it signs, so that nobody meets a token whose key they have not seen; an old one stays
 * published until whatever it signed has expired. Keys are read again every minute, and when one is asked for that is not known.
 */
final class SigningKeys {
    private static final Duration PUBLISHED_BEFORE = Duration.ofHours(1);
    private static final Duration KEPT_AFTER = Duration.ofDays(2);
    private static final Duration FRESH = Duration.ofMinutes(1);
    private static final int KEYS_MAX = 100;

    private final ItemStore store;
    private final IdentityOptions options;
    private final Seal seal;
    private List<Known> known = List.of();
    private Instant readAt = Instant.MIN;

    private record Known(Instant signsFrom, Instant expiresAt, ECKey key) {}

    SigningKeys(ItemStore store, IdentityOptions options, SecureRandom random) {
        this.store = store.consistent();
        this.options = options;
        this.seal = new Seal(options.secret(), random);
    }

    /** The key that signs now. */
    synchronized ECKey current() {
        refresh();
        return signing()
                .orElseThrow(() -> new IllegalStateException("There is no key to sign with."))
                .key();
    }

    private Optional<Known> signing() {
        Instant now = options.clock().instant();
        return known.stream()
                .filter(each -> !each.signsFrom().isAfter(now)
                        && each.expiresAt().minus(KEPT_AFTER.dividedBy(2)).isAfter(now))
                .findFirst();
    }

    /** All keys that may have signed something that is still valid, without their secret parts. */
    synchronized JWKSet published() {
        refresh();
        return new JWKSet(
                known.stream().<JWK>map(each -> each.key().toPublicJWK()).toList());
    }

    /** The keys that fit; if none does, as another process may know them. */
    synchronized List<JWK> select(JWKSelector selector) {
        List<JWK> found = selector.select(published());
        if (found.isEmpty()
                && readAt.plus(Duration.ofSeconds(1)).isBefore(options.clock().instant())) {
            readAt = Instant.MIN;
            found = selector.select(published());
        }
        return found;
    }

    private void refresh() {
        Instant now = options.clock().instant();
        if (readAt.isAfter(now.minus(FRESH)) && !known.isEmpty()) {
            return;
        }
        read();
        if (signing().isEmpty()) {
            create(now);
        } else if (!known.get(0).signsFrom().plus(options.keyLife()).isAfter(now)) {
            create(now.plus(PUBLISHED_BEFORE));
        }
        readAt = now;
    }

    private void read() {
        List<Known> read = new ArrayList<>();
        for (SigningKey each : store.first(PlatformTable.SIGNING_KEYS.of(), KEYS_MAX)) {
            try {
                read.add(new Known(
                        each.signsFrom(), each.expiresAt(), ECKey.parse(seal.open(each.sealed(), each.keyId()))));
            } catch (ParseException e) {
                throw new IllegalStateException("A stored key cannot be read.", e);
            }
        }
        known = List.copyOf(read);
    }

    private void create(Instant signsFrom) {
        try {
            ECKey key = new ECKeyGenerator(Curve.P_256)
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.ES256)
                    .keyIDFromThumbprint(true)
                    .generate();
            Instant expiry =
                    signsFrom.plus(options.keyLife()).plus(PUBLISHED_BEFORE).plus(KEPT_AFTER);
            int number = Math.toIntExact(signsFrom.getEpochSecond() / 60);
            byte[] sealed = seal.close(key.toJSONString(), key.getKeyID());
            store.create(PlatformTable.SIGNING_KEY, new SigningKey(number, key.getKeyID(), sealed, signsFrom, expiry));
        } catch (WriteRefusedException e) {
            if (e.failure().cause() != Cause.EXISTS) {
                throw e;
            }
            // Another process was first.
        } catch (JOSEException e) {
            throw new IllegalStateException("Every Java has the curve P-256.", e);
        }
        read();
    }
}
