package dev.trestle.platform.http;

import dev.trestle.platform.api.EventMessage;
import dev.trestle.platform.api.EventSink;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection that stays open for events. A client that reads too slowly is let go; it comes back and says where it was. */
final class SseConnection implements EventSink {
    private static final Logger LOG = LoggerFactory.getLogger(SseConnection.class);
    private static final long PENDING_BYTES_MAX = 1024 * 1024;
    private static final long HEARTBEAT_MILLIS = 15_000;
    private static final Buffer HEARTBEAT = Buffer.buffer(":\n\n");

    private final HttpServerResponse response;
    private final Context context;
    private final AtomicLong pending = new AtomicLong();
    private final List<Runnable> closing = new ArrayList<>();
    private boolean open = true;

    SseConnection(HttpServerResponse response, Context context) {
        this.response = response;
        this.context = context;
    }

    /** Called on the network's thread, when the head of the answer is sent. */
    void begin() {
        long timer = context.owner().setPeriodic(HEARTBEAT_MILLIS, tick -> write(HEARTBEAT));
        onClose(() -> context.owner().cancelTimer(timer));
        response.closeHandler(gone -> closed());
        response.exceptionHandler(broken -> closed());
        write(HEARTBEAT); // so that the head goes out now
    }

    @Override
    public boolean send(EventMessage message) {
        return write(Buffer.buffer(message.bytes()));
    }

    private boolean write(Buffer bytes) {
        if (!isOpen()) {
            return false;
        }
        if (pending.addAndGet(bytes.length()) > PENDING_BYTES_MAX) {
            close();
            return false;
        }
        context.runOnContext(now -> {
            if (isOpen()) {
                response.write(bytes).onComplete(done -> pending.addAndGet(-bytes.length()));
            }
        });
        return true;
    }

    @Override
    public synchronized boolean isOpen() {
        return open;
    }

    @Override
    public void onClose(Runnable action) {
        synchronized (this) {
            if (open) {
                closing.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        closed();
        context.runOnContext(now -> {
            if (!response.ended() && !response.closed()) {
                response.end().onComplete(done -> {});
            }
        });
    }

    private void closed() {
        List<Runnable> actions;
        synchronized (this) {
            if (!open) {
                return;
            }
            open = false;
            actions = List.copyOf(closing);
            closing.clear();
        }
        actions.forEach(SseConnection::runQuietly);
    }

    /** One that fails must not keep the others from giving back what they hold. */
    private static void runQuietly(Runnable action) {
        try {
            action.run();
        } catch (RuntimeException e) {
            LOG.warn("what follows the end of a listener failed", e);
        }
    }
}
