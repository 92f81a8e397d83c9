package dev.trestle.wire;

import dev.trestle.engine.api.RequestId;
import dev.trestle.wire.error.Refusal;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One request and its answer, both whole. Everything here happens on the connection's own thread, but for the calls of {@link Reply}. */
final class Exchange implements Reply {
    private static final CharSequence REQUEST_ID = HttpHeaders.createOptimized("x-amzn-RequestId");
    private static final CharSequence CRC32 = HttpHeaders.createOptimized("x-amz-crc32");
    private static final CharSequence GZIP = HttpHeaders.createOptimized("gzip");

    /** How much of a body that is refused anyway is read, so that its client gets to hear why. */
    private static final long DISCARDED_BYTES_MAX = 64L * 1024 * 1024;

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final HttpFront front;
    private final MessageHandler handler;
    private final HttpServerRequest request;
    private final Context context = Vertx.currentContext();
    private final RequestId id = RequestId.next();
    private @Nullable Buffer body;
    private @Nullable Refusal refusal;
    private long discardedBytes;
    private boolean answered;
    private boolean ended;

    Exchange(HttpFront front, MessageHandler handler, HttpServerRequest request) {
        this.front = front;
        this.handler = handler;
        this.request = request;
    }

    void begin() {
        request.exceptionHandler(broken -> end());
        request.response().exceptionHandler(broken -> {}); // the end of the answer tells
        try {
            front.checkHeaders(request);
            checkLength();
        } catch (Refusal early) {
            refusal = early;
        }
        front.connections().arriving(request.connection());
        request.handler(this::receive);
        request.endHandler(whole -> received());
    }

    /** What is no number is left to the parser of HTTP, and to the end of the body. */
    private void checkLength() {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        if (length != null
                && NUMBER.matcher(length).matches()
                && Long.parseLong(length) > front.limits().bodyBytes()) {
            throw tooLarge();
        }
    }

    private Refusal tooLarge() {
        return Refusal.tooLarge("The request is larger than " + front.limits().bodyBytes() + " bytes.");
    }

    private void receive(Buffer chunk) {
        if (refusal != null) {
            discard(chunk.length());
            return;
        }
        try {
            int length = body == null ? 0 : body.length();
            if (length + chunk.length() > front.limits().bodyBytes()) {
                throw tooLarge();
            }
            front.reserve(chunk.length());
            body = body == null ? Buffer.buffer().appendBuffer(chunk) : body.appendBuffer(chunk);
        } catch (Refusal late) {
            refusal = late;
            releaseBody();
            discard(chunk.length());
        }
    }

    private void discard(int bytes) {
        discardedBytes += bytes;
        if (discardedBytes > DISCARDED_BYTES_MAX && !answered) {
            received();
        }
    }

    private void received() {
        if (ended || answered) {
            return;
        }
        front.connections().busy(request.connection());
        if (refusal != null) {
            write(handler.refused(refusal), true);
            return;
        }
        byte[] bytes = body == null ? new byte[0] : body.getBytes();
        handler.handle(Received.of(request, bytes), this);
    }

    @Override
    public String requestId() {
        return id.toString();
    }

    @Override
    public void send(Answer answer) {
        if (Vertx.currentContext() == context) {
            write(answer, false);
        } else {
            context.runOnContext(now -> write(answer, false));
        }
    }

    @Override
    public void sendLater(Supplier<Answer> answer) {
        context.runOnContext(now -> write(answer.get(), false));
    }

    private void write(Answer answer, boolean close) {
        if (answered) {
            return;
        }
        answered = true;
        HttpServerResponse response = request.response();
        if (response.closed()) {
            end();
            return;
        }
        front.connections().waiting(request.connection());
        response.setStatusCode(answer.status())
                .putHeader(REQUEST_ID, id.toString())
                .putHeader(CRC32, Long.toString(answer.crc32()))
                .putHeader(HttpHeaders.CONTENT_TYPE, answer.contentType());
        if (answer.gzipped()) {
            response.putHeader(HttpHeaders.CONTENT_ENCODING, GZIP);
        }
        boolean last = close || front.isStopping();
        if (last) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
        response.end(answer.body()).onComplete(sent -> {
            end();
            if (last) {
                request.connection().close();
            }
        });
    }

    private void end() {
        if (!ended) {
            ended = true;
            releaseBody();
            front.ended();
        }
    }

    private void releaseBody() {
        if (body != null) {
            front.release(body.length());
            body = null;
        }
    }
}
