package dev.trestle.systems.docstore.time;

import java.security.SecureRandom;

/** Makes ids that nobody can guess. */
public final class Ids {
    private static final int RADIX = 32;
    private static final int LENGTH = 26;

    private final SecureRandom random = new SecureRandom();

    public String random() {
        StringBuilder text = new StringBuilder(LENGTH);
        for (int i = 0; i < LENGTH; i++) {
            text.append(Character.forDigit(random.nextInt(RADIX), RADIX));
        }
        return text.toString();
    }
}
