package dev.trestle.platform.settings;

import java.util.regex.Pattern;

/** An address that mail is sent from or to. */
public record MailAddress(String text) {
    private static final Pattern WRITTEN =
            Pattern.compile("[^\\s@<>,;\"\\p{Cntrl}]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})");

    /** Whether mail can be addressed so: one address, without a display name. */
    public static boolean isValid(String text) {
        return WRITTEN.matcher(text).matches();
    }

    static MailAddress parse(String value) {
        if (!isValid(value)) {
            throw new IllegalArgumentException("must be an address such as trestle@example.org");
        }
        return new MailAddress(value);
    }

    @Override
    public String toString() {
        return text;
    }
}
