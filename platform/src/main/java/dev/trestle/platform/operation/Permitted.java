package dev.trestle.platform.operation;

import dev.trestle.model.Bound;
import dev.trestle.model.operation.ItemStore;
import dev.trestle.model.operation.Stored;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Declaration;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Reply;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An operation whose right is stated: what is left to say is what it does. For one thread. */
public final class Permitted<C, Q extends Record> {
    private static final int REDIRECT = 307;

    final Draft<C, Q> draft;
    final Answers answers;
    final Operations<C> operations;
    private final Right<? super C, ? super Q> right;

    /** What an operation does for a caller who holds its right. */
    interface Body<C, Q> {
        @Nullable
        Object handle(Given<C, Q> given) throws Exception;
    }

    Permitted(Draft<C, Q> draft, Right<? super C, ? super Q> right) {
        this.draft = draft;
        this.answers = new Answers(draft);
        this.operations = draft.operations;
        this.right = right;
    }

    /** What it may refuse beyond what follows from its request. */
    public Permitted<C, Q> refuses(Kind... kinds) {
        answers.refuses(kinds);
        return this;
    }

    /** The media types that its body may have, where it is no JSON. */
    public Permitted<C, Q> takes(String... mediaTypes) {
        answers.takes(mediaTypes);
        return this;
    }

    public Permitted<C, Q> bodyBytesMax(long bytes) {
        answers.bodyBytesMax(bytes);
        return this;
    }

    /** Its success is 201. */
    public Permitted<C, Q> created() {
        answers.status(201);
        return this;
    }

    /** Its success is 202: what it asks for is done later. */
    public Permitted<C, Q> accepted() {
        answers.status(202);
        return this;
    }

    /** Its success is 201, and 200 with the same kind of result where there was nothing to make. */
    public Permitted<C, Q> createdOr200() {
        answers.status(201);
        answers.alsoStatus(200);
        return this;
    }

    /** What it gives has an ETag. */
    public Permitted<C, Q> tagged() {
        answers.tagged();
        return this;
    }

    /** It also gives something that is no JSON, with a status. */
    public Permitted<C, Q> alsoGives(int status, String... mediaTypes) {
        answers.givesBytes(status, mediaTypes);
        return this;
    }

    /** Gives a result, null for {@code Void.class}. */
    public <R extends @Nullable Object> void gives(Class<R> type, Function<Given<C, Q>, ? extends R> handler) {
        answers.gives(type);
        declare("", handler::apply);
    }

    /** Does something, and gives nothing back. */
    public void does(Consumer<Given<C, Q>> handler) {
        answers.gives(Void.class);
        declare("", given -> {
            handler.accept(given);
            return null;
        });
    }

    /** Gives a result with more than a body: a tag, headers, a status. */
    public void replies(Class<?> type, ReplyHandler<C, Q> handler) {
        answers.gives(type);
        declare("", handler::handle);
    }

    /** Leads elsewhere for a while, by the header {@code Location}: its success is 307. */
    public void redirects(Function<Given<C, Q>, String> handler) {
        answers.status(REDIRECT);
        answers.gives(Void.class);
        declare("", given -> Reply.of(null).status(REDIRECT).header("Location", handler.apply(given)));
    }

    /** Gives bytes, or events, of these media types. */
    public void repliesBytes(ReplyHandler<C, Q> handler, String... mediaTypes) {
        answers.givesBytes(200, mediaTypes);
        declare("", handler::handle);
    }

    /** Tells the caller events, from now on or from the one that they saw last. */
    public void repliesEvents(Listening<C> listening) {
        repliesBytes(
                given -> Reply.events(
                        sink -> listening.listen(given.by(), given.call().header("last-event-id"), sink)),
                "text/event-stream");
    }

    /** Gives a page of a list. */
    public <R> void givesPage(Class<R> item, Function<Given<C, Q>, Page<R>> handler) {
        answers.givesPage(item);
        declare("", handler::apply);
    }

    /** Gives a page of a list that may be written already: a value that is a {@link Page}, or bytes of JSON. */
    public void repliesPage(Class<?> item, ReplyHandler<C, Q> handler) {
        answers.givesPage(item);
        declare("", handler::handle);
    }

    /** Decides; what the caller gets to see of the result is said next. */
    public <R extends @Nullable Object> Changing<C, Q, R> changes(Function<Given<C, Q>, Decision<R>> decide) {
        answers.refuses(Kind.CONFLICT);
        return new Changing<>(this, "", given -> run(given, () -> decide.apply(given)));
    }

    /** Decides, and commits what was decided. */
    public <R extends @Nullable Object> void changes(Class<R> type, Function<Given<C, Q>, Decision<R>> decide) {
        answers.gives(type);
        answers.refuses(Kind.CONFLICT);
        declare("", given -> run(given, () -> decide.apply(given)));
    }

    /** It is about one item, which is read first; a caller who may not know of it is told that there is none. */
    public <T extends Record> OnItem<C, Q, T, Stored<T>> on(Item<C, T> item, Function<Given<C, Q>, Bound<T>> which) {
        return on(item, given -> store(given).stored(which.apply(given)), Stored::record);
    }

    /** The same, for an operation that reads more than the item with one request. */
    public <T extends Record, S> OnItem<C, Q, T, S> on(
            Item<C, T> item, Function<Given<C, Q>, Optional<S>> read, Function<? super S, T> itemOf) {
        return new OnItem<>(this, item, read, itemOf);
    }

    /** What writes a reply. */
    @FunctionalInterface
    public interface ReplyHandler<C, Q> {
        Reply handle(Given<C, Q> given) throws Exception;
    }

    /** What tells a caller events. */
    @FunctionalInterface
    public interface Listening<C> {
        void listen(C who, @Nullable String lastEventId, EventSink sink);
    }

    <R extends @Nullable Object> R run(Given<C, Q> given, Supplier<Decision<R>> decide) {
        return operations.changes().as(Objects.requireNonNull(given.by())).run(store(given), decide);
    }

    private ItemStore store(Given<C, Q> given) {
        return operations.setting().stores().apply(given.by()).consistent();
    }

    void declare(String role, Body<C, Q> body) {
        Declaration declaration = answers.declaration(right.name(), role);
        operations.declare(
                declaration,
                draft.request,
                (call, once, asked) -> ResultCheck.checked(declaration, handled(body, call, once, asked)),
                (call, asked) -> admitted(call, asked));
    }

    private @Nullable Object handled(Body<C, Q> body, Call call, Once once, Q asked) throws Exception {
        Given<C, Q> given = enter(call, once, asked);
        try {
            return body.handle(given);
        } catch (Exception failure) {
            operations.failed(given.by(), call, asked, failure);
            throw failure;
        }
    }

    private C admitted(Call call, Q asked) {
        C who = operations.setting().callers().apply(call);
        boolean isHeld;
        try {
            isHeld = right.isHeld(who, asked);
        } catch (ApiException refusal) {
            operations.failed(who, call, asked, refusal);
            throw refusal;
        }
        if (!isHeld) {
            operations.deny(who, call, right.name());
        }
        return who;
    }

    private Given<C, Q> enter(Call call, Once once, Q asked) {
        return operations.given(admitted(call, asked), asked, call, once);
    }
}
