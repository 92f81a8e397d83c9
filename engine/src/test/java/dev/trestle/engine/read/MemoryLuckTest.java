package dev.trestle.engine.read;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemoryLuckTest {
    private final MemoryLuck luck = new MemoryLuck();

    @Test
    void isWorthALook_afterLooksInVain_isLessAndLessOften() {
        int looks = 0;
        for (int request = 0; request < 1000; request++) {
            if (luck.isWorthALook()) {
                looks++;
                luck.looked(false);
            }
        }
        assertThat(looks).isBetween(10, 30);
    }

    @Test
    void isWorthALook_afterOneThatFound_isAlwaysSoAgain() {
        for (int request = 0; request < 1000; request++) {
            if (luck.isWorthALook()) {
                luck.looked(request > 500);
            }
        }
        for (int request = 0; request < 100; request++) {
            assertThat(luck.isWorthALook()).isTrue();
            luck.looked(true);
        }
    }
}
