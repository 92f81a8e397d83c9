package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.http.contract.Operation;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one answer, once, with the headers that every answer has, and notes it in the log and the metrics. */
final class Responder {
    private static final Logger LOG = LoggerFactory.getLogger("dev.trestle.platform.requests");

    /** Nothing that an API answers is a page; if a browser shows it as one all the same, nothing in it runs. */
    private static final String POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

    private final Front front;
    private final HttpServerRequest request;
    private final Context context;
    private final String id;
    private final Function<Throwable, Answer> refusal;
    private final long beganNanos = System.nanoTime();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private Runnable whenEnded = () -> {};
    private BooleanSupplier reusable = () -> true;
    private String address = "";
    private String system = "none";
    private String operation = "none";
    private String path;
    private volatile @Nullable Principal caller;
    private @Nullable String reason;
    private volatile @Nullable Work work;
    private long timer = -1;
    private boolean answered;
    private boolean ended;

    Responder(Front front, HttpServerRequest request, Context context, String id, Function<Throwable, Answer> refusal) {
        this.front = front;
        this.request = request;
        this.context = context;
        this.id = id;
        this.refusal = refusal;
        this.path = String.valueOf(request.path());
        request.response().exceptionHandler(broken -> abandon());
        request.response().closeHandler(gone -> abandon());
    }

    void onEnd(Runnable action) {
        whenEnded = action;
    }

    void address(String known) {
        address = known;
    }

    String address() {
        return address;
    }

    void caller(@Nullable Principal known) {
        caller = known;
    }

    void reason(@Nullable String why) {
        reason = why;
    }

    void operation(Front.@Nullable Base base, HostedApi.@Nullable Endpoint<?> endpoint) {
        system = base == null ? "none" : base.api().api().name();
        operation = endpoint == null ? "page" : endpoint.operation().id();
    }

    /** What an operation says is secret of the path is not noted. */
    void hide(Operation asked) {
        path = asked.shown(path);
    }

    void header(String name, String value) {
        headers.put(name, value);
    }

    void allowOrigin(String origin) {
        headers.put("access-control-allow-origin", origin);
        headers.put("access-control-expose-headers", "ETag, Location, Retry-After, Trestle-Error, X-Request-Id");
        headers.put("vary", "Origin");
    }

    /** The connection ends with this answer if the request was not read to its end. */
    void closeUnless(BooleanSupplier whole) {
        reusable = whole;
    }

    /** What makes the answer now, from here on. */
    void doing(Work current) {
        work = current;
    }

    /** Takes away what would make the answer, if it has not begun. Returns whether it never will. */
    boolean dropWork() {
        Work current = work;
        return current != null && current.drop();
    }

    /** The same, and interrupts what has begun. */
    boolean cancelWork() {
        Work current = work;
        return current != null && current.cancel();
    }

    /** Answers in the worker's stead after a time, unless that gives null. */
    void limit(Duration timeout, Supplier<@Nullable Answer> otherwise) {
        if (answered || ended) {
            return;
        }
        timer = context.owner().setTimer(timeout.toMillis(), late -> {
            Answer answer = answered ? null : otherwise.get();
            if (answer != null) {
                send(answer, !reusable.getAsBoolean());
            }
        });
    }

    void sendFromWorker(Answer answer) {
        Reply.Body open = answer.open();
        if (open instanceof Reply.Stream stream) {
            streamOut(answer, stream);
        } else {
            context.runOnContext(now -> send(answer, !reusable.getAsBoolean()));
        }
    }

    void send(Answer answer, boolean close) {
        if (answered || ended) {
            return;
        }
        if (answer.open() instanceof Reply.Events events) {
            openEvents(answer, events);
            return;
        }
        begin(answer);
        HttpServerResponse response = request.response();
        boolean last = close || front.isStopping();
        if (last) {
            response.putHeader("connection", "close");
        }
        boolean bodiless = answer.status() == 204 || answer.status() == 304;
        if (!bodiless) {
            response.putHeader(
                    "content-length", Integer.toString(answer.content().length()));
        }
        boolean head = request.method().name().equals("HEAD");
        (bodiless || head ? response.end() : end(response, answer.content())).onComplete(sent -> {
            end(answer.status());
            if (last) {
                close();
            }
        });
    }

    private static Future<Void> end(HttpServerResponse response, Content content) {
        List<byte[]> pieces = content.pieces();
        for (int i = 0; i < pieces.size() - 1; i++) {
            Future<Void> unused = response.write(Buffer.buffer(pieces.get(i)));
        }
        return pieces.isEmpty() ? response.end() : response.end(Buffer.buffer(pieces.get(pieces.size() - 1)));
    }

