package dev.trestle.wire.access;

import java.util.Locale;

/** What a request does to a table or bucket. */
public enum Access {
    READ,
    WRITE;

    /** As a verb, for messages. */
    public String verb() {
        return name().toLowerCase(Locale.ROOT);
    }
}
