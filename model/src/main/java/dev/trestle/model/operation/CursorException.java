package dev.trestle.model.operation;

import dev.trestle.model.error.ModelException;

/** A cursor that was not given out here, or was for another question. */
public final class CursorException extends ModelException {
    CursorException(String problem, String list) {
        super(problem, facts("list", list, "what to do", "ask for the first page again"));
    }
}
