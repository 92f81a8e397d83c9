package dev.trestle.wire.signature;

import dev.trestle.wire.access.Grant;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys with which requests may be signed, and what each may reach. Shows nobody its secrets. */
public final class AccessKeys {
    /** Takes any signature, and lets it reach everything. */
    public static final AccessKeys NONE = new AccessKeys(Map.of(), Grant.ALL);

    private final Map<String, Entry> entries;
    private final @Nullable Grant unknown;

    private record Entry(byte[] secret, Signer signer) {}

    private AccessKeys(Map<String, Entry> entries, @Nullable Grant unknown) {
        this.entries = Map.copyOf(entries);
        this.unknown = unknown;
    }

    /** Secrets by the ids of their keys, each of which may reach everything. Nobody else gets in. */
    public static AccessKeys of(Map<String, String> secretsById) {
        AccessKeys keys = new AccessKeys(Map.of(), null);
        for (Map.Entry<String, String> each : secretsById.entrySet()) {
            keys = keys.with(each.getKey(), each.getValue(), Grant.ALL);
        }
        return keys;
    }

    /** One more key. */
    public AccessKeys with(String id, String secret, Grant grant) {
        if (id.isEmpty() || secret.isEmpty() || id.contains("/")) {
            throw new IllegalArgumentException(
                    "an access key has an id without a slash and a secret, and neither is empty");
        }
        Map<String, Entry> more = new HashMap<>(entries);
        more.put(id, new Entry(secret.getBytes(StandardCharsets.UTF_8), new Signer(id, grant)));
        return new AccessKeys(more, unknown);
    }

    /** The same, but that a signature with a key that is not known is taken unchecked. What a known key signs is still checked. */
    public AccessKeys takingAnySignature(Grant grant) {
        return new AccessKeys(entries, grant);
    }

    /** Whether a signature with a key that is not known is taken. */
    public boolean takesAnySignature() {
        return unknown != null;
    }

    /** Null if no signature with that key is taken. */
    @Nullable
    Signer signer(String id) {
        Entry entry = entries.get(id);
        if (entry != null) {
            return entry.signer();
        }
        return unknown == null ? null : new Signer(id, unknown);
    }

    /** Null for a key that is not known. */
    byte @Nullable [] secret(String id) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.secret();
    }

    @Override
    public String toString() {
        return entries.size() + " access keys";
    }
}
