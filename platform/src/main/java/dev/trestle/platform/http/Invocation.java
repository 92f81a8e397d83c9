package dev.trestle.platform.http;

import dev.trestle.platform.api.Api;
import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Authenticator;
import dev.trestle.platform.api.Call;
import dev.trestle.platform.api.Cursors;
import dev.trestle.platform.api.Idempotency;
import dev.trestle.platform.api.Identifiers;
import dev.trestle.platform.api.Once;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Principal;
import dev.trestle.platform.api.Problem;
import dev.trestle.platform.api.Problem.Kind;
import dev.trestle.platform.api.Problem.Violation;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.http.contract.Contract;
import dev.trestle.platform.http.contract.Operation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of a handler: who asks, whether the request is as the contract has it, and what its answer is. Runs on a worker. */
final class Invocation<Q> {
    private static final Logger LOG = LoggerFactory.getLogger(Invocation.class);
    static final String IDEMPOTENCY_KEY = "idempotency-key";

    private static final String BEARER = "Bearer ";

    /** For handlers that do not ask for one: to make one takes random bits. */
    private static final Once UNUSED = new Once("");

    private final Front front;
    private final HostedApi.Endpoint<Q> endpoint;
    private final Received received;
    private @Nullable Principal caller;
    private @Nullable String reason;
    private @Nullable List<String> list;
    private @Nullable Object sent;

    /**
     * A request as it came in.
     *
     * @param segments of the path below the base path
     * @param bytes the body, empty if it is streamed
     * @param stream the body, if it is streamed
     */
    record Received(
            String requestId,
            String address,
            String url,
            List<String> segments,
            Map<String, List<String>> query,
            Map<String, List<String>> headers,
            byte[] bytes,
            @Nullable BodyInput stream) {

        List<String> all(String header) {
            return headers.getOrDefault(header.toLowerCase(Locale.ROOT), List.of());
        }

        @Nullable
        String header(String name) {
            List<String> values = all(name);
            return values.isEmpty() ? null : values.get(0);
        }
    }

    Invocation(Front front, HostedApi.Endpoint<Q> endpoint, Received received) {
        this.front = front;
        this.endpoint = endpoint;
        this.received = received;
    }

    @Nullable
    Principal caller() {
        return caller;
    }

    /** Why it was refused; null if it was not. */
    @Nullable
    String reason() {
        return reason;
    }

    /** Finds out who calls, and whether they may call once more. */
    Caller recognise() {
        Principal known = authenticate(endpoint.operation());
        caller = known;
        return Caller.of(known, received.address());
    }

    /** Does it for the caller, who is known by then. */
    Answer run() {
        try {
            return answer();
        } catch (Throwable e) {
            return failed(e);
        }
    }

    private Answer answer() throws Exception {
        Operation operation = endpoint.operation();
        Q request = request(operation);
        String key = received.header(IDEMPOTENCY_KEY);
        Idempotency remembered = front.hosting().idempotency();
        if (key == null || remembered == null || !operation.takesHeader(IDEMPOTENCY_KEY)) {
            return call(request, endpoint.bound().isOnce() ? Once.fresh() : UNUSED);
        }
        String scope = endpoint.api().api().name() + " " + operation.id() + " " + caller;
        Idempotency.Begun begun = remembered.begin(scope, key, Fingerprint.of(received));
        if (begun instanceof Idempotency.Remembered before) {
            return new Answer(before.status(), before.contentType(), before.headers(), before.body());
        }
        return callOnce(request, remembered, (Idempotency.Claim) begun);
    }

    private Answer callOnce(Q request, Idempotency remembered, Idempotency.Claim claim) throws Exception {
        Answer answer;
        try {
            answer = call(request, claim.once());
        } catch (Throwable e) {
            boolean refused = FailureMap.problem(e, endpoint.api()).kind().status() < Kind.INTERNAL.status();
            note(() -> {
                if (refused) {
                    remembered.release(claim);
                } else {
                    remembered.suspend(claim);
                }
            });
            throw e;
        }
        String type = answer.contentType() == null ? "" : answer.contentType();
        Idempotency.Remembered sent = new Idempotency.Remembered(
                answer.status(), type, answer.headers(), answer.content().bytes());
        note(() -> remembered.complete(claim, sent));
        return answer;
    }

