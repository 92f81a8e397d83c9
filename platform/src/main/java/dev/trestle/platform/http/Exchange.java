package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.api.Shapes;
import dev.trestle.platform.http.contract.Operation;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One request: routed, received, handed to a worker. Everything here happens on the connection's own thread, but for what workers do. */
final class Exchange {
    private static final List<String> ROOT = List.of("");
    /** How much of a body that is refused anyway is read, so that its client gets to hear why. */
    private static final long DISCARDED_BYTES_MAX = 16L * 1024 * 1024;

    private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");
    private static final Shape DEFAULT_SHAPE = Shapes.problemDetails();

    private final Front front;
    private final HttpServerRequest request;
    private final Context context = Vertx.currentContext();
    private final Responder responder;
    private final String id = UUID.randomUUID().toString();
    private @Nullable Location location;
    private Front.@Nullable Base base;
    private HostedApi.@Nullable Endpoint<?> endpoint;
    private @Nullable Answer early;
    private @Nullable Buffer body;
    private long bytesMax;
    private long reserved;
    private long discarded;
    private boolean received;
    /** Who calls, as far as can be told before a worker has looked at the proof; null for a page. */
    private @Nullable Caller presumed;

    private @Nullable Caller delayed;
    private long receiveTimer = -1;

    Exchange(Front front, HttpServerRequest request) {
        this.front = front;
        this.request = request;
        this.responder = new Responder(front, request, context, id, this::refusal);
    }

    void begin() {
        front.began(request);
        front.connections().arrivingTimed(request.connection());
        responder.onEnd(() -> {
            releaseBody();
            releaseDelayed();
            front.ended(request);
        });
        request.exceptionHandler(broken -> responder.abandon());
        answered(this::routeAndReceive);
    }

    /** Whatever fails on the connection's own thread is answered too, so that nothing of the request stays counted. */
    private void answered(Runnable step) {
        try {
            step.run();
        } catch (Throwable failure) {
            LOG.atError().addKeyValue("requestId", id).setCause(failure).log("a request could not be taken");
            responder.send(refusal(failure), true);
        }
    }

