package dev.trestle.platform.operation;

import dev.trestle.model.error.UnreadableItemException;
import dev.trestle.model.operation.WriteRefusedException;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.IfMatch;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An operation about one item. The platform reads it within the caller's reach, judges the caller's role, compares If-Match, and only
 * then hands it over; all of that again for each attempt of a change. For one thread.
 *
 * @param <S> what was read: the stored item, or more with it
 */
public final class OnItem<C, Q extends Record, T extends Record, S> {
    private final Permitted<C, Q> permitted;
    private final Item<C, T> item;
    private final Function<Given<C, Q>, Optional<S>> reader;
    private final Function<? super S, T> itemOf;
    private Function<? super T, String> tag;
    private boolean tagRequired;
    private @Nullable BiFunction<? super T, ? super Q, ? extends Object> subject;

    OnItem(
            Permitted<C, Q> permitted,
            Item<C, T> item,
            Function<Given<C, Q>, Optional<S>> reader,
            Function<? super S, T> itemOf) {
        this.permitted = permitted;
        this.item = item;
        this.reader = reader;
        this.itemOf = itemOf;
        this.tag = item::tagOf;
    }

    /** If-Match, where it is sent, has this tag in place of the item's. */
    public OnItem<C, Q, T, S> ifMatch(Function<? super T, String> other) {
        tag = other;
        return this;
    }

    /** A write has to say what it started from. */
    public OnItem<C, Q, T, S> ifMatchRequired(Function<? super T, String> other) {
        tag = other;
        tagRequired = true;
        permitted.answers.refuses(Kind.PRECONDITION_REQUIRED);
        return this;
    }

    /**
     * What of the item the change is about. If somebody else changes that between two attempts, they were first, and the caller gets a
     * conflict; whatever else they change, it is decided anew. Without it, it is always decided anew.
     */
    public OnItem<C, Q, T, S> conflictsOn(BiFunction<? super T, ? super Q, ? extends Object> part) {
        subject = part;
        return this;
    }

    /** Gives a page of what belongs to the item. */
    public <R> void givesPage(Class<R> element, BiFunction<Given<C, Q>, S, Page<R>> handler) {
        permitted.answers.givesPage(element);
        permitted.declare(item.least(), given -> handler.apply(given, read(given)));
    }

    /** Gives something made of the item. */
    public <R extends @Nullable Object> void gives(Class<R> type, BiFunction<Given<C, Q>, S, ? extends R> handler) {
        permitted.answers.gives(type);
        permitted.declare(item.least(), given -> handler.apply(given, read(given)));
    }

    /** Gives something made of the item, with a tag, headers or a status. */
    public void replies(Class<?> type, BiFunction<Given<C, Q>, S, Reply> handler) {
        permitted.answers.gives(type);
        permitted.declare(item.least(), given -> handler.apply(given, read(given)));
    }

    /** Gives bytes, or events, of these media types. */
    public void repliesBytes(BiFunction<Given<C, Q>, S, Reply> handler, String... mediaTypes) {
        permitted.answers.givesBytes(200, mediaTypes);
        permitted.declare(item.least(), given -> handler.apply(given, read(given)));
    }

    /** Decides about the item, and commits what was decided. */
    public <R extends @Nullable Object> void changes(Class<R> type, BiFunction<Given<C, Q>, S, Decision<R>> decide) {
        changes(decide).gives(type, (given, result) -> Reply.of(result));
    }

    /** Decides about the item; what the caller gets to see of the result is said next. */
    public <R extends @Nullable Object> Changing<C, Q, R> changes(BiFunction<Given<C, Q>, S, Decision<R>> decide) {
        permitted.answers.refuses(Kind.CONFLICT, Kind.PRECONDITION_FAILED);
        return new Changing<>(permitted, item.least(), given -> change(given, decide));
    }

    private <R extends @Nullable Object> R change(Given<C, Q> given, BiFunction<Given<C, Q>, S, Decision<R>> decide) {
        First first = new First();
        return permitted.run(given, () -> decide.apply(given, checked(given, first)));
    }

    private S checked(Given<C, Q> given, First first) {
        S read = read(given);
        T now = itemOf.apply(read);
        ifMatch(given).check(tag.apply(now), () -> item.stateOf(given.by(), now));
        if (first.isChanged(part(now, given.asked()))) {
            throw ApiException.conflict(
                    "Somebody else changed it at the same time. Look at it again.", item.stateOf(given.by(), now));
        }
        return read;
    }

    /**
     * Stores something first, such as the request's body as an object, and then decides about the item. It is stored once, if the first
     * read lets the caller pass; if that read is still true when the decision is committed, it was the only one. What a refused change has
     * stored is dropped.
     */
    public <D extends Deposit, R extends @Nullable Object> Changing<C, Q, R> changes(
            Depositing<C, Q, S, D> store, DepositDecision<C, Q, S, D, R> decide) {
        permitted.answers.refuses(Kind.CONFLICT, Kind.PRECONDITION_FAILED);
        return new Changing<>(permitted, item.least(), given -> change(given, store, decide));
    }

    /** Stores what a decision is going to name. */
    @FunctionalInterface
    public interface Depositing<C, Q, S, D extends Deposit> {
        D store(Given<C, Q> given, S read) throws IOException;
    }

    /** Decides about an item, and about what was stored for the request. */
    @FunctionalInterface
    public interface DepositDecision<C, Q, S, D extends Deposit, R extends @Nullable Object> {
        Decision<R> decide(Given<C, Q> given, S read, D deposit) throws IOException;
    }

    private <D extends Deposit, R extends @Nullable Object> R change(
            Given<C, Q> given, Depositing<C, Q, S, D> store, DepositDecision<C, Q, S, D, R> decide) throws IOException {
        First first = new First();
        AtomicReference<@Nullable S> early = new AtomicReference<>(early(given, first));
        try (D deposit = store.store(given, Objects.requireNonNull(early.get()))) {
            try {
                return permitted.run(given, () -> {
                    S read = early.getAndSet(null);
                    try {
                        return decide.decide(given, read == null ? checked(given, first) : read, deposit);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            } catch (ApiException | WriteRefusedException refused) {
                // Nothing names it. After any other failure something may.
                deposit.drop();
                throw refused;
            }
        }
    }

    private S early(Given<C, Q> given, First first) {
        try {
            return checked(given, first);
        } catch (ApiException | UnreadableItemException refused) {
            RefusedBody.drain(given.asked());
            throw refused;
        }
    }

    private @Nullable Object part(T record, Q asked) {
        return subject == null ? null : subject.apply(record, asked);
    }

    private IfMatch ifMatch(Given<C, Q> given) {
        IfMatch sent = given.call().ifMatch();
        return tagRequired ? sent.required() : sent;
    }

    private S read(Given<C, Q> given) {
        return item.read(given.by(), () -> reader.apply(given), itemOf);
    }

    /** What the change is about, as the first attempt found it. */
    private static final class First {
        private boolean known;
        private @Nullable Object part;

        boolean isChanged(@Nullable Object now) {
            if (!known) {
                known = true;
                part = now;
            }
            return !Objects.equals(part, now);
        }
    }
}
