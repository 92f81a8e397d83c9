package dev.trestle.media;

import org.jspecify.annotations.Nullable;

/** A file that cannot be used, and why. The message is for the person whose file it is. */
public final class MediaException extends RuntimeException {
    private final Problem problem;
    private final @Nullable Integer file;

    /** What is wrong with a file. */
    public enum Problem {
        /** It cannot be read as what it is said to be. */
        DAMAGED,
        /** It is protected by a password. */
        LOCKED,
        /** It has too many pixels, pages or bytes, or takes too much time or memory. */
        TOO_LARGE,
        /** It is of a type that is not read here. */
        UNSUPPORTED,
        /** A program that is needed is not installed, or lacks a language. */
        UNAVAILABLE
    }

    /** {@code file} is its place among those that were given; null if it is about all of them. */
    public MediaException(Problem problem, @Nullable Integer file, String message) {
        super(message);
        this.problem = problem;
        this.file = file;
    }

    public Problem problem() {
        return problem;
    }

    public @Nullable Integer file() {
        return file;
    }
}
