package dev.trestle.wire.signature;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys with which requests may be signed. Shows nobody its secrets. */
public final class AccessKeys {
    /** With no key, whatever is signed is taken. */
    public static final AccessKeys NONE = new AccessKeys(Map.of());

    private final Map<String, byte[]> secrets;

    private AccessKeys(Map<String, byte[]> secrets) {
        this.secrets = secrets;
    }

    /** Secrets by the ids of their keys. */
    public static AccessKeys of(Map<String, String> secretsById) {
        Map<String, byte[]> secrets = new HashMap<>();
        secretsById.forEach((id, secret) -> {
            if (id.isEmpty() || secret.isEmpty() || id.contains("/")) {
                throw new IllegalArgumentException(
                        "an access key has an id without a slash and a secret, and neither is empty");
            }
            secrets.put(id, secret.getBytes(StandardCharsets.UTF_8));
        });
        return new AccessKeys(Map.copyOf(secrets));
    }

    public boolean isEmpty() {
        return secrets.isEmpty();
    }

    byte @Nullable [] secret(String id) {
        return secrets.get(id);
    }

    @Override
    public String toString() {
        return secrets.size() + " access keys";
    }
}
