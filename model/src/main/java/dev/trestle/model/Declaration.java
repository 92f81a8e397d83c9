package dev.trestle.model;

import dev.trestle.model.error.DeclarationException;
import java.util.ArrayList;
import java.util.List;

/**
 * What tables, entities and patterns have in common: a place in messages, what it is about, findings accepted, and that it is
 * declared first and used then. A declaration that is in use never changes.
 *
 * @param <D> the declaration's own type, for methods that return it
 */
abstract class Declaration<D extends Declaration<D>> {
    private final List<Accepted> accepted = new ArrayList<>();
    private String about = "";
    private volatile boolean used;

    abstract D self();

    /** What is declared, as messages name it. */
    public abstract String place();

    /** Says what it is, for the documentation. */
    public final D about(String text) {
        change();
        about = text;
        return self();
    }

    /** Lives with a finding of the verifier, for a reason. */
    public final D accept(String code, String reason) {
        change();
        accepted.add(new Accepted(code, reason));
        return self();
    }

    public final String about() {
        return about;
    }

    /** The findings that it lives with. */
    public final List<Accepted> accepted() {
        return List.copyOf(accepted);
    }

    /** Has to be called before anything declared is changed. */
    final void change() {
        if (used) {
            throw new DeclarationException(
                    "a declaration was changed when it was already in use",
                    place(),
                    "declare everything before Model.of");
        }
    }

    final void use() {
        used = true;
    }

    final DeclarationException problem(String problem, String detail, String remedy) {
        return new DeclarationException(problem, detail.isEmpty() ? place() : place() + ", " + detail, remedy);
    }
}
