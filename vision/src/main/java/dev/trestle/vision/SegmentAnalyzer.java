package dev.trestle.vision;

import java.util.function.LongConsumer;

/** Analyses segments, one at a time. Closing it, from any thread, ends what it does and kills its processes. */
public interface SegmentAnalyzer extends AutoCloseable {
    /**
     * @param progress is told, at least every few seconds, up to which moment of the video, in milliseconds, the analysis has come
     * @throws VisionException if it came to nothing
     */
    Segment analyze(SegmentTask task, LongConsumer progress);

    /** The process that does the work. */
    long pid();

    @Override
    void close();
}
