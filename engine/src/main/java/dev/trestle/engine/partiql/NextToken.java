package dev.trestle.engine.partiql;

import dev.trestle.engine.EngineException;
import dev.trestle.engine.item.ByteReader;
import dev.trestle.engine.item.ByteWriter;
import dev.trestle.engine.item.StoredItem;
import dev.trestle.engine.value.Canonical;
import dev.trestle.engine.value.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a SELECT goes on: in which of its partitions, and behind which key there.
 *
 * <p>Its text carries a digest of the statement and its parameters, so that it is of use to them only, and of itself, so that damage
 * shows. It gives no right that the key itself would not give: the digest is no secret.
 *
 * <pre>
 * token = version(1) · digest(16) · partition(4) · stored item of the last key, or nothing
 * </pre>
 */
record NextToken(int partition, @Nullable StoredItem lastKey) {
    static final int LENGTH_MAX = 32_768;

    private static final int VERSION = 1;
    private static final int DIGEST_BYTES = 16;
    private static final int HEADER_BYTES = 1 + DIGEST_BYTES;

    @Nullable
    Map<String, Value> startKey() {
        return lastKey == null ? null : lastKey.toMap();
    }

    String encode(String statement, List<Value> parameters) {
        byte[] place = place();
        ByteWriter out = new ByteWriter(HEADER_BYTES + place.length);
        out.writeByte(VERSION);
        out.writeBytes(digest(statement, parameters, place));
        out.writeBytes(place);
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    private byte[] place() {
        ByteWriter place = new ByteWriter(64);
        place.writeInt(partition);
        if (lastKey != null) {
            place.writeBytes(lastKey.bytes());
        }
        return place.toByteArray();
    }

    /** The token of the same statement and parameters; all others are refused. */
    static NextToken decode(String text, String statement, List<Value> parameters) {
        try {
            byte[] bytes = Base64.getDecoder().decode(text);
            byte[] place = Arrays.copyOfRange(bytes, HEADER_BYTES, Math.max(bytes.length, HEADER_BYTES));
            byte[] digest = Arrays.copyOfRange(bytes, 1, HEADER_BYTES);
            if (bytes[0] == VERSION && Arrays.equals(digest, digest(statement, parameters, place))) {
                int partition = new ByteReader(place, 0).readInt();
                byte[] key = Arrays.copyOfRange(place, 4, place.length);
                // Decoded as a whole, for the bytes may have been made up.
                return new NextToken(
                        partition,
                        key.length == 0
                                ? null
                                : StoredItem.of(
                                        Canonical.item(StoredItem.ofBytes(key).toMap())));
            }
        } catch (RuntimeException madeUp) {
            throw invalid();
        }
        throw invalid();
    }

    static EngineException invalid() {
        return EngineException.validation("Invalid NextToken");
    }

    private static byte[] digest(String statement, List<Value> parameters, byte[] place) {
        Map<String, Value> named = new LinkedHashMap<>();
        for (Value parameter : parameters) {
            named.put("p" + named.size(), Canonical.value(parameter));
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(StoredItem.of(named).bytes());
            digest.update(place);
            digest.update(statement.getBytes(StandardCharsets.UTF_8));
            return Arrays.copyOf(digest.digest(), DIGEST_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
