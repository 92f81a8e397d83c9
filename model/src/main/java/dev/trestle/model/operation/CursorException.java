package dev.trestle.model.operation;

import dev.trestle.model.error.ModelException;

/** A cursor that this store did not give out, or gave out for another question. */
public final class CursorException extends ModelException {
    CursorException(String problem, String pattern) {
        super(problem, facts("pattern", pattern, "what to do", "ask for the first page again"));
    }
}
