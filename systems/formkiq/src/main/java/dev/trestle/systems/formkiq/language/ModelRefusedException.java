package dev.trestle.systems.formkiq.language;

/** A language model's service refused a request, or answered what is of no use: asking again would change nothing. */
public final class ModelRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    ModelRefusedException(String message) {
        super(message);
    }
}
