package dev.trestle.vision;

/** An analysis that came to nothing, and why. */
public final class VisionException extends RuntimeException {
    private final Problem problem;

    /** What went wrong. */
    public enum Problem {
        /** The weights, or a program that is needed, are not installed: nothing can be analysed until an administrator acts. */
        NOT_INSTALLED,
        /** The video cannot be read; it will not be next time. */
        DAMAGED,
        /** The worker ended, or was silent for too long and was killed. Another one may be tried. */
        WORKER_ENDED,
        /** The analysis was closed, by another thread. */
        CLOSED
    }

    public VisionException(Problem problem, String message) {
        super(message);
        this.problem = problem;
    }

    public Problem problem() {
        return problem;
    }
}
