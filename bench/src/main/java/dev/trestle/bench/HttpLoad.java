package dev.trestle.bench;

import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sends prepared requests on some connections, one outstanding on each, and reads the answers whole. One thread does it all and looks
 * at no more of an answer than its status and length: what it costs is a fraction of what any server does.
 */
final class HttpLoad {
    private static final long LATENCY_NANOS_MAX = TimeUnit.MINUTES.toNanos(2);
    private static final int SILENCE_MILLIS_MAX = 60_000;

    private final int port;
    private final int connections;

    HttpLoad(int port, int connections) {
        this.port = port;
        this.connections = connections;
    }

    /** What one turn came to. {@code clientNanos} is the CPU time of this side. */
    record Result(long count, double seconds, Histogram latencies, long clientNanos) {
        double rate() {
            return count / seconds;
        }
    }

    /** Ends when the time is over or there is no further request, when those under way have their answers. */
    Result run(Supplier<byte @Nullable []> requests, long millis) throws IOException {
        Histogram latencies = new Histogram(LATENCY_NANOS_MAX, 3);
        List<HttpConversation> open = new ArrayList<>();
        try (Selector selector = Selector.open()) {
            for (int i = 0; i < connections; i++) {
                open.add(connect(selector));
            }
            long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            long start = System.nanoTime();
            long end = start + TimeUnit.MILLISECONDS.toNanos(millis);
            int underWay = 0;
            for (HttpConversation each : open) {
                underWay += sendNext(each, requests) ? 1 : 0;
            }
            long count = 0;
            while (underWay > 0) {
                if (selector.select(SILENCE_MILLIS_MAX) == 0) {
                    throw new EOFException("the server has not answered for a minute");
                }
                for (SelectionKey key : selector.selectedKeys()) {
                    HttpConversation each = (HttpConversation) key.attachment();
                    if (each.receive()) {
                        long now = System.nanoTime();
                        latencies.recordValue(now - each.sentNanos());
                        count++;
                        boolean sent = now < end && sendNext(each, requests);
                        underWay -= sent ? 0 : 1;
                    }
                }
                selector.selectedKeys().clear();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Result(
                    count,
                    seconds,
                    latencies,
                    ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu);
        } finally {
            for (HttpConversation each : open) {
                each.close();
            }
        }
    }

    private static boolean sendNext(HttpConversation conversation, Supplier<byte @Nullable []> requests)
            throws IOException {
        byte[] next = requests.get();
        if (next == null) {
            return false;
        }
        conversation.send(next);
        return true;
    }

    private HttpConversation connect(Selector selector) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        HttpConversation conversation = new HttpConversation(channel);
        channel.register(selector, SelectionKey.OP_READ, conversation);
        return conversation;
    }

    /** Sends one request on a connection of its own and gives the body of its answer, which must be good. */
    static byte[] ask(int port, byte[] request) throws IOException {
        try (SocketChannel channel =
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
            HttpConversation conversation = new HttpConversation(channel);
            conversation.send(request);
            while (!conversation.receive()) {
                // The channel blocks until there is more.
            }
            return conversation.body();
        }
    }
}
