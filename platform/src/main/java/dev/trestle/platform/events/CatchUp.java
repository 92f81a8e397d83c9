package dev.trestle.platform.events;

import dev.trestle.platform.events.Position.Place;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one listener missed in one table: from where it was, up to where everybody else is. */
final class CatchUp {
    /** Who missed more is better off loading everything anew. */
    private static final int CHANGES_MAX = 20_000;

    /** AWS answers without records now and then where there are some. */
    private static final int EMPTY_MAX = 200;

    private static final int EMPTY_OPEN_MAX = 3;

    private final StreamCursor cursor;
    private final Map<String, Place> until;
    private int told;

    CatchUp(StreamCursor cursor, Map<String, Place> until) {
        this.cursor = cursor;
        this.until = until;
    }

    void run(Consumer<Change> tell) {
        ArrayDeque<String> shards = new ArrayDeque<>(cursor.places().keySet());
        while (!shards.isEmpty()) {
            String shard = shards.remove();
            boolean last = until.containsKey(shard);
            read(shard, until.get(shard), tell);
            if (!last && cursor.isFinished(shard)) {
                // Everybody else has finished it, too, and is further down.
                cursor.descend(shard);
                cursor.places().keySet().stream()
                        .filter(each -> !shards.contains(each) && !cursor.isFinished(each) && !isThere(each))
                        .forEach(shards::add);
            }
        }
    }

    /** Reads a shard to its end, or to the place where the others are. */
    private void read(String shard, @Nullable Place end, Consumer<Change> tell) {
        int empty = 0;
        while (!isReached(shard, end)) {
            List<StreamCursor.Read> found = cursor.poll(shard);
            if (found == null) {
                return;
            }
            for (StreamCursor.Read each : found) {
                if (isBehind(each, end)) {
                    return;
                }
                if (++told > CHANGES_MAX) {
                    throw new RecordsGoneException("more changes were missed than are told one by one");
                }
                tell.accept(each.change());
            }
            empty = found.isEmpty() ? empty + 1 : 0;
            if (empty > EMPTY_OPEN_MAX && end instanceof Place.From) {
                return;
            }
            if (empty > EMPTY_MAX) {
                throw new RecordsGoneException("a shard was not read as far as others have read it");
            }
        }
    }

    private boolean isReached(String shard, @Nullable Place end) {
        Place here = cursor.places().get(shard);
        if (end instanceof Place.From) {
            // The same time: the others have read nothing since, and tell all of it.
            return end.equals(here);
        }
        return end instanceof Place.After wanted
                && here instanceof Place.After after
                && after.isAtLeast(wanted.sequence());
    }

    /**
     * Whether a record is one that the others are yet to read. Where they began later than the listener and have read none there is no
     * telling: clocks differ, so it is told here, and perhaps a second time by them.
     */
    private static boolean isBehind(StreamCursor.Read read, @Nullable Place end) {
        return end instanceof Place.After wanted && !wanted.isAtLeast(read.sequence());
    }

    private boolean isThere(String shard) {
        return isReached(shard, until.get(shard));
    }
}
