package dev.trestle.objects.index;

/** A row that a change rests on is not what it was. Nothing was changed; who reads again may try again. */
public final class ChangedMeanwhileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ChangedMeanwhileException() {
        super("a row of the index has changed meanwhile", null, false, false);
    }
}
