package dev.trestle.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/**
 * A client that costs little itself, so that servers are compared and not the client before them. It sends what a save and a read of a
 * document need; everything else goes to the SDK's own client. Each thread that is under way has a connection to itself.
 */
final class LightClient implements AutoCloseable {
    private static final long KEPT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int port;
    private final boolean oneByOne;
    private final Listener listener;
    private final Queue<Line> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean awake;

    LightClient(int port) {
        this(port, false, (operation, question, answer) -> {});
    }

    private LightClient(int port, boolean oneByOne, Listener listener) {
        this.port = port;
        this.oneByOne = oneByOne;
        this.listener = listener;
    }

    /** One whose requests and answers are heard. */
    static LightClient heard(int port, Listener listener) {
        return new LightClient(port, false, listener);
    }

    /**
     * One for databases that have neither transactions nor an expiry of items: what would be one transaction is sent as single writes, one
     * after another, each under its own condition.
     */
    static LightClient oneByOne(int port) {
        return new LightClient(port, true, (operation, question, answer) -> {});
    }

    /** Hears each request's body and its answer's. */
    interface Listener {
        void heard(String operation, byte[] question, byte[] answer);
    }

    /**
     * Whether to wait for answers without sleeping, which is for one thread on a machine with a core to spare. To be woken up takes
     * longer than most answers, on virtual machines several times as long, and says nothing about a server.
     */
    void stayAwake(boolean now) {
        awake = now;
    }

    private static final class Line {
        private final SocketChannel channel;
        private final HttpConversation conversation;
        private final WireSigner signer = new WireSigner(Instant.now());
        private long usedNanos = System.nanoTime();

        Line(int port) throws IOException {
            channel = SocketChannel.open(new InetSocketAddress("127.0.0.1", port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            conversation = new HttpConversation(channel);
        }

        @SuppressWarnings("ThreadPriorityCheck") // only how fast it is depends on the scheduler
        byte[] send(String operation, byte[] body, boolean awake) throws IOException {
            if (channel.isBlocking() == awake) {
                channel.configureBlocking(!awake);
            }
            conversation.send(signer.request(operation, body));
            while (!conversation.receive()) {
                Thread.yield(); // the server may have been put on this very core
            }
            usedNanos = System.nanoTime();
            return conversation.body();
        }

        /** A server may have closed it by now. */
        boolean isOld() {
            return System.nanoTime() - usedNanos > KEPT_NANOS;
        }
    }

    /** This in front of the SDK's client of the same server. */
    DynamoDbClient before(DynamoDbClient other) {
        Class<?>[] type = {DynamoDbClient.class};
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(), type, (proxy, method, args) -> {
                    if (oneByOne && method.getName().equals("updateTimeToLive")) {
                        return UpdateTimeToLiveResponse.builder().build();
                    }
                    Object answer = args != null && args.length == 1 ? answer(args[0]) : null;
                    if (answer != null) {
                        return answer;
                    }
                    try {
                        return method.invoke(other, args);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private @Nullable Object answer(Object request) {
        try {
            if (request instanceof GetItemRequest get) {
                return LightJson.got(send("GetItem", LightJson.get(get)));
            }
            if (request instanceof BatchGetItemRequest batch) {
                return LightJson.batchGot(send("BatchGetItem", LightJson.batchGet(batch)));
            }
            if (request instanceof TransactWriteItemsRequest transaction) {
                if (oneByOne) {
                    sendEach(transaction);
                } else {
                    send("TransactWriteItems", LightJson.transaction(transaction));
                }
                return TransactWriteItemsResponse.builder().build();
            }
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void sendEach(TransactWriteItemsRequest transaction) throws IOException {
        for (TransactWriteItem action : transaction.transactItems()) {
            if (action.put() != null) {
                send("PutItem", LightJson.put(action.put()));
            } else if (action.update() != null) {
                send("UpdateItem", LightJson.update(action.update()));
            } else {
                send("DeleteItem", LightJson.delete(action.delete()));
            }
        }
    }

    private byte[] send(String operation, byte[] question) throws IOException {
        Line line = line();
        byte[] answer = line.send(operation, question, awake);
        idle.add(line);
        listener.heard(operation, question, answer);
        return answer;
    }

    private Line line() throws IOException {
        for (Line known = idle.poll(); known != null; known = idle.poll()) {
            if (!known.isOld()) {
                return known;
            }
            known.conversation.close();
        }
        return new Line(port);
    }

    @Override
    public void close() throws IOException {
        for (Line line : idle) {
            line.conversation.close();
        }
    }
}
