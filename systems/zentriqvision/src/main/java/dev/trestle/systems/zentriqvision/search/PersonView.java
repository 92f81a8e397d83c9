package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import dev.trestle.systems.zentriqvision.persons.PersonRequests.ChangeView;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A person as answers have them.
 *
 * @param name what people call the person; absent if nobody said
 * @param cropUrl a picture of the latest appearance, for an hour; absent if there is none
 * @param mergedInto the person whom this one was merged into, and whose all else is that is told here
 * @param mergeId of the merge or split that was just done, for undoing it
 * @param merges that the person took part in, newest first; absent in lists
 */
@RecordBuilder
public record PersonView(
        String personId,
        Instant firstSeen,
        Instant lastSeen,
        int totalAppearances,
        PersonAttributes attributes,
        @Nullable String name,
        @Nullable String note,
        @Nullable String cropUrl,
        @Nullable String mergedInto,
        @Nullable String mergeId,
        @Nullable List<ChangeView> merges)
        implements PersonViewBuilder.With {}
