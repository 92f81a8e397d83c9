package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.Time;
import dev.trestle.model.time.TimeFormat;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a person who is not one any more. Whoever asks for one who was merged gets the other, and what is still seen of the one is
 * recorded for the other. What is still seen of one who was erased is not recorded; that is all that is kept of them.
 *
 * @param into whom the person was merged into; absent if the person was erased
 * @param changeId of the merge
 * @param height how many merges lie behind one another up to this one, so that following them is bounded
 * @param undoUntil until when the merge can be undone
 * @param expiresAt of an erased person: when no analyzer uses the id any more
 */
public record PersonFate(
        String personId,
        @Nullable String into,
        @Nullable String changeId,
        int height,
        Instant since,
        @Nullable Instant undoUntil,
        @Time(TimeFormat.EPOCH_SECONDS) @Nullable Instant expiresAt) {
    /** A person again, in the list of the one into whom they were merged. */
    public record Merged(String into, String personId, int height) {}

    public static PersonFate merged(PersonChange change, int height) {
        return new PersonFate(
                change.source(), change.target(), change.changeId(), height, change.at(), change.expiresAt(), null);
    }

    public static PersonFate erased(String personId, Instant at, Instant expiresAt) {
        return new PersonFate(personId, null, null, 0, at, null, expiresAt);
    }

    List<Merged> merged() {
        return into == null ? List.of() : List.of(new Merged(into, personId, height));
    }
}
