package dev.trestle.platform.http;

import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** A body that a handler writes while its client reads; whoever writes waits when the client is slower. */
final class BodyOutput extends OutputStream {
    private static final int CHUNK_BYTES = 32 * 1024;
    private static final int PENDING_BYTES_MAX = 512 * 1024;

    private final HttpServerResponse response;
    private final Context context;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Buffer chunk = Buffer.buffer(CHUNK_BYTES);
    private int pending;
    private @Nullable Throwable broken;

    BodyOutput(HttpServerResponse response, Context context, Duration patience) {
        this.response = response;
        this.context = context;
        this.patience = patience;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int count = Math.min(left, CHUNK_BYTES - chunk.length());
            chunk.appendBytes(bytes, from, count);
            from += count;
            left -= count;
            if (chunk.length() == CHUNK_BYTES) {
                flush();
            }
        }
    }

    @Override
    public void flush() throws IOException {
        if (chunk.length() > 0) {
            Buffer full = chunk;
            chunk = Buffer.buffer(CHUNK_BYTES);
            reserve(full.length());
            context.runOnContext(now -> send(full));
        }
    }

    /** An answer that has ended meanwhile takes nothing more, and says so by an exception. */
    private void send(Buffer full) {
        try {
            response.write(full).onComplete(done -> sent(full.length(), done.failed() ? done.cause() : null));
        } catch (RuntimeException e) {
            sent(full.length(), e);
        }
    }

    private void reserve(int bytes) throws IOException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (pending > PENDING_BYTES_MAX && broken == null) {
                if (left <= 0) {
                    throw new IOException("The client reads too slowly.");
                }
                left = changed.awaitNanos(left);
            }
            if (broken != null) {
                throw new IOException("The client has gone.", broken);
            }
            pending += bytes;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a client read.");
        } finally {
            lock.unlock();
        }
    }

    private void sent(int bytes, @Nullable Throwable failure) {
        lock.lock();
        try {
            pending -= bytes;
            broken = broken == null ? failure : broken;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
