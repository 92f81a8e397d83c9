package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A merge or a split of persons, kept for as long as it can be undone.
 *
 * @param source whose appearances move
 * @param target to whom they move
 * @param by the user who did it
 * @param total how many appearances were to move when it was decided
 * @param sourceLooks what the source looked like before
 * @param targetLooks what the target looked like before; absent for one that the change made
 * @param sourceLooksAfter what the source looks like after a split; absent after a merge, which leaves nobody
 * @param targetLooksAfter what the target looks like after
 * @param named whether the target got its name and note from the source
 * @param expiresAt until when it can be undone
 */
@RecordBuilder
public record PersonChange(
        String changeId,
        Kind kind,
        State state,
        String source,
        String target,
        String by,
        Instant at,
        long total,
        PersonAttributes sourceLooks,
        @Nullable PersonAttributes targetLooks,
        @Nullable PersonAttributes sourceLooksAfter,
        PersonAttributes targetLooksAfter,
        boolean named,
        @Time(TimeFormat.EPOCH_SECONDS) Instant expiresAt)
        implements PersonChangeBuilder.With {
    /** What was done. */
    public enum Kind {
        MERGE,
        SPLIT
    }

    /** How far it is. */
    public enum State {
        MOVING,
        DONE,
        UNDOING,
        UNDONE
    }

    /**
     * That a change is about a person, in the list that each of the two has.
     *
     * @param expiresAt absent for a split: a track of which a part is somebody else's now stays one
     */
    public record Entry(
            String personId,
            String changeId,
            Kind kind,
            Instant at,
            @Time(TimeFormat.EPOCH_SECONDS) @Nullable Instant expiresAt) {}

    List<Entry> entries() {
        return Stream.of(source, target)
                .map(personId -> new Entry(personId, changeId, kind, at, kind == Kind.SPLIT ? null : expiresAt))
                .toList();
    }
}
