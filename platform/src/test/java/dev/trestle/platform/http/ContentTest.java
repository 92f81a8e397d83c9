package dev.trestle.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.api.Json;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ContentTest {
    private static final int PIECE_MAX = 128 * 1024;

    @Test
    void json_longOrShort_isTheSameBytesInPieces() {
        for (int rows : new int[] {0, 1, 100, 3000, 20_000}) {
            Object value = Collections.nCopies(rows, Map.of("id", "主入口", "text", "x".repeat(70)));
            Content content = Content.json(value);
            assertThat(content.bytes()).isEqualTo(Json.bytes(value));
            assertThat(content.length()).isEqualTo(content.bytes().length);
            assertThat(content.pieces()).allMatch(piece -> piece.length > 0 && piece.length <= PIECE_MAX);
        }
    }

    @Test
    void of_anyLength_isTheSameBytesInPieces() {
        for (int length : new int[] {0, 1, PIECE_MAX, PIECE_MAX + 1, 5 * PIECE_MAX - 1}) {
            byte[] bytes = new byte[length];
            new Random(length).nextBytes(bytes);
            Content content = Content.of(bytes);
            assertThat(content.bytes()).isEqualTo(bytes);
            assertThat(content.pieces()).allMatch(piece -> piece.length > 0 && piece.length <= PIECE_MAX);
        }
    }

    @Test
    void json_times_alwaysHaveTheirMilliseconds() {
        for (String text : List.of(
                "2024-01-15T10:00:00.000Z",
                "2024-01-15T10:00:00.120Z",
                "1969-12-31T23:59:59.999Z",
                "2024-02-29T00:00:00.000001Z",
                "2024-02-29T00:00:00.000000001Z",
                "0000-01-01T00:00:00.000Z",
                "9999-12-31T23:59:59.999Z",
                "+10000-01-01T00:00:00Z",
                "-0001-12-31T23:59:59Z")) {
            assertThat(Json.text(Instant.parse(text))).isEqualTo("\"" + text + "\"");
        }
    }
}
