package dev.trestle.platform.operation;

import java.util.function.BiPredicate;

/**
 * What a caller needs to do something, by a name that stands in the rights page and in the log.
 *
 * @param <C> who calls, as the system knows them
 * @param <Q> the request, where a right depends on it
 */
public final class Right<C, Q> {
    private final String name;
    private final BiPredicate<? super C, ? super Q> holds;

    private Right(String name, BiPredicate<? super C, ? super Q> holds) {
        this.name = name;
        this.holds = holds;
    }

    public static <C, Q> Right<C, Q> of(String name, BiPredicate<? super C, ? super Q> holds) {
        return new Right<>(name, holds);
    }

    /** Every caller whom the system knows. */
    public static <C, Q> Right<C, Q> everybody(String name) {
        return new Right<>(name, (who, asked) -> true);
    }

    public String name() {
        return name;
    }

    public boolean isHeld(C who, Q asked) {
        return holds.test(who, asked);
    }
}
