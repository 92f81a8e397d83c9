package dev.trestle.platform.uploads;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The first bytes of files and the types that they go with. */
class FirstBytesTest {
    @ParameterizedTest
    @CsvSource({
        "image/png, 89504e470d0a1a0a0000, true",
        "image/png, 89504e47, false",
        "image/png, ffd8ffe0, false",
        "image/jpeg, ffd8ffe000104a46, true",
        "image/webp, 524946460102030457454250, true",
        "audio/wav, 524946460102030457454250, false",
        "video/mp4, 000000186674797069736f6d, true",
        "audio/mpeg, fffb9064, true",
        "application/pdf, 255044462d312e37, true",
        "application/pdf, 3c68746d6c3e, false",
        "application/octet-stream, 00010203, true",
        "application/octet-stream, 3c68746d6c3e, false",
        "text/plain, efbbbf20203c536372697074, false",
        "text/html, 3c68746d6c3e, true",
    })
    void agree_typeAndBytes_saysWhetherTheyGoTogether(String type, String hex, boolean expected) {
        assertThat(FirstBytes.agree(type, HexFormat.of().parseHex(hex))).isEqualTo(expected);
    }

    @Test
    void agree_emptyFile_isNoPicture() {
        assertThat(FirstBytes.agree("image/png", new byte[0])).isFalse();
        assertThat(FirstBytes.agree("text/plain", new byte[0])).isTrue();
        assertThat(FirstBytes.agree("text/plain", "a <script> later".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }
}
