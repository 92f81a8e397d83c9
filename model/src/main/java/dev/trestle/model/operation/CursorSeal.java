package dev.trestle.model.operation;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
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
 * <p>A cursor is the place where a page ended, and an HMAC with the key over that place and the whole question: of a store, the pattern,
 * tenant and key conditions. The question is not in the cursor; who comes with another one is refused.
 */
public final class CursorSeal {
    private static final byte VERSION = 2;
    private static final int CODE_BYTES = 16;
    private static final int CURSOR_CHARS_MAX = 16_384;
    private static final int TEXTS_MAX = 8;
    private static final int KEY_BYTES_MIN = 16;

    private final SecretKeySpec key;

    public CursorSeal(byte[] key) {
        if (key.length < KEY_BYTES_MIN) {
            throw new IllegalArgumentException("a cursor key has at least " + KEY_BYTES_MIN + " bytes");
        }
        this.key = new SecretKeySpec(key, "HmacSHA256");
    }

    /**
     * A cursor.
     *
     * @param place where to go on: at most eight texts
     * @param question everything that makes one list another
     */
    public String seal(List<String> place, List<String> question) {
        byte[] body = write(place);
        byte[] sealed = Arrays.copyOf(body, body.length + CODE_BYTES);
        System.arraycopy(code(body, question), 0, sealed, body.length, CODE_BYTES);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
    }

    /**
     * The place that a cursor was made of.
     *
     * @param list what is read, for the error
     * @throws CursorException if the cursor was not made with this key, or for another question
     */
    public List<String> open(String cursor, List<String> question, String list) {
        byte[] sealed;
        try {
            if (cursor.length() > CURSOR_CHARS_MAX) {
                throw new CursorException("a cursor is too long", list);
            }
            sealed = Base64.getUrlDecoder().decode(cursor);
        } catch (IllegalArgumentException e) {
            throw new CursorException("a cursor is not one of this program's", list);
        }
        // Of several texts that decode to the same bytes, one is the cursor.
        boolean canonical =
                Base64.getUrlEncoder().withoutPadding().encodeToString(sealed).equals(cursor);
        if (!canonical || sealed.length <= CODE_BYTES) {
            throw new CursorException("a cursor is not one of this program's", list);
        }
        byte[] body = Arrays.copyOf(sealed, sealed.length - CODE_BYTES);
        byte[] code = Arrays.copyOfRange(sealed, body.length, sealed.length);
        if (!MessageDigest.isEqual(code, code(body, question))) {
            throw new CursorException("a cursor was made for another question, or is forged", list);
        }
        return read(body, list);
    }

    private byte[] code(byte[] body, List<String> question) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            add(mac, body);
            question.forEach(part -> add(mac, part.getBytes(StandardCharsets.UTF_8)));
            return Arrays.copyOf(mac.doFinal(), CODE_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    /** With its length in front, so that no two lists of texts are the same bytes. */
    private static void add(Mac mac, byte[] part) {
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        mac.update(part);
    }

    private static byte[] write(List<String> place) {
        if (place.size() > TEXTS_MAX) {
            throw new IllegalArgumentException("a cursor's place has at most " + TEXTS_MAX + " texts");
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeByte(VERSION);
            out.writeByte(place.size());
            for (String text : place) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                out.writeShort(utf8.length);
                out.write(utf8);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory does not fail", e);
        }
        return bytes.toByteArray();
    }

    private static List<String> read(byte[] body, String list) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(body))) {
            if (in.readByte() != VERSION) {
                throw new CursorException("a cursor of another version of this program", list);
            }
            int count = Math.min(in.readUnsignedByte(), TEXTS_MAX);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                texts.add(new String(in.readNBytes(in.readUnsignedShort()), StandardCharsets.UTF_8));
            }
            return texts;
        } catch (IOException e) {
            throw new CursorException("a cursor is cut off", list);
        }
    }
}
