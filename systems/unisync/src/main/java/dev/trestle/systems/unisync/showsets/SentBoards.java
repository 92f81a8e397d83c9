package dev.trestle.systems.unisync.showsets;

import dev.trestle.platform.api.Json;
import dev.trestle.platform.api.Page;
import dev.trestle.platform.api.Reply;
import dev.trestle.platform.api.Shape;
import dev.trestle.platform.events.TableWatch;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.ListShowSets;
import dev.trestle.systems.unisync.showsets.ShowSetRequests.Row;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists of ShowSets as they were sent last: everybody looks at the same board, much more often than it changes. One is sent again only
 * while no ShowSet was changed, whoever may have changed it. A page that is not the last is made for each caller, with its cursor.
 */
public final class SentBoards {
    private static final int KEPT_MAX = 16;
    private static final int BYTES_MAX = 4 * 1024 * 1024;

    /** An index may lag behind its table, as it does on AWS. What was read from it too early is not kept for longer than this. */
    private static final Duration AGE_MAX = Duration.ofSeconds(1);

    private final Board board;
    private final Shape shape;
    private final @Nullable TableWatch watch;
    private final Clock clock;

    private final Map<ListShowSets, Sent> sent = new LinkedHashMap<>(KEPT_MAX, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<ListShowSets, Sent> eldest) {
            return size() > KEPT_MAX;
        }
    };

    private record Sent(long generation, long millis, byte[] bytes) {
        boolean isCurrent(long current, long now) {
            return generation == current && now >= millis && now - millis < AGE_MAX.toMillis();
        }
    }

    /** {@code watch} sees every change of the ShowSets' table at once; null where nothing can: each list is then read anew. */
    public SentBoards(Board board, Shape shape, @Nullable TableWatch watch, Clock clock) {
        this.board = board;
        this.shape = shape;
        this.watch = watch;
        this.clock = clock;
    }

    public Reply list(ListShowSets asked) {
        if (watch == null) {
            return Reply.of(board.list(asked));
        }
        // Before it is read: what is changed meanwhile is another generation's.
        long generation = watch.generation();
        long now = clock.millis();
        byte[] bytes = find(asked, generation, now);
        if (bytes == null) {
            Page<Row> page = board.list(asked);
            if (page.next() != null) {
                return Reply.of(page); // with a cursor that is its caller's alone
            }
            bytes = Json.bytes(shape.page(page));
            keep(asked, new Sent(generation, now, bytes));
        }
        return Reply.bytes("application/json", bytes);
    }

    private byte @Nullable [] find(ListShowSets asked, long generation, long now) {
        synchronized (sent) {
            Sent found = sent.get(asked);
            return found != null && found.isCurrent(generation, now) ? found.bytes : null;
        }
    }

    private void keep(ListShowSets asked, Sent board) {
        if (board.bytes.length <= BYTES_MAX) {
            synchronized (sent) {
                sent.put(asked, board);
            }
        }
    }
}