    /**
     * Writes down how a request ended, also when its time is over and its thread was interrupted. If that fails, the claim lapses by
     * itself, and the request can be done again.
     */
    private void note(Runnable write) {
        boolean interrupted = Thread.interrupted();
        try {
            write.run();
        } catch (RuntimeException e) {
            LOG.atWarn()
                    .addKeyValue("requestId", received.requestId())
                    .addKeyValue("operation", endpoint.operation().id())
                    .setCause(e)
                    .log("how a request with an Idempotency-Key ended could not be stored");
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private @Nullable Principal authenticate(Operation operation) {
        String proof = received.header("authorization");
        if (proof == null) {
            if (operation.isSecured()) {
                throw ApiException.unauthenticated(Problem.NO_AUTHORIZATION);
            }
            return null;
        }
        Principal known = known(proof);
        front.admission().recognised(proof, Caller.of(known, received.address()));
        return known;
    }

    private Principal known(String proof) {
        try {
            Principal known = known(proof, endpoint.api().api().authenticators());
            if (known == null) {
                known = known(proof, front.hosting().authenticators());
            }
            if (known != null) {
                checkNames(known);
                return known;
            }
            boolean isToken = proof.regionMatches(true, 0, BEARER, 0, BEARER.length());
            throw ApiException.unauthenticated(isToken ? Problem.UNKNOWN_TOKEN : Problem.UNKNOWN_AUTHORIZATION);
        } catch (ApiException refused) {
            if (refused.problem().kind() == Kind.UNAUTHENTICATED) {
                front.admission().denied(received.address());
            }
            throw refused;
        }
    }

    private static @Nullable Principal known(String proof, List<Authenticator> authenticators) {
        for (Authenticator each : authenticators) {
            Principal known = each.authenticate(proof);
            if (known != null) {
                return known;
            }
        }
        return null;
    }

    /** A tenant's name, and somebody's own, stand in keys and in names of objects, whoever has given them. */
    private static void checkNames(Principal known) {
        String tenant = known.tenant();
        String problem = tenant == null ? null : Identifiers.problem(tenant);
        if (problem != null) {
            throw ApiException.forbidden("the tenant's name " + problem);
        }
        String subject = Identifiers.unreachable(known.subject());
        if (subject != null) {
            throw ApiException.forbidden("the subject " + subject);
        }
    }

    private Q request(Operation operation) {
        List<Violation> violations = new ArrayList<>();
        Map<String, Object> parameters = operation.read(
                Contract.pathValues(operation, received.segments()), received.query(), received::all, violations);
        if (!violations.isEmpty()) {
            Object unused = body(operation, violations);
            throw ApiException.invalid(violations);
        }
        try {
            Object body = body(operation, violations);
            sent = body;
            if (!violations.isEmpty()) {
                throw ApiException.invalid(violations);
            }
            openCursor(operation, parameters);
            return endpoint.binder().bind(parameters, body);
        } catch (ApiException refused) {
            admit(parameters);
            throw refused;
        }
    }

    /** Has a caller who lacks the right hear of that, where the API puts it before what is wrong with the body. */
    private void admit(Map<String, Object> parameters) {
        Api.Admission<Q> admission = endpoint.bound().admission();
        if (admission != null) {
            admission.admit(callOf(), endpoint.binder().bind(parameters, null));
        }
    }

    /** What clients have as a cursor is signed, and bound to the list; what handlers have is the place alone. */
    private void openCursor(Operation operation, Map<String, Object> parameters) {
        if (!operation.takesCursor()) {
            return;
        }
        List<String> asked = new ArrayList<>(List.of(endpoint.api().api().name(), operation.id()));
        if (caller != null) {
            asked.addAll(Cursors.of(caller));
        }
        asked.addAll(operation.list(parameters));
        list = asked;
        parameters.computeIfPresent(
                Operation.CURSOR, (name, cursor) -> front.hosting().cursors().open((String) cursor, asked));
    }

    private Page<?> sealed(Page<?> page) {
        String next = page.next();
        List<String> asked = list;
        return next == null || asked == null
                ? page
                : page.upTo(front.hosting().cursors().seal(next, asked));
    }

    private @Nullable Object body(Operation operation, List<Violation> violations) {
        BodyInput stream = received.stream();
        String type =
                operation.bodyType(received.header("content-type"), stream == null && received.bytes().length == 0);
        if (type != null) {
            checkEncoding(received.header("content-encoding"));
        }
        if (type == null || stream != null) {
            return stream;
        }
        if (endpoint.binder().takesBytes() && (operation.takesAnything() || !Operation.isJson(type))) {
            checkText(type, received.bytes());
            return received.bytes();
        }
        return operation.parse(type, received.bytes(), violations);
    }

    /** A compressed body would be taken for what it is not: nothing here decompresses one. */
    private static void checkEncoding(@Nullable String encoding) {
        if (encoding != null && !encoding.strip().equalsIgnoreCase("identity")) {
            throw ApiException.of(Kind.UNSUPPORTED_MEDIA_TYPE, "Send the body without a Content-Encoding.");
        }
    }

    private static void checkText(String type, byte[] bytes) {
        if (type.startsWith("text/")) {
            for (byte each : bytes) {
                if (each == 0) {
                    throw ApiException.invalid("body", "has a NUL character");
                }
            }
        }
    }

    private Call callOf() {
        Map<String, String> headers = new LinkedHashMap<>();
        received.headers().forEach((name, values) -> {
            if (!name.equals("authorization") && !name.equals("cookie")) {
                headers.put(name, values.get(0));
            }
        });
        return new Call(
                received.requestId(),
                endpoint.operation().id(),
                caller,
                received.address(),
                received.url(),
                headers,
                this::named);
    }

    private Answer call(Q request, Once once) throws Exception {
        Object result = endpoint.bound().handler().handle(callOf(), once, request);
        return render(result instanceof Reply reply ? reply : Reply.of(result));
    }

    private @Nullable String named(String name) {
        List<String> values = received.query().getOrDefault(name, List.of());
        if (!values.isEmpty()) {
            return values.get(0);
        }
        return sent instanceof Map<?, ?> members && members.get(name) instanceof String text ? text : null;
    }

    private Answer render(Reply reply) {
        int status = reply.status() == 0 ? endpoint.operation().success() : reply.status();
        Map<String, String> headers = new LinkedHashMap<>();
        reply.headers().forEach((name, value) -> headers.put(name, headerValue(value)));
        String tag = reply.tag();
        if (tag != null) {
            headers.put("etag", Reply.quoted(headerValue(tag)));
        }
        if (endpoint.operation().method().equals("GET") && reply.isKnownBy(received.header("if-none-match"))) {
            if (reply.body() instanceof Reply.Stream stream) {
                stream.writer().unused();
            }
            return new Answer(304, null, headers, Content.NONE);
        }
        Reply.Body body = reply.body();
        if (body instanceof Reply.Value value) {
            Shape shape = endpoint.api().api().shape();
            Object shaped =
                    value.value() instanceof Page<?> page ? shape.page(sealed(page)) : shape.success(value.value());
            return shaped == null
                    ? new Answer(status, null, headers, Content.NONE)
                    : new Answer(
                            status,
                            "application/json",
                            headers,
                            Content.json(shaped, endpoint.api().mapper()));
        }
        if (body instanceof Reply.Bytes bytes) {
            return new Answer(status, bytes.contentType(), headers, bytes.bytes());
        }
        String type = body instanceof Reply.Stream stream ? stream.contentType() : "text/event-stream";
        return new Answer(status, type, headers, Content.NONE, body);
    }

    /** A line break in a value would begin a header of its own. */
    private static String headerValue(String value) {
        if (value.chars().anyMatch(c -> c < ' ' && c != '\t' || c == 127)) {
            throw new IllegalArgumentException("A header's value has a control character.");
        }
        return new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }

    /** What is answered instead, and noted. */
    Answer failed(Throwable failure) {
        Problem problem = FailureMap.problem(failure, endpoint.api());
        if (problem.kind() == Kind.INTERNAL) {
            LOG.atError()
                    .addKeyValue("requestId", received.requestId())
                    .addKeyValue("operation", endpoint.operation().id())
                    .setCause(failure)
                    .log("a handler failed");
        } else if (problem.kind() == Kind.UNAVAILABLE && failure.getCause() == null) {
            LOG.atWarn()
                    .addKeyValue("requestId", received.requestId())
                    .addKeyValue("operation", endpoint.operation().id())
                    .addKeyValue("failure", String.valueOf(failure.getMessage()))
                    .log("storage did not answer");
        }
        String denial = problem.reason();
        reason = denial == null ? problem.message() : denial;
        if (denial != null) {
            LOG.atInfo()
                    .addKeyValue("requestId", received.requestId())
                    .addKeyValue("operation", endpoint.operation().id())
                    .addKeyValue("caller", String.valueOf(caller))
                    .addKeyValue("address", received.address())
                    .addKeyValue("reason", denial)
                    .log("denied");
        }
        return Answer.failure(problem, endpoint.api().api().shape(), received.requestId());
    }
}
