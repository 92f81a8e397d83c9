package dev.trestle.platform.work;

/** Says that work has failed for good, with a code and a message for its owner: it is undone and not retried. */
public final class WorkException extends RuntimeException {
    private final String code;

    public WorkException(String code, String text) {
        super(text);
        this.code = code;
    }

    public String code() {
        return code;
    }

    LongWork.Failure failure() {
        return new LongWork.Failure(code, String.valueOf(getMessage()));
    }
}
