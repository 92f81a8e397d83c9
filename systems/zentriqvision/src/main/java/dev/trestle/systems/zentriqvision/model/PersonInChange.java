package dev.trestle.systems.zentriqvision.model;

import java.time.Instant;

/**
 * That a person's appearances are on the move, or are being erased. There is one of each person at a time, so that no two changes meet; and
 * who reads meanwhile knows from it whose an appearance is.
 *
 * @param workId of the change, or of the job that erases
 * @param source from whom appearances move
 * @param target to whom; the source itself for an erasure
 */
public record PersonInChange(
        String personId, String workId, Action action, String source, String target, Instant since) {
    /** What is under way. */
    public enum Action {
        /** All appearances of the source move. */
        MERGE,
        /** Those move that are marked as to be moved. */
        SPLIT,
        /** Those move back that are marked as moved. */
        UNDO,
        ERASE
    }
}
