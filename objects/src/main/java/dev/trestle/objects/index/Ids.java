package dev.trestle.objects.index;

import dev.trestle.engine.value.Bytes;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Names that are never used twice. Those of versions and uploads begin with a number that puts them in order: later versions come first,
 * later uploads last.
 */
public final class Ids {
    public static final int PLAIN_BYTES = 16;
    public static final int ORDERED_BYTES = Long.BYTES + PLAIN_BYTES;
    /** Behind every ordered id. */
    public static final Bytes LAST = Bytes.of(filled((byte) 0xFF));

    /** Before every ordered id. */
    public static final Bytes FIRST = Bytes.of(new byte[1]);

    private final RandomGenerator random;

    public Ids(RandomGenerator random) {
        this.random = random;
    }

    private static byte[] filled(byte value) {
        byte[] bytes = new byte[ORDERED_BYTES];
        java.util.Arrays.fill(bytes, value);
        return bytes;
    }

    /** For a blob or a bucket. */
    public Bytes plain() {
        byte[] bytes = new byte[PLAIN_BYTES];
        random.nextBytes(bytes);
        return Bytes.of(bytes);
    }

    /** For a version: the higher its order, the earlier it comes. */
    public Bytes version(long order) {
        return ordered(~order);
    }

    public static long orderOfVersion(Bytes version) {
        return ~ByteBuffer.wrap(version.array()).getLong();
    }

    /** For an upload: the higher its order, the later it comes. */
    public Bytes upload(long order) {
        return ordered(order);
    }

    private Bytes ordered(long first) {
        byte[] bytes = new byte[PLAIN_BYTES];
        random.nextBytes(bytes);
        return Bytes.of(
                ByteBuffer.allocate(ORDERED_BYTES).putLong(first).put(bytes).array());
    }

    /** How clients see an ordered id: 32 characters that may stand in a URL. */
    public static String toText(Bytes ordered) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(ordered.array());
    }

    /** The id that a client names; null if it cannot be one. */
    public static @Nullable Bytes ofText(String text) {
        if (text.length() != ORDERED_BYTES / 3 * 4) {
            return null;
        }
        try {
            return Bytes.of(Base64.getUrlDecoder().decode(text));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
