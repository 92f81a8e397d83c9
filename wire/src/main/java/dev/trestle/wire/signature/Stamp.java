package dev.trestle.wire.signature;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** When a request was signed, and that moment as the text to sign has it. */
record Stamp(Instant moment, String text) {
    /** Null if a header's value is no time in either of the forms that it may have. */
    static @Nullable Stamp parse(String header) {
        Instant moment = Signing.moment(header);
        return moment == null ? null : new Stamp(moment, Signing.STAMP.format(moment));
    }
}