    private void routeAndReceive() {
        try {
            route();
        } catch (ApiException refused) {
            early = refusal(refused);
            if (refused.problem().kind() == Kind.RATE_LIMITED && isSlowedDown()) {
                return;
            }
        }
        if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
            if (early != null) {
                responder.send(early, true);
                return;
            }
            request.response().writeContinue();
        }
        HostedApi.Endpoint<?> found = endpoint;
        if (early == null && found != null && found.binder().streams()) {
            received = true;
            front.connections().busy(request.connection());
            stream(found);
            return;
        }
        receiveTimer = context.owner().setTimer(front.limits().patience().toMillis(), late -> answered(this::tooSlow));
        request.handler(chunk -> answered(() -> receive(chunk)));
        request.endHandler(whole -> answered(this::whenReceived));
    }

    private void route() {
        responder.address(front.addresses().of(peer(), request.getHeader("x-forwarded-for")));
        front.checkOpen();
        front.hosts().checkHost(request.getHeader("host"));
        Location found = Location.parse(request.path(), request.query());
        location = found;
        base = front.base(found.segments());
        cross();
        if (early != null || front.pages().isPage(found.segments(), base)) {
            front.admission().asset(responder.address());
            checkPageMethod();
            return;
        }
        hideSecrets(found);
        String proof = request.getHeader("authorization");
        Caller likely = front.admission().likely(proof);
        presumed = likely == null ? sender() : likely;
        front.admission().call(responder.address(), proof, likely);
        Front.Base hosted = Objects.requireNonNull(base);
        endpoint = endpoint(hosted, found);
        checkLength();
        if (likely != null) {
            front.workers().checkRoom(likely);
            if (endpoint.binder().streams()) {
                front.streams().checkRoom(likely);
            }
        }
    }

    /** Reads nothing more from a caller who is refused again and again, and answers late. */
    private boolean isSlowedDown() {
        Caller caller = presumed;
        Tarpit.Refusal how = caller == null ? null : front.tarpit().refuse(caller);
        if (how == null || how.isPrompt()) {
            return false;
        }
        Answer refused = Objects.requireNonNull(early);
        received = true;
        request.pause();
        if (how.isDelayed()) {
            // Its connection does not count as busy: it is among the first to give way to others.
            delayed = caller;
            receiveTimer =
                    context.owner().setTimer(how.delayMillis(), late -> answered(() -> responder.send(refused, true)));
        } else {
            responder.send(refused, true);
        }
        return true;
    }

    private void releaseDelayed() {
        Caller caller = delayed;
        if (caller != null) {
            delayed = null;
            context.owner().cancelTimer(receiveTimer);
            front.tarpit().release(caller);
        }
    }

    private String peer() {
        return request.remoteAddress() == null
                ? ""
                : String.valueOf(request.remoteAddress().hostAddress());
    }

    /** Pages of other sites: a preflight is answered here, an answer to a request says that it may be read. */
    private void cross() {
        String origin = request.getHeader("origin");
        if (origin == null || front.hosts().isSameSite(origin, request.getHeader("host"))) {
            return;
        }
        if (!front.hosts().isAllowed(origin)) {
            throw new ApiException(Problem.of(Kind.FORBIDDEN, "Pages of that site may not call this server.")
                    .withReason("an origin that is not configured"));
        }
        responder.allowOrigin(origin);
        if (request.method().name().equals("OPTIONS") && request.getHeader("access-control-request-method") != null) {
            early = new Answer(
                    204,
                    null,
                    Map.of(
                            "access-control-allow-methods", "GET, HEAD, POST, PUT, PATCH, DELETE",
                            "access-control-allow-headers",
                                    "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key,"
                                            + " Last-Event-ID",
                            "access-control-max-age", "600"),
                    new byte[0]);
        }
    }

    private void checkPageMethod() {
        String method = request.method().name();
        if (early == null && !method.equals("GET") && !method.equals("HEAD")) {
            throw ApiException.of(Kind.METHOD_NOT_ALLOWED, "This can only be read.");
        }
    }

    /** Before anything is refused, whatever the method: what is noted of a path depends on what is there. */
    private void hideSecrets(Location found) {
        Front.Base hosted = Objects.requireNonNull(base);
        hosted.api().contract().find(below(found.segments(), hosted)).values().forEach(responder::hide);
    }

    private HostedApi.Endpoint<?> endpoint(Front.Base hosted, Location found) {
        List<String> path = below(found.segments(), hosted);
        Map<String, Operation> operations = hosted.api().contract().find(path);
        String method = request.method().name();
        Shape shape = hosted.api().api().shape();
        if (operations.isEmpty()) {
            throw new ApiException(shape.unrouted(Front.notFound().problem(), method, "/" + String.join("/", path)));
        }
        Operation operation = operations.get(method);
        if (operation == null && method.equals("HEAD")) {
            operation = operations.get("GET");
        }
        if (operation == null) {
            responder.header("allow", String.join(", ", operations.keySet()));
            ApiException refused = ApiException.of(
                    Kind.METHOD_NOT_ALLOWED, "This cannot be done here. " + operations.keySet() + " can.");
            throw new ApiException(shape.unrouted(refused.problem(), method, "/" + String.join("/", path)));
        }
        return hosted.api().endpoint(operation);
    }

    /** What stands behind the base path, which may end in a slash. */
    private static List<String> below(List<String> segments, Front.Base hosted) {
        List<String> below = segments.subList(hosted.segments().size(), segments.size());
        return below.equals(ROOT) ? List.of() : below;
    }

    private void checkLength() {
        HostedApi.Endpoint<?> found = Objects.requireNonNull(endpoint);
        long otherwise = found.binder().streams()
                ? front.limits().streamBytes()
                : front.limits().bodyBytes();
        bytesMax = found.operation().bodyBytesMax(otherwise);
        String length = request.getHeader("content-length");
        if (length != null && NUMBER.matcher(length).matches() && Long.parseLong(length) > bytesMax) {
            throw BodyInput.tooLarge(bytesMax);
        }
    }

    private void receive(Buffer chunk) {
        if (early != null) {
            discard(chunk.length());
            return;
        }
        try {
            int length = body == null ? 0 : body.length();
            if (length + chunk.length() > bytesMax) {
                throw BodyInput.tooLarge(bytesMax);
            }
            front.reserve(responder.address(), chunk.length());
            reserved += chunk.length();
            body = body == null ? Buffer.buffer().appendBuffer(chunk) : body.appendBuffer(chunk);
        } catch (ApiException refused) {
            early = refusal(refused);
            releaseBody();
            discard(chunk.length());
        }
    }

    private void discard(int bytes) {
        discarded += bytes;
        if (discarded > DISCARDED_BYTES_MAX) {
            whenReceived();
        }
    }

    private void tooSlow() {
        if (!received) {
            if (early == null) {
                early = refusal(ApiException.of(Kind.REQUEST_TIMEOUT, "The request came in too slowly."));
            }
            whenReceived();
        }
    }

    private void whenReceived() {
        if (received) {
            return;
        }
        received = true;
        front.connections().busy(request.connection());
        context.owner().cancelTimer(receiveTimer);
        Answer refused = early;
        if (refused != null) {
            responder.send(refused, true);
            return;
        }
        HostedApi.Endpoint<?> found = endpoint;
        byte[] bytes = body == null ? new byte[0] : body.getBytes();
        responder.operation(base, found);
        if (found == null) {
            Invocation.Received page = received(Objects.requireNonNull(location).segments(), bytes, null);
            Workers workers = front.workers();
            run(
                    workers,
                    workers.work(sender(), own -> answer(() -> front.pages().find(page, base))));
        } else {
            arrive(invocation(found, bytes, null), front.workers());
        }
        responder.limit(front.limits().timeout(), this::timedOut);
    }

    private void stream(HostedApi.Endpoint<?> found) {
        request.pause();
        BodyInput input =
                new BodyInput(request, context, bytesMax, front.limits().patience());
        responder.closeUnless(input::isWhole);
        responder.operation(base, found);
        input.begin();
        arrive(invocation(found, new byte[0], input), front.streams());
        // Once it has begun it may take as long as its client does.
        responder.limit(front.limits().timeout(), () -> responder.dropWork() ? notBegun() : null);
    }

    /** Who sent it, as far as can be known without looking at a proof. */
    private Caller sender() {
        return Caller.of(null, responder.address());
    }

    /**
     * Finds out who calls, on a worker, then does what is asked for, as that person's work: on the same worker, unless the person
     * has enough under way, or it is to be done by others.
     */
    private void arrive(Invocation<?> invocation, Workers workers) {
        Work arrival = front.workers().work(sender(), own -> {
            try {
                Caller caller = invocation.recognise();
                responder.caller(invocation.caller());
                Work rest = workers.work(caller, self -> answer(() -> finished(invocation, invocation.run())));
                responder.doing(rest);
                if (workers == front.workers()) {
                    workers.runInstead(own, rest);
                } else {
                    workers.run(rest);
                }
            } catch (Throwable e) {
                responder.sendFromWorker(finished(invocation, invocation.failed(e)));
            }
        });
        run(front.workers(), arrival);
    }

    private Answer finished(Invocation<?> invocation, Answer answer) {
        responder.reason(invocation.reason());
        return answer;
    }

    private void run(Workers workers, Work work) {
        responder.doing(work);
        try {
            workers.run(work);
        } catch (ApiException full) {
            responder.send(refusal(full), endpoint != null && endpoint.binder().streams());
        }
    }

    /** Runs on a worker. */
    private void answer(Callable<Answer> task) {
        try {
            responder.sendFromWorker(task.call());
        } catch (Throwable e) {
            responder.sendFromWorker(refusal(e));
        }
    }

    private Answer timedOut() {
        return responder.cancelWork()
                ? notBegun()
                : refusal(ApiException.of(Kind.TIMED_OUT, "This took too long. It may or may not have been done."));
    }

    private Answer notBegun() {
        return refusal(ApiException.unavailable(
                "This waited too long for other requests, and was not begun. Try again a little later.",
                RETRY_AFTER,
                null));
    }

    private Answer refusal(Throwable refused) {
        Front.Base hosted = base;
        Problem problem = hosted == null ? FailureMap.problem(refused) : FailureMap.problem(refused, hosted.api());
        responder.reason(problem.reason() == null ? problem.message() : problem.reason());
        return Answer.failure(
                problem, hosted == null ? DEFAULT_SHAPE : hosted.api().api().shape(), id);
    }

    private Invocation<?> invocation(HostedApi.Endpoint<?> found, byte[] bytes, @Nullable BodyInput input) {
        List<String> segments = Objects.requireNonNull(location).segments();
        return new Invocation<>(front, found, received(below(segments, Objects.requireNonNull(base)), bytes, input));
    }

    private Invocation.Received received(List<String> segments, byte[] bytes, @Nullable BodyInput input) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        request.headers()
                .forEach(entry -> headers.computeIfAbsent(
                                entry.getKey().toLowerCase(Locale.ROOT), name -> new ArrayList<>())
                        .add(entry.getValue()));
        return new Invocation.Received(
                id,
                responder.address(),
                request.absoluteURI(),
                segments,
                Objects.requireNonNull(location).query(),
                headers,
                bytes,
                input);
    }

    private void releaseBody() {
        front.release(responder.address(), reserved);
        reserved = 0;
        body = null;
    }
}
