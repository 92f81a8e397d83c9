package dev.trestle.platform.operation;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The kind of item that operations are about: what is said when there is none, what its ETag is, what a conflict shows of it, and what
 * callers are to it. Immutable.
 *
 * @param <C> who calls, as the system knows them
 */
public final class Item<C, T extends Record> {
    private final String missing;
    private final Function<? super T, String> tag;
    private final BiFunction<? super C, ? super T, ? extends @Nullable Object> state;
    private final Access<C, T> access;
    private final Predicate<? super C> informed;

    /** Refuses who may not. */
    private interface Access<C, T> {
        void require(C who, T record, String missing);

        String name();
    }

    private Item(
            String missing,
            Function<? super T, String> tag,
            BiFunction<? super C, ? super T, ? extends @Nullable Object> state,
            Access<C, T> access,
            Predicate<? super C> informed) {
        this.missing = missing;
        this.tag = tag;
        this.state = state;
        this.access = access;
        this.informed = informed;
    }

    /** An item that everybody who holds an operation's right may reach. {@code missing} is what is said when there is none. */
    public static <C, T extends Record> Item<C, T> of(String missing) {
        return new Item<>(
                missing,
                Tags::of,
                (who, record) -> record,
                new Access<>() {
                    @Override
                    public void require(C who, T record, String text) {
                        // The operation's right is all.
                    }

                    @Override
                    public String name() {
                        return "";
                    }
                },
                who -> true);
    }

    /** With another ETag than that of the whole record. */
    public Item<C, T> tagged(Function<? super T, String> other) {
        return new Item<>(missing, other, state, access, informed);
    }

    /** With what a conflict shows in place of the record. */
    public Item<C, T> showing(BiFunction<? super C, ? super T, ? extends @Nullable Object> other) {
        return new Item<>(missing, tag, other, access, informed);
    }

    /**
     * With those who are told what is wrong with an item that cannot be read. Such an item does not say who may know of it: to everybody
     * else there is none.
     */
    public Item<C, T> unreadableShownTo(Predicate<? super C> who) {
        return new Item<>(missing, tag, state, access, who);
    }

    /**
     * With what callers are to it. To a stranger, whose role is null, there is no such item; whoever is less than {@code least} may not.
     */
    public <R extends Enum<R>> Item<C, T> atLeast(R least, BiFunction<? super C, ? super T, @Nullable R> roles) {
        return new Item<>(
                missing,
                tag,
                state,
                new Access<>() {
                    @Override
                    public void require(C who, T record, String text) {
                        R role = roles.apply(who, record);
                        if (role == null) {
                            throw new ApiException(
                                    Problem.of(Kind.NOT_FOUND, text).withReason("the caller has no role on it"));
                        }
                        if (role.compareTo(least) < 0) {
                            throw ApiException.forbidden("it takes " + least + ", the caller is " + role);
                        }
                    }

                    @Override
                    public String name() {
                        return least.name().toLowerCase(Locale.ROOT);
                    }
                },
                informed);
    }

    /** The least role that a caller has to have on it, for the rights page; empty if there are no roles. */
    public String least() {
        return access.name();
    }

    String tagOf(T record) {
        return tag.apply(record);
    }

    @Nullable
    Object stateOf(C who, T record) {
        return state.apply(who, record);
    }

    /**
     * Reads an item for a caller, and refuses a caller who may not.
     *
     * @param found reads it; other items that it reads along with it must not be looked at before this has returned
     * @param itemOf the item in what was read
     */
    public <S> S read(C who, Supplier<Optional<S>> found, Function<? super S, T> itemOf) {
        try {
            S read = found.get().orElseThrow(() -> missing("there is no such item"));
            access.require(who, itemOf.apply(read), missing);
            return read;
        } catch (UnreadableItemException e) {
            throw informed.test(who) ? e : missing(e.reason());
        }
    }

    /** What is said when there is none. The reason is for the log. */
    public ApiException missing(String reason) {
        return new ApiException(Problem.of(Kind.NOT_FOUND, missing).withReason(reason));
    }
}
