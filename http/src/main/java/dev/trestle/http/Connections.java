package dev.trestle.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.impl.HttpServerConnection;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a server, bounded per address and in total. Each is changed by its own event loop only; opening and closing
 * count under a lock.
 *
 * <p><b>Eviction.</b> A connection beyond a limit is not refused as long as another one waits for its client: that one is closed in its
 * place, so that connections which send nothing never keep others out. First come those on which no request ever was whole, several at a
 * time; then idle ones, one at a time; among them the one that has waited longest. Beyond the limit of an address one of its own is
 * evicted, beyond the limit in total one of the address that has most. A connection with a request that is being worked on is never
 * evicted; if there are no others, the new one is closed.
 *
 * <p><b>Patience.</b> {@link #closeImpatiently} closes those whose client has neither sent nor taken what it should for too long, however
 * busily it does so byte by byte.
 */
public final class Connections {
    /** Which part of the connections is evicted at once, so that a flood does not cost a walk over all for each of its connections. */
    private static final int EVICTED_FRACTION = 64;

    private final int countMax;
    private final int perAddressMax;
    private final Set<String> unlimited;
    private final long patienceNanos;
    private final Map<HttpConnection, State> states = new ConcurrentHashMap<>();
    private final Map<String, Integer> counts = new HashMap<>(); // guarded by itself, as is the next
    private int count;

    /**
     * Limits for one server.
     *
     * @param countMax open at a time
     * @param perAddressMax open at a time by one address
     * @param unlimited addresses that only the limit in total holds for: proxies, which stand for many clients
     * @param patience with a client whose turn it is
     */
    public Connections(int countMax, int perAddressMax, Set<String> unlimited, Duration patience) {
        this.countMax = countMax;
        this.perAddressMax = perAddressMax;
        this.unlimited = Set.copyOf(unlimited);
        this.patienceNanos = patience.toNanos();
    }

    private enum Turn {
        /** The client's: to take its answer, and to send a request. */
        CLIENTS,
        /** The client's, in the midst of a request. */
        CLIENTS_TO_GO_ON,
        /** The same, but the receiver of the request has its own time limit. */
        CLIENTS_TIMED_ELSEWHERE,
        OURS
    }

    private static final class State {
        final @Nullable String address; // null if it counts elsewhere
        volatile Turn turn = Turn.CLIENTS;
        volatile long since = System.nanoTime();
        volatile boolean proven; // a whole request has come in
        final AtomicInteger streams = new AtomicInteger(); // requests under way at the same time, over HTTP/2

        State(@Nullable String address) {
            this.address = address;
        }

        boolean isEvictable() {
            return address != null && turn != Turn.OURS;
        }
    }

    /** Takes a new connection, or closes it without an answer. */
    public void opened(HttpConnection connection) {
        String address = address(connection);
        State state = new State(address);
        List<HttpConnection> victims;
        synchronized (counts) {
            boolean addressFull = !unlimited.contains(address) && counts.getOrDefault(address, 0) >= perAddressMax;
            victims = addressFull ? victims(address) : count >= countMax ? victims() : List.of();
            if ((addressFull || count >= countMax) && victims.isEmpty()) {
                cut(connection);
                return;
            }
            victims.forEach(this::forget);
            states.put(connection, state);
            counts.merge(address, 1, Integer::sum);
            count++;
        }
        connection.closeHandler(closed -> {
            synchronized (counts) {
                forget(connection);
            }
        });
        victims.forEach(Connections::cut);
    }

    private static String address(HttpConnection connection) {
        SocketAddress remote = connection.remoteAddress();
        return remote == null ? "" : AddressKey.of(String.valueOf(remote.hostAddress()));
    }

    /** Within the lock. Later calls for the same connection do nothing. */
    private void forget(HttpConnection connection) {
        State state = states.remove(connection);
        if (state != null && state.address != null) {
            count--;
            counts.computeIfPresent(state.address, (key, open) -> open == 1 ? null : open - 1);
        }
    }

    /** Within the lock. What to close so that there is room in total: of the address that has most, else of any. */
    private List<HttpConnection> victims() {
        String most = counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
        List<HttpConnection> ofMost = victims(most);
        return ofMost.isEmpty() ? victims(state -> true) : ofMost;
    }

    private List<HttpConnection> victims(String address) {
        return victims(state -> address.equals(state.address));
    }

    private List<HttpConnection> victims(Predicate<State> candidate) {
        List<Map.Entry<HttpConnection, State>> waiting = states.entrySet().stream()
                .filter(each -> each.getValue().isEvictable() && candidate.test(each.getValue()))
                .toList();
        boolean unproven = waiting.stream().anyMatch(each -> !each.getValue().proven);
        int wanted = unproven ? Math.max(1, Math.min(countMax, perAddressMax) / EVICTED_FRACTION) : 1;
        long now = System.nanoTime();
        return waiting.stream()
                .filter(each -> !unproven || !each.getValue().proven)
                .sorted(Comparator.comparingLong(each -> each.getValue().since - now))
                .limit(wanted)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Takes a connection of another server, with a request that is ours; it is watched until {@link #release}, and counts there. */
    public void adopt(HttpConnection connection) {
        states.put(connection, new State(null));
    }

    public void release(HttpConnection connection) {
        states.remove(connection);
    }

    /** The headers of a small request are there. Its client's patience is that with which it was waited for. */
    public void arriving(HttpConnection connection) {
        turn(connection, Turn.CLIENTS_TO_GO_ON);
    }

    /** The headers of a request are there whose receiver watches the time by itself. */
    public void arrivingTimed(HttpConnection connection) {
        turn(connection, Turn.CLIENTS_TIMED_ELSEWHERE);
    }

    private void turn(HttpConnection connection, Turn turn) {
        State state = states.get(connection);
        if (state != null && state.streams.get() <= 1) {
            state.turn = turn;
        }
    }

    /** A request came over a connection that carries several at a time. Until the last of them has {@link #streamEnded ended}, it is never the client's turn. */
    public void streamBegan(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.streams.incrementAndGet();
        }
    }

    public void streamEnded(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.streams.decrementAndGet();
            waiting(connection);
        }
    }

    /** A request has come in whole: from now on it is we who are waited for. */
    public void busy(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null) {
            state.proven = true;
            state.turn = Turn.OURS;
        }
    }

    /** It is the client's turn: to take its answer, and to send the next request. */
    public void waiting(HttpConnection connection) {
        State state = states.get(connection);
        if (state != null && state.streams.get() == 0) {
            state.since = System.nanoTime();
            state.turn = Turn.CLIENTS;
        }
    }

    /**
     * Closes those whose client lets us wait for too long. Without {@code cutting}, what is still to be sent is sent first: that is for
     * servers whose sockets have an idle timeout, which ends the others.
     */
    public void closeImpatiently(boolean cutting) {
        long now = System.nanoTime();
        states.forEach((connection, state) -> {
            boolean watched = state.turn == Turn.CLIENTS || state.turn == Turn.CLIENTS_TO_GO_ON;
            if (watched && now - state.since > patienceNanos) {
                if (cutting) {
                    cut(connection);
                } else {
                    connection.close();
                }
            }
        });
    }

    /** Closes those on which a small request has not come in whole. Nothing was done of it yet. */
    public void closeArriving() {
        states.forEach((connection, state) -> {
            if (state.turn == Turn.CLIENTS_TO_GO_ON) {
                cut(connection);
            }
        });
    }

    public void closeAll() {
        states.keySet().forEach(Connections::cut);
    }

    /** How many are open. */
    public int count() {
        synchronized (counts) {
            return count;
        }
    }

    /** Without waiting for what is still to be sent, as an orderly end would: a client that takes nothing could keep it forever. */
    private static void cut(HttpConnection connection) {
        if (connection instanceof HttpServerConnection server) {
            Object unused = server.channelHandlerContext().close();
        } else {
            connection.close();
        }
    }
}
