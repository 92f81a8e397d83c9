package dev.trestle.platform.http;

import dev.trestle.platform.api.ApiException;
import dev.trestle.platform.api.Problem.Kind;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A body that a handler reads while it comes in. The network's thread puts chunks in, and asks the client to wait when the handler is
 * slower; the handler's thread takes them out, and waits for the client.
 */
final class BodyInput extends InputStream {
    private static final int HELD_BYTES_MAX = 256 * 1024;

    private final HttpServerRequest request;
    private final Context context;
    private final long bytesMax;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> chunks = new ArrayDeque<>();
    private long received;
    private int held;
    private int position;
    private boolean paused;
    private boolean ended;
    private @Nullable RuntimeException failure;

    BodyInput(HttpServerRequest request, Context context, long bytesMax, Duration patience) {
        this.request = request;
        this.context = context;
        this.bytesMax = bytesMax;
        this.patience = patience;
    }

    /** Called on the network's thread. */
    void begin() {
        request.handler(this::receive);
        request.endHandler(whole -> end(null));
        request.exceptionHandler(broken -> end(ApiException.of(Kind.INVALID, "The body ended too early.")));
        request.resume();
    }

    private void receive(Buffer chunk) {
        lock.lock();
        try {
            received += chunk.length();
            if (received > bytesMax) {
                failure = tooLarge(bytesMax);
            }
            if (failure == null && chunk.length() > 0) {
                chunks.add(chunk.getBytes());
                held += chunk.length();
                if (held > HELD_BYTES_MAX) {
                    paused = true;
                    request.pause();
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    static ApiException tooLarge(long bytesMax) {
        return ApiException.of(Kind.TOO_LARGE, "The body is larger than " + bytesMax + " bytes.");
    }

    private void end(@Nullable RuntimeException why) {
        lock.lock();
        try {
            ended = true;
            failure = failure == null ? why : failure;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        lock.lock();
        try {
            byte[] chunk = next();
            if (chunk == null) {
                return -1;
            }
            int count = Math.min(length, chunk.length - position);
            System.arraycopy(chunk, position, into, offset, count);
            position += count;
            if (position == chunk.length) {
                chunks.remove();
                position = 0;
                held -= chunk.length;
                resume();
            }
            return count;
        } finally {
            lock.unlock();
        }
    }

    private byte @Nullable [] next() throws IOException {
        long left = patience.toNanos();
        while (true) {
            if (failure != null) {
                throw failure;
            }
            byte[] chunk = chunks.peek();
            if (chunk != null || ended) {
                return chunk;
            }
            if (left <= 0) {
                throw ApiException.of(Kind.REQUEST_TIMEOUT, "The body came in too slowly.");
            }
            try {
                left = changed.awaitNanos(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("Interrupted while a body came in.");
            }
        }
    }

    private void resume() {
        if (paused && held < HELD_BYTES_MAX / 2) {
            paused = false;
            context.runOnContext(now -> request.resume());
        }
    }

    /** Whether nothing of the body is left to come, so that the connection can be used again. */
    boolean isWhole() {
        lock.lock();
        try {
            return ended;
        } finally {
            lock.unlock();
        }
    }
}
