package dev.trestle.media.worker;

/** A file that cannot be used; its place among the files is added by {@link Worker}. */
public final class RefusedFileException extends Exception {
    private final String problem;
    private final String text;

    public RefusedFileException(String problem, String message) {
        super(message);
        this.problem = problem;
        this.text = message;
    }

    public String problem() {
        return problem;
    }

    public String text() {
        return text;
    }
}
