package dev.trestle.engine.read;

/**
 * Whether a look into memory, before the disk is asked, has been worth its cost lately. After each look in vain a few more requests go
 * without one, up to a limit; one that finds its page makes good for all. Threads may race for it: it is a guess.
 */
final class MemoryLuck {
    private static final int PASSED_OVER_MAX = 64;

    private volatile int passOver;
    private volatile int left;

    boolean isWorthALook() {
        int remaining = left;
        if (remaining == 0) {
            return true;
        }
        left = remaining - 1;
        return false;
    }

    void looked(boolean found) {
        if (found) {
            if (passOver != 0) {
                passOver = 0;
                left = 0;
            }
        } else {
            int next = Math.min(PASSED_OVER_MAX, 2 * passOver + 1);
            passOver = next;
            left = next;
        }
    }
}
