package dev.trestle.systems.holdthatthought.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a person wants to hear of by mail, beside what their profile says.
 *
 * @param token ends mails without a sign-in; it opens nothing else
 * @param language of mails; English if there is none
 * @param lastDigestAt until when the last digest told; null before the first
 * @param digestJob the job that writes digests; another one ends
 */
@RecordBuilder
public record MailPreferences(
        String userId,
        String token,
        Digest digest,
        @Nullable String language,
        @Nullable Instant lastDigestAt,
        @Nullable String digestJob)
        implements MailPreferencesBuilder.With {}
