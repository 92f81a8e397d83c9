package dev.trestle.engine.api;

import org.jspecify.annotations.Nullable;

/**
 * How much room the disk of a store has.
 *
 * @param lowBytes below which the disk is {@link State#LOW}
 * @param floorBytes below which it is {@link State#FULL}
 * @param failure why the last write failed; null unless {@link State#FAILED}
 */
public record DiskSpace(
        State state,
        long usableBytes,
        long lowBytes,
        long floorBytes,
        @Nullable String failure) {
    /** What follows from the room that there is. */
    public enum State {
        AMPLE,
        /** A warning: everything works. */
        LOW,
        /** Writes that take room are refused; reads, and writes that leave less than before, go on. */
        FULL,
        /** The disk did not take a write. Until it does, only reads work. */
        FAILED
    }

    private static final long MIB = 1024L * 1024;
    private static final int RESERVE_FRACTION = 8;

    /** Of a store in memory. */
    public static final DiskSpace IN_MEMORY = new DiskSpace(State.AMPLE, Long.MAX_VALUE, 0, 0, null);

    /** Whether every write is taken. */
    public boolean takesWrites() {
        return state == State.AMPLE || state == State.LOW;
    }

    /** What has to be free for anything to be written, deletions too. */
    public long reserveBytes() {
        return floorBytes / RESERVE_FRACTION;
    }

    /** One sentence for people; it names no path. */
    public String text() {
        String free = usableBytes / MIB + " MiB are free";
        return switch (state) {
            case AMPLE -> free;
            case LOW -> "the disk is low: " + free + ", writes will be refused below " + floorBytes / MIB + " MiB";
            case FULL ->
                "the disk is full: " + free + ", writes need " + floorBytes / MIB + " MiB. "
                        + (usableBytes < reserveBytes()
                                ? "Reads go on, deletions need " + reserveBytes() / MIB
                                        + " MiB; all writes will be accepted again when there is room"
                                : "Reads and deletions go on; other writes will be accepted again when there is room");
            case FAILED -> String.valueOf(failure);
        };
    }
}
