package dev.trestle.systems.zentriqvision.search;

import dev.trestle.systems.zentriqvision.model.PersonAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person as answers have them.
 *
 * @param name what people call the person; absent if nobody said
 * @param cropUrl a picture of the latest appearance, for an hour; absent if there is none
 */
public record PersonView(
        String personId,
        Instant firstSeen,
        Instant lastSeen,
        int totalAppearances,
        PersonAttributes attributes,
        @Nullable String name,
        @Nullable String note,
        @Nullable String cropUrl) {}
