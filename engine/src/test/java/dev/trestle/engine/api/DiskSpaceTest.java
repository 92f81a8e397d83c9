package dev.trestle.engine.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiskSpaceTest {
    private static final long MIB = 1024 * 1024;

    private static String text(long usableBytes) {
        return new DiskSpace(DiskSpace.State.FULL, usableBytes, 200 * MIB, 80 * MIB, null).text();
    }

    @Test
    void text_lessRoomThanDeletionsNeed_doesNotPromiseThem() {
        assertThat(text(11 * MIB)).contains("Reads and deletions go on");
        assertThat(text(9 * MIB))
                .contains("Reads go on", "deletions need 10 MiB")
                .doesNotContain("deletions go on");
    }
}
