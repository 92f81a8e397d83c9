package dev.trestle.media.worker;

/** A file that cannot be used; its place among the files is added by {@link Worker}. */
final class RefusedFileException extends Exception {
    private final String problem;
    private final String text;

    RefusedFileException(String problem, String message) {
        super(message);
        this.problem = problem;
        this.text = message;
    }

    String problem() {
        return problem;
    }

    String text() {
        return text;
    }
}