    private void begin(Answer answer) {
        answered = true;
        context.owner().cancelTimer(timer);
        HttpServerResponse response = request.response();
        response.setStatusCode(answer.status())
                .putHeader("x-request-id", id)
                .putHeader("x-content-type-options", "nosniff")
                .putHeader("x-frame-options", "DENY")
                .putHeader("referrer-policy", "no-referrer")
                .putHeader("cross-origin-opener-policy", "same-origin")
                .putHeader(
                        "cross-origin-resource-policy",
                        headers.containsKey("access-control-allow-origin") ? "cross-origin" : "same-origin")
                .putHeader("content-security-policy", POLICY)
                .putHeader("cache-control", "no-store");
        if (front.options().tls() != null) {
            response.putHeader("strict-transport-security", "max-age=31536000");
        }
        headers.forEach(response::putHeader);
        if (answer.contentType() != null) {
            response.putHeader("content-type", answer.contentType());
        }
        answer.headers().forEach(response::putHeader);
    }

    private void openEvents(Answer answer, Reply.Events events) {
        HttpServerResponse response = request.response();
        SseConnection connection = new SseConnection(response, context);
        try {
            front.listeners().add(Caller.of(caller, address), request.getHeader("authorization"), connection);
        } catch (ApiException full) {
            send(refusal.apply(full), false);
            return;
        }
        begin(answer);
        response.setChunked(true);
        connection.onClose(() -> context.runOnContext(now -> end(200)));
        try {
            connection.begin();
            closeWhenTokenExpires(connection);
            events.listener().opened(connection);
        } catch (RuntimeException e) {
            LOG.atWarn().addKeyValue("requestId", id).setCause(e).log("a listener could not be told anything");
            connection.close();
        }
    }

    /** A listener has no later request in which its token would be looked at. */
    private void closeWhenTokenExpires(SseConnection connection) {
        Principal known = caller;
        if (known != null && known.claims().get("exp") instanceof Number expiry) {
            long left = expiry.longValue() * 1000 - front.hosting().clock().millis();
            long bounded = Math.max(1, Math.min(left, TimeUnit.DAYS.toMillis(1)));
            long expires = context.owner().setTimer(bounded, late -> connection.close());
            connection.onClose(() -> context.owner().cancelTimer(expires));
        }
    }

    /** A writer has a thread of another pool, because its client may be slow. What fails on the way ends the connection. */
    private void streamOut(Answer answer, Reply.Stream stream) {
        boolean head = request.method().name().equals("HEAD");
        Workers streams = front.streams();
        Work writing = streams.work(
                Caller.of(caller, address),
                own -> {
                    context.runOnContext(now -> beginStream(answer, stream, head));
                    if (head) {
                        stream.writer().unused();
                    } else {
                        write(answer, stream, request.response());
                    }
                },
                stream.writer()::unused);
        doing(writing);
        streams.run(writing);
    }

    private void beginStream(Answer answer, Reply.Stream stream, boolean head) {
        if (answered || ended) {
            return;
        }
        begin(answer);
        HttpServerResponse response = request.response();
        if (stream.length() >= 0) {
            response.putHeader("content-length", Long.toString(stream.length()));
        } else {
            response.setChunked(true);
        }
        if (head) {
            response.end().onComplete(sent -> end(answer.status()));
        }
    }

    private void write(Answer answer, Reply.Stream stream, HttpServerResponse response) {
        try {
            BodyOutput out = new BodyOutput(response, context, front.limits().patience());
            stream.writer().writeTo(out);
            out.flush();
            context.runOnContext(now -> response.end().onComplete(sent -> end(answer.status())));
        } catch (Throwable e) {
            LOG.atWarn()
                    .addKeyValue("requestId", id)
                    .addKeyValue("failure", e.toString())
                    .log("an answer was cut off");
            context.runOnContext(now -> {
                close();
                end(answer.status());
            });
        }
    }

    /** Ends the connection; where it carries other requests, this one alone. */
    private void close() {
        if (Multiplexed.is(request) && !front.isStopping()) {
            request.response().reset().onComplete(done -> {});
        } else {
            request.connection().close();
        }
    }

    /** The client has gone. */
    void abandon() {
        if (Vertx.currentContext() == context) {
            answered = true;
            end(0);
        } else {
            context.runOnContext(now -> {
                answered = true;
                end(0);
            });
        }
    }

    private void end(int status) {
        if (ended) {
            return;
        }
        ended = true;
        context.owner().cancelTimer(timer);
        whenEnded.run();
        boolean unused = dropWork();
        Duration took = Duration.ofNanos(System.nanoTime() - beganNanos);
        front.metrics().answered(system, operation, status, took);
        Principal known = caller;
        LOG.atInfo()
                .addKeyValue("requestId", id)
                .addKeyValue("method", request.method().name())
                .addKeyValue("path", path)
                .addKeyValue("system", system)
                .addKeyValue("operation", operation)
                .addKeyValue("status", status)
                .addKeyValue("millis", took.toMillis())
                .addKeyValue("address", address)
                .addKeyValue("caller", known == null ? "" : known.toString())
                .addKeyValue("reason", reason == null ? "" : reason)
                .log("request");
    }
}
