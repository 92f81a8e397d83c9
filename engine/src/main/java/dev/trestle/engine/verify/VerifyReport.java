package dev.trestle.engine.verify;

import java.util.List;

/** What a walk over the whole store found. {@code problems} holds the first ones only; {@code problemCount} counts them all. */
public record VerifyReport(
        long tables,
        long items,
        long indexEntries,
        long expiryEntries,
        long streamRecords,
        long problemCount,
        List<String> problems) {

    public boolean isClean() {
        return problemCount == 0;
    }
}
