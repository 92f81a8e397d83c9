package dev.trestle.text.markdown;

/** A text that would take too much work, or become too long, to be shown as HTML. The message says why. */
public final class TooComplexException extends RuntimeException {
    TooComplexException(String message) {
        super(message, null, false, false);
    }
}
