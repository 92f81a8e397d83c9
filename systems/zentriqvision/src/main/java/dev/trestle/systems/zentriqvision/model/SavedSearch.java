package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A search that a user keeps, and how they are told of what it finds from then on.
 *
 * @param alert whether it alerts at all
 * @param everyMinutes at most one alert of a person in so much time, by the clock of the cameras
 * @param mail whether the user gets a mail as well
 * @param language that the mail is in
 * @param webhook null if nobody else is told
 */
@RecordBuilder
public record SavedSearch(
        String userId,
        String searchId,
        String name,
        SearchFilter filter,
        boolean alert,
        int everyMinutes,
        boolean mail,
        @Nullable String language,
        @Nullable Webhook webhook,
        Instant createdAt,
        Instant changedAt)
        implements SavedSearchBuilder.With {
    public static final int EVERY_MINUTES = 5;

    /**
     * A program that is told.
     *
     * @param secret what requests are signed with, encrypted
     * @param secretId tells one secret from the next, without saying anything of it
     */
    public record Webhook(String url, String secret, String secretId) {}
}
