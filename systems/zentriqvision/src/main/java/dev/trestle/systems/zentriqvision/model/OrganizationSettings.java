package dev.trestle.systems.zentriqvision.model;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an organisation decided for itself.
 *
 * @param retentionDays after how many days videos go; absent if they stay
 * @param exportDays how long exported clips are kept
 * @param accessLogDays how long entries of the access log are kept
 * @param analyzer which analyzer looks at uploads; absent for the server's
 * @param appearanceSeconds how long a track goes on before it gives a further appearance
 * @param changedAt absent while everything is as the server has it
 */
@RecordBuilder
public record OrganizationSettings(
        @Nullable Integer retentionDays,
        @Nullable Integer exportDays,
        @Nullable Integer accessLogDays,
        @Nullable String analyzer,
        @Nullable Integer appearanceSeconds,
        @Nullable Instant changedAt)
        implements OrganizationSettingsBuilder.With {
    public static final int EXPORT_DAYS = 30;
    public static final int ACCESS_LOG_DAYS = 365;
    public static final int APPEARANCE_SECONDS = 5;

    /** Of an organisation that has decided nothing. */
    public static OrganizationSettings none() {
        return new OrganizationSettings(null, null, null, null, null, null);
    }

    public int exportDaysOrStandard() {
        return exportDays == null ? EXPORT_DAYS : exportDays;
    }

    public int accessLogDaysOrStandard() {
        return accessLogDays == null ? ACCESS_LOG_DAYS : accessLogDays;
    }

    public int appearanceSecondsOrStandard() {
        return appearanceSeconds == null ? APPEARANCE_SECONDS : appearanceSeconds;
    }
}
