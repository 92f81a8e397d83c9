package dev.trestle.model.verify;

import dev.trestle.model.error.ModelException;
import java.util.List;
import java.util.stream.Collectors;

/** A model with errors that it does not live with. */
public final class UnusableModelException extends ModelException {
    private final transient List<Finding> errors;

    UnusableModelException(String subject, List<Finding> errors) {
        super(
                "a model cannot be used as it is: mend it, or accept a finding with a written reason.\n"
                        + errors.stream().map(Finding::toString).collect(Collectors.joining("\n"))
                        + "\n",
                facts("model", subject, "errors", errors.size()));
        this.errors = List.copyOf(errors);
    }

    /** What is wrong, all of it. */
    public List<Finding> errors() {
        return errors;
    }
}
