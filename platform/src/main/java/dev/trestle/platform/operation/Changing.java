package dev.trestle.platform.operation;

import dev.trestle.platform.api.Reply;
import java.io.IOException;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A change of which it is left to say what its caller gets. For one thread. */
public final class Changing<C, Q extends Record, R extends @Nullable Object> {
    private final Permitted<C, Q> permitted;
    private final String role;
    private final Change<C, Q, R> change;

    /** Does the change. */
    interface Change<C, Q, R extends @Nullable Object> {
        R apply(Given<C, Q> given) throws IOException;
    }

    Changing(Permitted<C, Q> permitted, String role, Change<C, Q, R> change) {
        this.permitted = permitted;
        this.role = role;
        this.change = change;
    }

    /** What the caller gets of the result. */
    public void gives(Class<?> type, BiFunction<Given<C, Q>, R, Reply> shown) {
        permitted.answers.gives(type);
        permitted.declare(role, given -> shown.apply(given, change.apply(given)));
    }

    /** The caller gets nothing. */
    public void givesNothing() {
        permitted.answers.gives(Void.class);
        permitted.declare(role, given -> {
            R unused = change.apply(given);
            return null;
        });
    }
}
