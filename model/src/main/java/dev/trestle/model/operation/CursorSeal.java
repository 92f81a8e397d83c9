package dev.trestle.model.operation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Makes cursors and reads them again.
 *
 * <p>A cursor is the place of the last item, and a code made with the store's key over that place and the whole question: pattern,
 * tenant, key conditions. The question is not in the cursor; who asks has to ask the same again, or the code does not fit.
 */
final class CursorSeal {
    private static final byte VERSION = 1;
    private static final int CODE_BYTES = 16;
    private static final int CURSOR_CHARS_MAX = 16_384;
    private static final int KEYS_MAX = 8;
    private static final int KEY_BYTES_MIN = 16;

    private final SecretKeySpec key;

    CursorSeal(byte[] key) {
        if (key.length < KEY_BYTES_MIN) {
            throw new IllegalArgumentException("a cursor key has at least " + KEY_BYTES_MIN + " bytes");
        }
        this.key = new SecretKeySpec(key, "HmacSHA256");
    }

    /**
     * Where to go on.
     *
     * @param partition which of several partitions
     * @param keys the values of the key attributes of the last item, in a fixed order
     */
    record Place(int partition, List<String> keys) {}

    String seal(Place place, String question) {
        byte[] body = write(place);
        byte[] sealed = Arrays.copyOf(body, body.length + CODE_BYTES);
        System.arraycopy(code(body, question), 0, sealed, body.length, CODE_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    Place open(String cursor, String question, String pattern) {
        byte[] sealed;
        try {
            if (cursor.length() > CURSOR_CHARS_MAX) {
                throw new CursorException("a cursor is too long", pattern);
            }
            sealed = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw new CursorException("a cursor is not one of this program's", pattern);
        }
        if (sealed.length <= CODE_BYTES) {
            throw new CursorException("a cursor is not one of this program's", pattern);
        }
        byte[] body = Arrays.copyOf(sealed, sealed.length - CODE_BYTES);
        byte[] code = Arrays.copyOfRange(sealed, body.length, sealed.length);
        if (!MessageDigest.isEqual(code, code(body, question))) {
            throw new CursorException("a cursor was made for another question, or is forged", pattern);
        }
        return read(body, pattern);
    }

    private byte[] code(byte[] body, String question) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            // With its length in front, so that body and question cannot be cut elsewhere.
            mac.update(new byte[] {(byte) (body.length >> 16), (byte) (body.length >> 8), (byte) body.length});
            mac.update(body);
            return Arrays.copyOf(mac.doFinal(question.getBytes(StandardCharsets.UTF_8)), CODE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    private static byte[] write(Place place) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeShort(place.partition());
            out.writeByte(place.keys().size());
            for (String text : place.keys()) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                out.writeShort(utf8.length);
                out.write(utf8);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private static Place read(byte[] body, String pattern) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(body))) {
            if (in.readByte() != VERSION) {
                throw new CursorException("a cursor of another version of this program", pattern);
            }
            int partition = in.readUnsignedShort();
            int count = Math.min(in.readUnsignedByte(), KEYS_MAX);
            List<String> keys = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                keys.add(new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.UTF_8));
            }
            return new Place(partition, keys);
        } catch (IOException e) {
            throw new CursorException("a cursor is cut off", pattern);
        }
    }
}
