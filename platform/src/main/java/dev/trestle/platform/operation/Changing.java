package dev.trestle.platform.operation;

import dev.trestle.platform.api.Reply;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A change of which it is left to say what its caller gets. For one thread. */
public final class Changing<C, Q extends Record, R extends @Nullable Object> {
    private final Permitted<C, Q> permitted;
    private final String role;
    private final Function<Given<C, Q>, R> change;

    Changing(Permitted<C, Q> permitted, String role, Function<Given<C, Q>, R> change) {
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
