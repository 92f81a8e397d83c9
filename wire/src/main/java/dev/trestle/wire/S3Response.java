package dev.trestle.wire;

import dev.trestle.objects.api.ObjectContent;
import dev.trestle.wire.error.Refusal;
import dev.trestle.wire.s3.RequestIds;
import dev.trestle.wire.s3.S3Answer;
import dev.trestle.wire.s3.S3Service;
import dev.trestle.wire.s3.Times;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends one answer. Content is read by a worker, a chunk at a time, while the chunk before is on its way; the next is read when the client
 * has taken that. So a download holds two chunks at most, and a client that takes them slowly keeps nobody.
 */
final class S3Response {
    private static final Logger LOG = LoggerFactory.getLogger(S3Response.class);
    private static final int CHUNK_BYTES = S3Exchange.BATCH_BYTES;
    private static final int INTERNAL_ERROR = 500;

    private final HttpFront front;
    private final Workers workers;
    private final HttpServerRequest request;
    private final HttpServerResponse response;
    private final RequestIds ids;
    private final boolean sandboxed;
    private final Context context = Vertx.currentContext();

    private Runnable whenSent = () -> {};
    private @Nullable ObjectContent content;
    private long position;
    private long reservedBytes;
    private int bytesOnTheWay;
    private boolean sending;
    private boolean reading;
    private boolean lost;
    private boolean closes;

    /** {@code sandboxed} tells that a browser must not take what it is sent for a page of this server. */
    S3Response(HttpFront front, Workers workers, HttpServerRequest request, RequestIds ids, boolean sandboxed) {
        this.front = front;
        this.workers = workers;
        this.request = request;
        this.response = request.response();
        this.ids = ids;
        this.sandboxed = sandboxed;
    }

    /** {@code reusable} tells that another request may follow on the connection. */
    void send(S3Answer answer, boolean reusable, Runnable then) {
        if (sending) {
            return;
        }
        sending = true;
        whenSent = then;
        content = answer.content();
        closes = !reusable || front.isStopping();
        front.connections().waiting(request.connection());
        S3Answer possible = reserved(answer);
        try {
            writeHead(possible);
        } catch (IllegalArgumentException e) {
            LOG.error("request {}: an answer with headers that cannot be sent", ids.requestId(), e);
            closeContent();
            closes = true;
            response.headers().clear();
            finish(response.setStatusCode(INTERNAL_ERROR).end());
            return;
        }
        if (content != null) {
            read();
        } else if (request.method().name().equals("HEAD") || possible.body().length == 0) {
            finish(response.end());
        } else {
            finish(response.end(Buffer.buffer(possible.body())));
        }
    }

    /** The answer, or that there is no room for its content. */
    private S3Answer reserved(S3Answer answer) {
        if (content == null) {
            return answer;
        }
        try {
            long bytes = Math.min(2L * CHUNK_BYTES, content.length());
            front.reserve(bytes);
            reservedBytes = bytes;
            return answer;
        } catch (Refusal overloaded) {
            closeContent();
            return S3Service.refused(overloaded, null, ids);
        }
    }

    private void writeHead(S3Answer answer) {
        response.setStatusCode(answer.status());
        answer.headers().forEach((name, value) -> response.putHeader(name, HeaderView.encoded(value)));
        response.putHeader("x-amz-request-id", ids.requestId())
                .putHeader("x-amz-id-2", ids.hostId())
                .putHeader(HttpHeaders.DATE, Times.header(Instant.now()));
        if (sandboxed) {
            response.putHeader("Content-Security-Policy", "sandbox").putHeader("X-Content-Type-Options", "nosniff");
        }
        if (closes) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
        }
    }

    boolean isSending() {
        return sending;
    }

    /** The client is gone. */
    void lose() {
        lost = true;
        if (sending && !reading) {
            done();
        }
    }

    private void read() {
        ObjectContent current = content;
        if (reading || current == null || position == current.length()) {
            return;
        }
        reading = true;
        long from = position;
        int length = (int) Math.min(CHUNK_BYTES, current.length() - from);
        try {
            workers.proceed(() -> {
                byte[] bytes = read(current, from, length);
                context.runOnContext(now -> write(bytes));
            });
        } catch (Refusal stopped) {
            reading = false;
            request.connection().close();
        }
    }

    /** Runs on a worker. Null if the store fails: the status is sent, so that all that is left is to close the connection. */
    private byte @Nullable [] read(ObjectContent from, long offset, int length) {
        try {
            ByteBuffer bytes = ByteBuffer.allocate(length);
            while (bytes.hasRemaining()) {
                if (from.read(offset + bytes.position(), bytes) < 0) {
                    throw new IllegalStateException("an object ended " + bytes.remaining() + " bytes early");
                }
            }
            return bytes.array();
        } catch (RuntimeException | Error e) {
            LOG.error("request {}: reading failed", ids.requestId(), e);
            return null;
        }
    }

    private void write(byte @Nullable [] bytes) {
        reading = false;
        ObjectContent current = content;
        if (lost || current == null || bytes == null) {
            request.connection().close();
            done();
            return;
        }
        position += bytes.length;
        bytesOnTheWay += bytes.length;
        Buffer chunk = Buffer.buffer(bytes);
        if (position == current.length()) {
            finish(response.end(chunk));
            return;
        }
        response.write(chunk).onComplete(taken -> {
            bytesOnTheWay -= bytes.length;
            front.connections().waiting(request.connection());
            readAhead();
        });
        readAhead();
    }

    private void readAhead() {
        if (!lost && bytesOnTheWay <= CHUNK_BYTES) {
            read();
        }
    }

    private void finish(Future<Void> sent) {
        sent.onComplete(end -> {
            done();
            if (closes) {
                request.connection().close();
            }
        });
    }

    private void done() {
        closeContent();
        front.release(reservedBytes);
        reservedBytes = 0;
        whenSent.run();
    }

    private void closeContent() {
        ObjectContent finished = content;
        content = null;
        if (finished != null) {
            try {
                workers.proceed(finished::close);
            } catch (Refusal stopped) {
                LOG.debug("the store closes what is left");
            }
        }
    }
}
