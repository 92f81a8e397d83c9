package dev.trestle.model.operation;

import dev.trestle.model.error.ModelException;

/** More items than the caller was ready for. */
public final class TooManyItemsException extends ModelException {
    TooManyItemsException(String pattern, int max) {
        super(
                "an answer has more items than its bound",
                facts("pattern", pattern, "bound", max, "what to do", "read it in pages, or raise the bound"));
    }
}
