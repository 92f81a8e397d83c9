package dev.trestle.systems.zentriqvision.model;

import dev.trestle.model.annotation.KeyOnly;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A person seen in one second of a video.
 *
 * @param box where in the frame; absent if the detector did not say
 * @param thumbnailKey the object with the picture; absent if there is none
 * @param alongside {@code personId} again, if another person has the key of this second of the video; stands in the key alone
 * @param indexedName the attribute under which AttributeIndex has the appearance; stands in the index key alone
 * @param indexedValue that attribute's value
 */
public record Appearance(
        String personId,
        String videoId,
        Instant timestamp,
        double confidence,
        AppearanceAttributes attributes,
        @Nullable BoundingBox box,
        @Nullable String thumbnailKey,
        @KeyOnly @Nullable String alongside,
        @KeyOnly @Nullable String indexedName,
        @KeyOnly @Nullable String indexedValue) {
    /** An appearance with the looks of its person, under its upper colour in AttributeIndex. */
    public static Appearance of(
            Person person, String videoId, Instant timestamp, double confidence, AppearanceAttributes seen) {
        String upperColor = person.attributes().upperColor();
        return new Appearance(
                person.personId(),
                videoId,
                timestamp,
                confidence,
                seen.of(person.attributes()),
                null,
                null,
                null,
                upperColor == null ? null : SearchName.COLOR.text(),
                upperColor);
    }

    /** The same with what the pictures show. */
    public Appearance pictured(@Nullable BoundingBox where, @Nullable String thumbnail) {
        return new Appearance(
                personId,
                videoId,
                timestamp,
                confidence,
                attributes,
                where,
                thumbnail,
                alongside,
                indexedName,
                indexedValue);
    }

    /** The same of another person, under the same kind of key. */
    public Appearance of(String otherId) {
        return new Appearance(
                otherId,
                videoId,
                timestamp,
                confidence,
                attributes,
                box,
                thumbnailKey,
                alongside == null ? null : otherId,
                indexedName,
                indexedValue);
    }

    /** The same under the key of a further person in this second of the video. */
    public Appearance further() {
        return new Appearance(
                personId,
                videoId,
                timestamp,
                confidence,
                attributes,
                box,
                thumbnailKey,
                personId,
                indexedName,
                indexedValue);
    }
}
