package dev.trestle.engine.capacity;

import dev.trestle.engine.item.StoredItem;
import org.jspecify.annotations.Nullable;

/** What reading and writing so many bytes costs. What is not there costs as the smallest item does. */
public final class Units {
    private static final int READ_BYTES = 4 * 1024;
    private static final int WRITE_BYTES = 1024;

    private Units() {}

    /** The units of one read: of an item, or of all that a page walks over. */
    public static double read(long bytes, Consistency consistency) {
        return consistency.factor * blocks(bytes, READ_BYTES);
    }

    /** The units of one write, by the larger of the two states. */
    static double write(@Nullable StoredItem before, @Nullable StoredItem after) {
        return blocks(Math.max(size(before), size(after)), WRITE_BYTES);
    }

    public static int size(@Nullable StoredItem item) {
        return item == null ? 0 : item.size();
    }

    private static long blocks(long bytes, int block) {
        return Math.max(1, (bytes + block - 1) / block);
    }
}
