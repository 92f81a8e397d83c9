package dev.trestle.platform.things;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.EventSink;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Patch;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.events.EventHub;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;

/** A small system in memory: what hosting alone needs to be tried. */
public final class Things {
    public final List<EventSink> listeners = new CopyOnWriteArrayList<>();
    public final Semaphore arrived = new Semaphore(0);
    public final CountDownLatch release = new CountDownLatch(1);
    public final AtomicInteger created = new AtomicInteger();

    /** After so many creates it is not known whether they were stored, though they were. */
    public final AtomicInteger lostAnswers = new AtomicInteger();

    public volatile @Nullable Attachments attachments;
    public volatile @Nullable EventHub<Principal> hub;

    /** Runs inside of creating a thing and of opening events. */
    public volatile Runnable fault = () -> {};

    private final Map<String, Thing> things = new TreeMap<>();
    private final Map<String, Thing> made = new ConcurrentHashMap<>();
    private final Map<String, byte[]> texts = new ConcurrentHashMap<>();

    public record Thing(
            String id, String name, int size, @Nullable String note, List<String> tags, String owner, int version) {}

    record None() {}

    record ById(String id) {}

    record ListThings(
            @Nullable String text,
            int limit,
            @Nullable String cursor,
            @Nullable List<String> tag) {}

    record NewThing(
            String name,
            @Nullable Integer size,
            @Nullable String note,
            @Nullable List<String> tags) {
        NewThing {
            if (name.isBlank()) {
                throw new IllegalArgumentException("must not be blank");
            }
        }
    }

    record CreateThing(
            @Nullable @JsonProperty("Idempotency-Key") String key, NewThing body) {}

    record ThingPatch(Patch<String> name, Patch<String> note) {}

    record UpdateThing(String id, ThingPatch body) {}

    record PutText(String id, InputStream body) {}

    record Fail(String how) {}

    public Api api() {
        return Api.of("things", Things.class.getResource("things.yaml"), Shapes.enveloped())
                .alsoUnder("/things")
                .handle("about", None.class, (call, q) -> Map.of("caller", String.valueOf(call.caller())))
                .handle("listThings", ListThings.class, (call, q) -> list(call, q))
                .handleOnce("createThing", CreateThing.class, this::create)
                .handle("getThing", ById.class, (call, q) -> reply(find(call, q.id())))
                .handle("updateThing", UpdateThing.class, this::update)
                .handle("deleteThing", ById.class, (call, q) -> delete(call, q))
                .handle("putText", PutText.class, (call, q) -> putText(call, q))
                .handle("getText", ById.class, (call, q) -> getText(call, q))
                .handle("getSpecial", None.class, (call, q) -> Map.of("special", true))
                .handle("wait", None.class, (call, q) -> await())
                .handle("fail", Fail.class, (call, q) -> fail(q))
                .handle("events", None.class, (call, q) -> Reply.events(sink -> opened(call, sink)))
                .handle("beginAttachment", Attachments.BeginAttachment.class, (call, q) -> files().begin(call, q))
                .handle("attachmentParts", Attachments.Parts.class, (call, q) -> files().parts(call, q))
                .handle("confirmAttachment", Attachments.Confirm.class, (call, q) -> files().confirm(call, q));
    }

    private void opened(Call call, EventSink sink) {
        fault.run();
        EventHub<Principal> known = hub;
        if (known == null) {
            listeners.add(sink);
        } else {
            known.listen(call.principal(), call.header("last-event-id"), sink);
        }
    }

    private Attachments files() {
        Attachments known = attachments;
        if (known == null) {
            throw ApiException.notFound("Things have no attachments here.");
        }
        return known;
    }

    /** Things are their tenant's: an id means nothing without it. */
    private static String key(Call call, String id) {
        return call.principal().tenant() + "/" + id;
    }

    private synchronized Page<Thing> list(Call call, ListThings q) {
        String prefix = key(call, "");
        List<Thing> all = things.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(prefix))
                .map(Map.Entry::getValue)
                .filter(thing -> q.text() == null || thing.name().contains(q.text()))
                .filter(thing -> q.tag() == null || thing.tags().containsAll(q.tag()))
                .filter(thing -> q.cursor() == null || thing.id().compareTo(q.cursor()) > 0)
                .limit(q.limit() + 1L)
                .toList();
        boolean more = all.size() > q.limit();
        List<Thing> page = more ? all.subList(0, q.limit()) : all;
        return new Page<>(page, more ? page.get(page.size() - 1).id() : null);
    }

    private synchronized Reply create(Call call, Once once, CreateThing q) throws InterruptedException {
        fault.run();
        Thing before = made.get(once.id());
        if (before != null) {
            return Reply.created(before).tag("1").header("location", "/things/v1/things/" + before.id());
        }
        String id = "thing-" + created.incrementAndGet();
        NewThing body = q.body();
        int size = body.size() == null ? 0 : body.size();
        List<String> tags = body.tags() == null ? List.of() : body.tags();
        Thing thing = new Thing(
                id, body.name(), size, body.note(), tags, call.principal().subject(), 1);
        things.put(key(call, id), thing);
        made.put(once.id(), thing);
        if (body.name().equals("stuck")) {
            await();
        }
        if (lostAnswers.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw SdkClientException.create("the connection was reset");
        }
        return Reply.created(thing).tag("1").header("location", "/things/v1/things/" + id);
    }

    private synchronized Thing find(Call call, String id) {
        Thing found = things.get(key(call, id));
        if (found == null) {
            throw ApiException.notFound("There is no thing " + id + ".");
        }
        return found;
    }

    private static Reply reply(Thing thing) {
        return Reply.of(thing).tag(Integer.toString(thing.version()));
    }

    private synchronized Reply update(Call call, UpdateThing q) {
        Thing old = find(call, q.id());
        call.ifMatch().required().check(Integer.toString(old.version()), () -> old);
        String name = q.body().name().applyTo(old.name());
        Thing changed = new Thing(
                old.id(),
                name == null ? "" : name,
                old.size(),
                q.body().note().applyTo(old.note()),
                old.tags(),
                old.owner(),
                old.version() + 1);
        things.put(key(call, old.id()), changed);
        return reply(changed);
    }

    private synchronized @Nullable Object delete(Call call, ById q) {
        find(call, q.id());
        things.remove(key(call, q.id()));
        return null;
    }

    private Object putText(Call call, PutText q) throws IOException {
        byte[] bytes = q.body().readAllBytes();
        texts.put(key(call, q.id()), bytes);
        return Map.of("bytes", bytes.length);
    }

    private Reply getText(Call call, ById q) {
        byte[] bytes = texts.get(key(call, q.id()));
        if (bytes == null) {
            throw ApiException.notFound("There is no text of " + q.id() + ".");
        }
        return Reply.stream("text/markdown", -1, out -> out.write(bytes));
    }

    private @Nullable Object await() throws InterruptedException {
        arrived.release();
        release.await();
        return null;
    }

    private Object fail(Fail q) {
        return switch (q.how()) {
            case "conflict" ->
                throw ApiException.conflict("Taken.", Map.of("version", 7)).withCode("thing-changed");
            case "denied" -> throw ApiException.forbidden("role viewer may not write");
            case "storage" -> throw SdkClientException.create("no route to the secret host db.internal");
            case "header" -> Reply.of(null).header("x-note", "a\r\nset-cookie: b=c");
            default -> throw new IllegalStateException("the password is hunter2");
        };
    }
}
