package dev.trestle.objects.blob;

import dev.trestle.engine.value.Bytes;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which contents are being read, so that their files stay until the last reader has closed. A content is pinned by readers or claimed by
 * who removes it, never both: whoever comes second has to give way.
 */
public final class Pins {
    private static final int CLAIMED = -1;

    private final Map<Bytes, Integer> readers = new ConcurrentHashMap<>();
    private final Set<Bytes> awaited = ConcurrentHashMap.newKeySet();
    private volatile Runnable onRelease = () -> {};

    /** What to do when a content that could not be claimed has lost its last reader. */
    public void onRelease(Runnable action) {
        onRelease = action;
    }

    /** Keeps the content; false if it is being removed, after which the index knows better. */
    public boolean pin(Bytes content) {
        return readers.merge(content, 1, (count, more) -> count == CLAIMED ? CLAIMED : count + more) != CLAIMED;
    }

    public void unpin(Bytes content) {
        Integer left = readers.computeIfPresent(content, (id, count) -> count == 1 ? null : count - 1);
        if (left == null && awaited.remove(content)) {
            onRelease.run();
        }
    }

    public boolean isPinned(Bytes content) {
        Integer count = readers.get(content);
        return count != null && count != CLAIMED;
    }

    /** Takes the content from readers to come; false if there are some, whose last one will be told of. */
    public boolean claim(Bytes content) {
        return readers.compute(content, (id, count) -> {
                    if (count != null && count != CLAIMED) {
                        awaited.add(id);
                        return count;
                    }
                    return CLAIMED;
                })
                == CLAIMED;
    }

    /** To be called when nothing is left of the content, or it will be tried again later. */
    public void release(Bytes content) {
        readers.remove(content, CLAIMED);
    }
}
