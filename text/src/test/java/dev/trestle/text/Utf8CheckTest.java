package dev.trestle.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8CheckTest {
    private static Utf8Check seen(byte[] bytes, int piece) {
        Utf8Check check = new Utf8Check();
        for (int at = 0; at < bytes.length; at += piece) {
            check.see(bytes, at, Math.min(piece, bytes.length - at));
        }
        return check;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void see_textInPiecesOfAnyLength_isWhole() {
        byte[] text = utf8("a é 漢 \uD83C\uDF08 z".repeat(3000));
        for (int piece = 1; piece < 8; piece++) {
            Utf8Check check = seen(text, piece);
            assertThat(check.isMalformed()).isFalse();
            assertThat(check.isBlank()).isFalse();
            assertThat(check.hasNul()).isFalse();
        }
    }

    @Test
    void see_whatIsNoText_isTold() {
        byte[] cut = utf8("é\uD83C\uDF08");
        assertThat(seen(new byte[] {'a', (byte) 0xff, 'b'}, 1).isMalformed()).isTrue();
        assertThat(seen(Arrays.copyOf(cut, cut.length - 1), 2).isMalformed()).isTrue();
        assertThat(seen(utf8("a\u0000"), 1).hasNul()).isTrue();
        assertThat(seen(utf8("\uFEFF \u200b\u00a0\n\t"), 1).isBlank()).isTrue();
        assertThat(new Utf8Check().isBlank()).isTrue();
    }
}
