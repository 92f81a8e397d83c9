package dev.trestle.systems.zentriqvision.analysis;

/** A segment whose analysis failed, and what to do next. */
public final class AnalysisException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Kind kind;

    /** What follows of a failure. */
    public enum Kind {
        /** Something is missing that an administrator has to install: the video waits. */
        WAITS,
        /** It can be tried again, a few times. */
        AGAIN,
        /** It will fail every time. */
        HOPELESS,
        /** The session was closed. */
        CLOSED
    }

    public AnalysisException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
