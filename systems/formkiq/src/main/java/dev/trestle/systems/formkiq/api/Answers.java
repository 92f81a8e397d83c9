package dev.trestle.systems.formkiq.api;

/** Answers that many operations give. */
public final class Answers {
    /** What was done, in words. */
    public record Message(String message) {}

    private Answers() {}
}
