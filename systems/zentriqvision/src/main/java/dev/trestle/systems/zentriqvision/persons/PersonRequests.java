package dev.trestle.systems.zentriqvision.persons;

import dev.trestle.platform.schema.About;
import dev.trestle.platform.schema.Count;
import dev.trestle.platform.schema.Length;
import dev.trestle.systems.zentriqvision.model.PersonChange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked about persons. */
public final class PersonRequests {
    static final int ID_MAX = 200;

    /** A split names what it moves; who is several persons in more moments is merged anew from parts. */
    static final int SPLIT_MAX = 500;

    private PersonRequests() {}

    public record OfPerson(@Length(min = 1, max = ID_MAX) String id) {}

    public record From(
            @About("The person who is merged into the one of the path") @Length(min = 1, max = ID_MAX)
            String from) {}

    public record MergePersons(
            @Length(min = 1, max = ID_MAX) String id, From body) {}

    public record Moment(@Length(min = 1, max = ID_MAX) String videoId, Instant timestamp) {}

    public record Moments(@Count(min = 1, max = SPLIT_MAX) List<Moment> appearances) {}

    public record SplitPerson(@Length(min = 1, max = ID_MAX) String id, Moments body) {}

    public record OfChange(@Length(min = 1, max = ID_MAX) String id) {}

    public record AskHours(
            @Length(min = 1, max = ID_MAX) String id,

            @About("The time zone of hours and weekdays, UTC if it is left out") @Length(max = 60) @Nullable
            String tz) {}

    /**
     * A merge or split that a person took part in.
     *
     * @param personId the other person
     * @param name of the other person; absent if nobody gave one
     * @param undoUntil until when it can be undone; absent if it cannot
     */
    public record ChangeView(
            String mergeId,
            PersonChange.Kind kind,
            PersonChange.State state,
            String personId,
            @Nullable String name,
            String by,
            Instant at,
            long appearances,
            @Nullable Instant undoUntil) {}

    /**
     * That a person is being erased.
     *
     * @param exports the exported clips that still show the person
     */
    public record Erased(String personId, String status, List<String> exports) {}
}
