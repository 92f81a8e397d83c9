package dev.trestle.platform.api;

import java.security.SecureRandom;

/**
 * What tells one create from another. A request with an Idempotency-Key may be carried out more than once: its time may be over, or a
 * process may die, before it is known whether anything was stored. Each time it has the same id here. What it makes is named by that id, so that a
 * second execution meets what the first one stored, and answers with it.
 *
 * @param id as nobody can guess it; letters and digits
 */
public record Once(String id) {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int RADIX = 32;
    private static final int LENGTH = 26;

    /** Of a request that was never carried out before. */
    public static Once fresh() {
        StringBuilder text = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            text.append(Character.forDigit(RANDOM.nextInt(RADIX), RADIX));
        }
        return new Once(text.toString());
    }
}
