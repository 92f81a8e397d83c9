package dev.trestle.objects.object;

import dev.trestle.engine.value.Bytes;
import dev.trestle.objects.ObjectStoreException;
import dev.trestle.objects.S3Error;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Keys of objects as bytes: UTF-8, whose order is that of listings. They never become names of files. */
public final class ObjectKeys {
    public static final int BYTES_MAX = 1024;

    private ObjectKeys() {}

    /** The bytes of a key that an object may have. */
    public static Bytes require(String key) {
        Bytes bytes = bytes(key);
        if (bytes.length() == 0) {
            throw ObjectStoreException.of(S3Error.INVALID_ARGUMENT, "A key must not be empty");
        }
        if (bytes.length() > BYTES_MAX) {
            throw ObjectStoreException.of(S3Error.KEY_TOO_LONG)
                    .with("Size", Integer.toString(bytes.length()))
                    .with("MaxSizeAllowed", Integer.toString(BYTES_MAX));
        }
        return bytes;
    }

    /** The bytes of a key, or of the start of one, of any length; none for null. */
    public static Bytes bytes(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return Bytes.of(new byte[0]);
        }
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            return Bytes.of(Arrays.copyOf(encoded.array(), encoded.limit()));
        } catch (CharacterCodingException e) {
            throw ObjectStoreException.of(S3Error.INVALID_URI);
        }
    }

    public static String text(Bytes key) {
        return new String(key.array(), StandardCharsets.UTF_8);
    }

    /** What all keys that begin with the prefix come before, and none that does not and comes after it. UTF-8 has no such byte. */
    public static Bytes behind(Bytes prefix) {
        if (prefix.length() >= BYTES_MAX) {
            return prefix;
        }
        byte[] longer = Arrays.copyOf(prefix.array(), prefix.length() + 1);
        longer[prefix.length()] = (byte) 0xFF;
        return Bytes.of(longer);
    }
}
