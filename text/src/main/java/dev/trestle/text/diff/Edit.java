package dev.trestle.text.diff;

/**
 * Lines that were replaced by others; either may be none. The ends are not included, and lines count from 0.
 */
record Edit(int leftFrom, int leftTo, int rightFrom, int rightTo) {
    int leftCount() {
        return leftTo - leftFrom;
    }

    int rightCount() {
        return rightTo - rightFrom;
    }
}
