package dev.trestle.systems.zentriqvision.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of a person in one moment, and what the person looks like, copied from there when the appearance was written.
 *
 * @param mask whether the face was covered
 * @param objects what the person carried
 */
public record AppearanceAttributes(
        @Nullable String emotion,
        @Nullable Boolean mask,
        @Nullable List<String> objects,
        @Nullable String ageBucket,
        @Nullable String gender,
        @Nullable String hairColor,
        @Nullable String upperColor,
        @Nullable String lowerColor) {
    /** What was seen in the moment alone. */
    public static AppearanceAttributes seen(
            @Nullable String emotion, @Nullable Boolean mask, @Nullable List<String> objects) {
        return new AppearanceAttributes(emotion, mask, objects, null, null, null, null, null);
    }

    /** The same of a person who looks like this. */
    public AppearanceAttributes of(PersonAttributes person) {
        return new AppearanceAttributes(
                emotion,
                mask,
                objects,
                person.ageBucket(),
                person.gender(),
                person.hairColor(),
                person.upperColor(),
                person.lowerColor());
    }
}
