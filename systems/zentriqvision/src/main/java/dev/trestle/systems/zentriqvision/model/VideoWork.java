package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the processing of a video is. Its job writes it, under the condition that the phase and the run are still those that it read. A cancellation,
 * a deletion or a new run changes one of them, and nothing of the old run is written after that.
 *
 * @param run counts how often the video was processed, from 1; ids of persons are made of it
 * @param jobId of the job that works on it
 * @param camera of the video, which decides who may know of it
 * @param done from 0 to 1
 * @param fromMs the checkpoint: everything before this moment of the video is stored
 * @param stateKey the object with the state of the tracks at the checkpoint; absent at the beginning
 * @param persons that this run has found
 * @param appearances that this run has found
 * @param failures of workers since the checkpoint
 * @param attempt of the job at the checkpoint
 * @param message what it waits for, or why it was tried again
 * @param appearanceSeconds how long a track goes on before it gives a further appearance
 */
@RecordBuilder
public record VideoWork(
        String videoId,
        int run,
        String jobId,
        Phase phase,
        @Nullable String camera,
        double done,
        long fromMs,
        @Nullable String stateKey,
        int persons,
        int appearances,
        int failures,
        int attempt,
        @Nullable String message,
        int appearanceSeconds,
        Instant changedAt)
        implements VideoWorkBuilder.With {
    /** What is done with a video. */
    public enum Phase {
        /** What an earlier run has found is removed. */
        REMOVING,
        /** The object is probed, and what pages need is made of it. */
        PREPARING,
        /** There is no analyzer here. */
        WAITING,
        ANALYZING,
        /** Somebody cancelled it: what this run has found is removed. */
        CANCELLING,
        ENDED
    }

    public static VideoWork begun(Video video, int run, String jobId, Phase phase, int appearanceSeconds, Instant at) {
        return new VideoWork(
                video.videoId(),
                run,
                jobId,
                phase,
                video.camera(),
                0,
                0,
                null,
                0,
                0,
                0,
                0,
                null,
                appearanceSeconds,
                at);
    }
}
