package dev.trestle.platform.zip;

import org.jspecify.annotations.Nullable;

/** An archive that is not taken. The message is for the person whose archive it is. */
public final class ZipRefusedException extends RuntimeException {
    private final Problem problem;
    private final @Nullable String entry;

    /** What is wrong with it. */
    public enum Problem {
        /** It is no archive, or a part of it is missing or changed. */
        DAMAGED,
        TOO_MANY_ENTRIES,
        TOO_LARGE,
        /** A name that leads out of the archive, or that systems read in different ways. */
        UNSAFE_NAME,
        DUPLICATE_NAME,
        ENCRYPTED
    }

    ZipRefusedException(Problem problem, @Nullable String entry, String message) {
        super(message);
        this.problem = problem;
        this.entry = entry;
    }

    public Problem problem() {
        return problem;
    }

    /** The name of the entry that it is about; null for the whole. */
    public @Nullable String entry() {
        return entry;
    }
}
