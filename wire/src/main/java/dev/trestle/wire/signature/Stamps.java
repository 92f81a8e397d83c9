package dev.trestle.wire.signature;

import org.jspecify.annotations.Nullable;

/** Reads the times of requests. Those of one second, which are many, are alike, so that the last one is kept. */
final class Stamps {
    private record Known(String given, Stamp stamp) {}

    private volatile @Nullable Known last;

    /** Null if the text is no time. */
    @Nullable
    Stamp of(String given) {
        Known known = last;
        if (known != null && known.given.equals(given)) {
            return known.stamp;
        }
        Stamp stamp = Stamp.parse(given);
        if (stamp != null) {
            last = new Known(given, stamp);
        }
        return stamp;
    }
}
