package dev.trestle.platform.identity;

import dev.trestle.model.operation.Cause;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.secret.Seal;
import dev.trestle.platform.table.Mark;
import dev.trestle.platform.table.PlatformTable;
import dev.trestle.platform.table.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Binds a platform's table to the secret of its installation. The first server that starts on a table writes a fingerprint of its secret,
 * from which the secret cannot be told; every later one must have the same secret. Servers with different secrets could not open each
 * other's signing keys, and would break each other's sign-in.
 */
public final class InstallationSecret {
    private static final String MARK = "secret";
    private static final String PURPOSE = "fingerprint of the installation's secret";
    private static final int FINGERPRINT_BYTES = 16;

    private InstallationSecret() {}

    /**
     * Checks that the table is of an installation with this secret, or makes it one if it is of none.
     *
     * @throws IllegalStateException if it is of another
     */
    public static void require(ItemStore store, byte[] secret, Clock clock) {
        ItemStore consistent = store.consistent();
        String own = fingerprint(secret);
        Optional<Mark> mark = consistent.get(PlatformTable.MARK_OF.of(MARK));
        if (mark.isEmpty()) {
            requireSigningKeys(consistent, secret);
            mark = Optional.of(claim(consistent, new Mark(MARK, own, clock.instant())));
        }
        if (!MessageDigest.isEqual(
                own.getBytes(StandardCharsets.UTF_8), mark.get().value().getBytes(StandardCharsets.UTF_8))) {
            throw otherSecret(null);
        }
    }

    /** The mark that holds: another server may have been first. */
    private static Mark claim(ItemStore store, Mark mark) {
        try {
            store.create(PlatformTable.MARK, mark);
            return mark;
        } catch (WriteRefusedException e) {
            if (e.failure().cause() != Cause.EXISTS) {
                throw e;
            }
            return store.get(PlatformTable.MARK_OF.of(MARK)).orElseThrow(() -> e);
        }
    }

    /** A table from before there was a fingerprint tells by its newest signing key. */
    private static void requireSigningKeys(ItemStore store, byte[] secret) {
        Seal seal = new Seal(secret, new SecureRandom());
        for (SigningKey each : store.first(PlatformTable.SIGNING_KEYS.of(), 1)) {
            try {
                seal.open(each.sealed(), each.keyId());
            } catch (IllegalStateException e) {
                throw otherSecret(e);
            }
        }
    }

    private static IllegalStateException otherSecret(@Nullable Throwable cause) {
        return new IllegalStateException(
                "The table " + PlatformTable.TABLE.name()
                        + " belongs to an installation with another secret. Two servers"
                        + " that share it need the same secret, or they break each other's sign-in: give this server the"
                        + " other's (identity.secret-file), or a store of its own. If the other is only to be a store, start"
                        + " that with serve --storage-only on a data directory of its own. If the secret is lost, delete the"
                        + " items MARK#secret and those under PK = SIGNING, which signs everybody out.",
                cause);
    }

    private static String fingerprint(byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            byte[] digest = mac.doFinal(PURPOSE.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, FINGERPRINT_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HMAC-SHA256.", e);
        }
    }
}
