package dev.trestle.model.verify;

import java.time.Instant;
import java.time.LocalDate;

/** Which parts are times. */
final class Times {
    private Times() {}

    static boolean isTime(Class<?> type) {
        return type == Instant.class || type == LocalDate.class;
    }
}
