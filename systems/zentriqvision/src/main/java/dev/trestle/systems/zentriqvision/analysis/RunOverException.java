package dev.trestle.systems.zentriqvision.analysis;

/** This run of an analysis shall write nothing more: it was cancelled, its video was deleted, or another process has it. */
final class RunOverException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RunOverException() {
        super("the run is over", null, false, false);
    }
}
