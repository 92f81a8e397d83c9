package dev.trestle.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EverWrittenTest {
    private static final int WORDS = 64;

    /** Of layers of 64, 256, 1,024 and 4,096 words, with two keys a word. */
    private static final int ROOM = 2 * WORDS * (1 + 4 + 16 + 64);

    private final EverWritten keys = new EverWritten(WORDS);

    @Test
    void maybe_nothingAdded_isNo() {
        assertThat(keys.maybe(key(1))).isFalse();
        assertThat(keys.maybe(new byte[0])).isFalse();
    }

    @Test
    void maybe_added_isYesInEveryLayer() {
        IntStream.range(0, ROOM * 3 / 4).forEach(number -> keys.add(key(number)));

        assertThat(IntStream.range(0, ROOM * 3 / 4)).allMatch(number -> keys.maybe(key(number)));
    }

    @Test
    void maybe_neverAdded_isMostlyNo() {
        IntStream.range(0, ROOM * 3 / 4).forEach(number -> keys.add(key(number)));

        long mistaken = IntStream.range(ROOM, 2 * ROOM)
                .filter(number -> keys.maybe(key(number)))
                .count();
        assertThat(mistaken).isLessThan(ROOM / 300);
    }

    @Test
    void maybe_moreThanThereIsRoomFor_isYesToAll() {
        IntStream.range(0, 2 * ROOM).forEach(number -> keys.add(key(number)));

        assertThat(IntStream.range(0, 4 * ROOM)).allMatch(number -> keys.maybe(key(number)));
    }

    private static byte[] key(int number) {
        return ("tenant#" + number / 20 + "#" + number % 20).getBytes(StandardCharsets.UTF_8);
    }
}
