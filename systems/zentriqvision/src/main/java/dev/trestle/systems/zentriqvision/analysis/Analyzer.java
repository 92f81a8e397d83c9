package dev.trestle.systems.zentriqvision.analysis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** What finds people in videos. */
public interface Analyzer {
    /** Why it cannot be used here, in words for an administrator; empty if it can. */
    Optional<String> missing();

    /** Begins to look at a video, for one thread. */
    Session begin(Source video);

    /**
     * A video to look at.
     *
     * @param file a copy on this machine
     * @param key of its object
     * @param run which analysis of it this is
     */
    record Source(String orgId, String videoId, int run, String key, Path file, Duration duration) {}

    /** An analysis under way. Closing it, from any thread, ends what it does. */
    interface Session extends AutoCloseable {
        /**
         * Looks at one segment.
         *
         * @param state what the segment before ended with; empty for the first
         * @param progress is told up to which moment, in milliseconds, it has come
         * @throws AnalysisException if it came to nothing
         */
        Finds analyze(Duration from, Duration to, byte[] state, LongConsumer progress);

        /** The process that does the work; null if it is not one of this machine. */
        default @Nullable Long pid() {
            return null;
        }

        @Override
        void close();
    }
}
